// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// Reads a table's cells to find the forms of its numbers and dates, the signs of its amounts, and its rows of balances.
struct ColumnCells {
  private let form: TableForm
  /// The columns for a fast check of plain rows. Nil if other columns may show that a row isn't a transaction.
  private let columns: PlainColumns?
  private var rows: TableRows
  private(set) var numbers = NumberColumn()
  /// The texts in the column of currencies, except currency codes.
  private(set) var currencies: Set<String> = []
  private(set) var dates = DateColumn()
  private(set) var signs = DirectionSigns()
  private(set) var debits = DirectionSigns()
  private(set) var credits = DirectionSigns()
  private(set) var others: [DirectionCells]
  private(set) var balances: BalanceRows
  private(set) var unbooked: Set<Int> = []
  private var statuses: [BookingStatus: [String: Bool]] = [:]

  init(_ form: TableForm, _ possible: [DirectionCells]) {
    (self.form, rows, others) = (form, TableRows(form), possible)
    let columns = [form.amount, form.debit, form.direction, form.column(.from), form.column(.to), form.ruleColumn]
    let typed = Set(columns.compactMap { $0 } + possible.map(\.column))
    balances = BalanceRows(
      ignoring: typed, amount: form.column(.day) == nil && form.debit == nil ? form.amount : nil,
      currency: form.column(.from),
      kinds: Set((form.names ?? []).indices.filter { TableHeading(form.name($0)).words.contains("type") }))
    let day = form.column(.day)
    let isPlain = day.map { possible.isEmpty && form.width <= typed.union([$0]).count } ?? false
    self.columns = isPlain ? PlainColumns(form) : nil
  }

  mutating func read(_ input: inout TableInput) throws {
    defer { balances.end() }
    while true {
      if let columns, rows.mayBePlain(input.row + 1), let block = try input.block(1 << 18, least: 1 << 12) {
        try read(block, of: &input, columns)
        continue
      }
      guard try Self.advance(&input) else { return }
      note(input)
    }
  }

  /// Moves to the next record. Returns false at an unreadable record, which the conversion reports later.
  private static func advance(_ input: inout TableInput) throws -> Bool {
    do { return try input.advance() } catch let fault as TableFault {
      switch fault {
      case .rowTooLong, .openQuote: return false
      default: throw fault
      }
    }
  }

  private mutating func read(_ block: Range<Int>, of input: inout TableInput, _ columns: PlainColumns) throws {
    let bytes = input.bytes
    var (start, row) = (block.lowerBound, input.row)
    while start < block.upperBound {
      let line = bytes.withUnsafeBufferPointer { columns.line($0, from: start) }
      if bytes[line.amount].contains(where: Self.isDigit), columns.day < 0 || startsWithDigit(bytes[line.day]) {
        rows.notePlain()
        balances.notePlain()
        numbers.note(bytes[line.amount])
        if columns.day >= 0 { dates.note(bytes[line.day], row: row + 1) }
        if columns.from >= 0 { noteCurrency(bytes[line.from]) }
      } else {
        input.step(to: start, row: row)
        guard try Self.advance(&input) else { return }
        note(input)
        guard rows.mayBePlain(input.row + 1) else { return }
      }
      (start, row) = (line.end, row + 1)
    }
    input.step(to: start, row: row)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a cell starts with a digit. Any other cell may be the label of a balance.
  private func startsWithDigit(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.first { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") }.map(Self.isDigit) == true
  }

  private mutating func note(_ input: TableInput) {
    guard rows.role(of: input) == .row else { return }
    if form.statuses.contains(where: { isUnbooked(input.text($0.key) ?? "", $0.value) }) {
      unbooked.insert(input.row)
      return
    }
    let fields = input.fields
    var isDated = true
    if case .column(let column) = form.day {
      isDated = dates.note(fields.indices.contains(column) ? input.bytes[fields[column]] : [], row: input.row)
    }
    if balances.note(input, isDated: isDated, value: form.debit == nil && form.direction == nil ? form.amount : nil) {
      return
    }
    if fields.indices.contains(form.amount) { numbers.note(input.bytes[fields[form.amount]]) }
    if let from = form.column(.from), fields.indices.contains(from) { noteCurrency(input.bytes[fields[from]]) }
    if let debit = form.debit, fields.indices.contains(debit) {
      numbers.note(input.bytes[fields[debit]])
      if isDated {
        debits.note(.out, input.text(debit))
        credits.note(.into, input.text(form.amount))
      }
    }
    // A row without a date is an error, so it doesn't influence the signs of other rows.
    guard isDated else { return }
    for place in others.indices {
      let column = others[place].column
      others[place].note(input.text(column), input.text(form.amount))
    }
    if let direction = form.direction {
      signs.note(input.text(direction).flatMap { Direction(word: $0) }, input.text(form.amount))
    }
  }

  private mutating func noteCurrency(_ field: ArraySlice<UInt8>) {
    if field.count == 3, field.allSatisfy({ (0x41...0x5A).contains($0) }) || form.hasAccounts { return }
    if currencies.count < 100 { currencies.insert(RecordText.text(field)) }
  }

  private mutating func isUnbooked(_ text: String, _ status: BookingStatus) -> Bool {
    if let known = statuses[status]?[text] { return known }
    if statuses[status]?.count ?? 0 > 1_000 { statuses[status] = nil }
    let found = form.isUnbooked(text, status)
    statuses[status, default: [:]][text] = found
    return found
  }
}

struct DirectionSigns {
  private var (minusOut, plusOut, minusInto, plusInto) = (0, 0, 0, 0)

  mutating func note(_ direction: Direction?, _ text: String?) {
    guard let direction, let text, let cell = AmountCell(text),
      (cell.number.value(.point) ?? cell.number.value(.comma))?.signum != 0
    else { return }
    switch (direction, cell.isNegative) {
    case (.out, true): minusOut += 1
    case (.out, false): plusOut += 1
    case (.into, true): minusInto += 1
    case (.into, false): plusInto += 1
    }
  }

  var areAllMinus: Bool { minusOut + minusInto > 0 && plusOut + plusInto == 0 }
  var areAllPlus: Bool { plusOut + plusInto > 0 && minusOut + minusInto == 0 }

  /// Whether some debits have a minus and other debits don't.
  var areMixed: Bool { minusOut > 0 && plusOut > 0 }

  /// Whether the debits are positive and the credits negative, as in card statements.
  var areNegated: Bool { plusOut > 0 && minusInto > 0 && minusOut == 0 && plusInto == 0 }

  var areWritten: Bool { minusOut > 0 && plusOut == 0 && minusInto == 0 }
}

/// A column whose first cells all mean debit or all mean credit. Later rows show whether it determines the signs.
struct DirectionCells {
  let column: Int
  /// Whether the column's name means a kind of transaction, for example "Type".
  private let isNamed: Bool
  private(set) var signs = DirectionSigns()
  private var found: Set<Direction> = []
  private var (hasOther, hasLetter) = (false, false)

  init(column: Int, isNamed: Bool) { (self.column, self.isNamed) = (column, isNamed) }

  mutating func note(_ text: String?, _ amount: String?) {
    guard !hasOther, let amount, AmountCell(amount) != nil else { return }
    guard let text, let direction = Direction(word: text) else {
      hasOther = true
      return
    }
    found.insert(direction)
    hasLetter = hasLetter || text.trimmed().count < 2
    signs.note(direction, amount)
  }

  /// Whether the column determines the signs. If it has only debits or only credits, its name and the signs must fit.
  var isDirection: Bool {
    if hasOther || found.isEmpty { return false }
    return found.count == 2 || isNamed && !hasLetter && (signs.areAllPlus || signs.areWritten)
  }
}
