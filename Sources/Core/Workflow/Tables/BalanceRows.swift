// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

struct BalanceRows {
  private(set) var rows: Set<Int> = []
  /// Rows with a date and the name "Total". They are totals only at the table's end, because a shop can have this name.
  private var possible: Set<Int> = []
  private let ignored: Set<Int>
  /// The column of amounts if the table has no days.
  private let amount: Int?
  private let currency: Int?
  /// `sum`: the sum of all rows. `part`: the sum of the rows after the last subtotal. `count`: the number of rows.
  private var (sum, part, count) = (Rational.zero, Rational.zero, 0)
  private var currencies: Set<String> = []
  private var hasLabels = false
  /// The last row if it has no label and its amount is the sum of the amounts above.
  private var unnamed: Int?
  private var known = KnownSum()
  /// The columns in which the words "opening" and "closing" mean balances.
  private let kinds: Set<Int>

  /// Creates an empty set of rows. `ignored`: columns that can't contain labels. `amount`: nil if the table has days.
  init(ignoring ignored: Set<Int>, amount: Int?, currency: Int?, kinds: Set<Int> = []) {
    self.kinds = kinds
    (self.ignored, self.amount, self.currency) = (ignored, amount, currency)
  }

  /// Returns whether a row is a balance or a total. `isDated`: whether the row has a date. `value`: the column whose
  /// sum is compared with totals, nil if other columns determine the signs of the amounts.
  mutating func note(_ input: TableInput, isDated: Bool, value: Int?) -> Bool {
    let label = self.label(of: input)
    let size = value.flatMap { known.value(input, $0, currency) }
    switch label {
    case .balance:
      rows.insert(input.row)
      return true
    case .total where !isDated, .longTotal where !isDated:
      rows.insert(input.row)
      return true
    case .total where known.has(size, least: 1), .longTotal where known.has(size, least: 2):
      known.endPart()
      rows.insert(input.row)
      return true
    case .total where amount != nil || !known.isKnown:
      known.add(size)
      possible.insert(input.row)
      return false
    case .total, .longTotal, nil:
      possible = []
      if label == nil, isSum(input) { return true }
      known.add(size)
      return false
    }
  }

  mutating func notePlain() {
    possible = []
    known.add(nil)
  }

  mutating func end() { rows.formUnion(possible.union([unnamed].compactMap { $0 })) }

  /// Whether a row without a label is the sum of the rows above. If no row has a label, only the last row can be a sum.
  private mutating func isSum(_ input: TableInput) -> Bool {
    unnamed = nil
    guard let amount, let cell = input.text(amount).flatMap(AmountCell.init),
      let size = cell.number.value(.point) ?? cell.number.value(.comma)
    else { return false }
    let value = cell.isNegative ? -size : size
    let texts = input.texts
    let isNamed = texts.indices.contains { !ignored.contains($0) && !texts[$0].isEmpty }
    currencies.formUnion(cell.money + [currency.flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""])
    currencies.remove("")
    if !isNamed, count > 1, value.signum != 0, value == sum || value == part, currencies.count < 2 {
      if hasLabels {
        part = .zero
        rows.insert(input.row)
        return true
      }
      unnamed = input.row
    }
    hasLabels = hasLabels || isNamed
    (sum, part, count) = (sum + value, part + value, count + 1)
    return false
  }

  /// `longTotal`: "total" with more words, such as "Total for October". It may also be a payee's name.
  private enum Label { case balance, total, longTotal }

  private func label(of input: TableInput) -> Label? {
    for (column, field) in input.fields.enumerated() where !ignored.contains(column) || column == currency {
      let bytes = input.bytes[field].drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: " ") }
      guard (3...80).contains(bytes.count), bytes[bytes.startIndex] >= 0x80 || Self.starts.contains(Self.start(bytes))
      else { continue }
      var text = RecordText.text(input.bytes[field]).lowercased().trimmed { $0.isWhitespace || ":*".contains($0) }
      if column == currency, !text.hasPrefix("total") { continue }
      // A currency in brackets is removed, as in "Closing Balance (USD)".
      if text.hasSuffix(")"), let open = text.lastIndex(of: "(") { text = text[..<open].trimmed() }
      // The line below the headings of a Markdown table, such as "|---|---:|", counts as a balance, not a transaction.
      if text.hasPrefix("---") {
        return input.texts.allSatisfy { $0.allSatisfy { "-:= ".contains($0) } } ? .balance : nil
      }
      if kinds.contains(column), ["opening", "closing"].contains(text) { return .balance }
      if TotalNames.totals.contains(text) { return .total }
      if TotalNames.balances.contains(text) { return .balance }
      if ["total ", "subtotal ", "zwischensumme ", "gesamtsumme ", "sous-total "].contains(where: text.hasPrefix) {
        return .longTotal
      }
      // A date may follow the label of a balance, as in "Beginning balance as of 10/01/2026".
      guard let digit = text.firstIndex(where: \.isNumber) else { continue }
      let words = text[..<digit].split(separator: " ")
      if (1...3).contains(where: { TotalNames.balances.contains(words.dropLast($0).joined(separator: " ")) }) {
        return .balance
      }
    }
    return nil
  }

  /// The first three letters of all labels. They make the check of other cells fast.
  private static let starts = Set(
    TotalNames.balances.union(TotalNames.totals).union(["opening", "closing", "---", "zwischensumme"])
      .map { BalanceRows.start(Array($0.utf8)[...]) })

  /// Adds the amounts of earlier rows, in hundredths. An unreadable amount or a second currency makes the sum unknown.
  private struct KnownSum {
    private var (sum, part, count, partCount) = (0, 0, 0, 0)
    private var currency: [UInt8]?
    private(set) var isKnown = true

    mutating func value(_ input: TableInput, _ column: Int, _ currency: Int?) -> Int? {
      if let currency, input.fields.indices.contains(currency) {
        let code = Array(input.bytes[input.fields[currency]])
        if self.currency == nil { self.currency = code }
        if self.currency != code, !code.isEmpty { isKnown = false }
      }
      guard isKnown, input.fields.indices.contains(column) else { return nil }
      return Self.hundredths(input.bytes[input.fields[column]])
    }

    mutating func add(_ value: Int?) {
      guard isKnown, let value, abs(value) < 1 << 50 else {
        isKnown = false
        return
      }
      (sum, part, count, partCount) = (sum &+ value, part &+ value, count + 1, partCount + 1)
    }

    mutating func endPart() { (part, partCount) = (0, 0) }

    /// Whether `value` is the sum of all rows or of the rows after the last total. `least`: the minimum number of rows.
    func has(_ value: Int?, least: Int) -> Bool {
      guard isKnown, let value, value != 0 else { return false }
      return abs(value) == abs(sum) && count >= least || abs(value) == abs(part) && partCount >= least
    }

    /// Reads a number with at most two decimals. Nil for other texts, such as 1.234.
    private static func hundredths(_ field: ArraySlice<UInt8>) -> Int? {
      var (value, digits, group, groups, isNegative) = (0, 0, 0, 0, false)
      for byte in field {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: " "): continue
        case UInt8(ascii: "-") where digits == 0: isNegative = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          (value, digits, group) = (value * 10 + Int(byte & 15), digits + 1, group + 1)
          guard digits < 15 else { return nil }
        case UInt8(ascii: "."), UInt8(ascii: ","):
          guard groups == 0 || group == 3 else { return nil }
          (groups, group) = (groups + 1, 0)
        default: return nil
        }
      }
      guard digits > 0 else { return nil }
      let scale: Int? = groups == 0 ? 100 : group == 2 ? 1 : group == 1 ? 10 : nil
      return scale.map { (isNegative ? -value : value) * $0 }
    }
  }

  private static func start(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }
}

/// Finds the amounts of a table without headings, with the help of a column of balances.
struct UnnamedAmounts {
  let rows: [TableSketch.Row]
  let numeric: [Int]

  /// The column whose amounts are the differences between the balances in another column.
  var stepped: Int? {
    let found = numeric.filter { amount in
      let rows = self.rows.filter { $0.value(amount) != nil }
      let amounts = rows.compactMap { $0.value(amount) }
      return rows.count > 2
        && numeric.contains { column in
          let balances = rows.compactMap { $0.value(column) }
          guard column != amount, balances.count == rows.count else { return false }
          // The rows are sorted by time, but the oldest row may be the first or the last. So both directions are tried.
          let steps = zip(balances.dropFirst(), balances).map { $0 - $1 }
          return steps.elementsEqual(amounts.dropFirst()) || steps.elementsEqual(amounts.dropLast().map { -$0 })
        }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Two columns of which each row fills exactly one. A column of balances shows which of them has the debits.
  var pair: (debit: Int, credit: Int, isAssumed: Bool)? {
    let rows = self.rows.filter { row in numeric.contains { row.value($0) != nil } }
    var found: [(Int, Int)] = []
    for (index, first) in numeric.enumerated() {
      for second in numeric[(index + 1)...] {
        let isOne = rows.allSatisfy { ($0.value(first) == nil) != ($0.value(second) == nil) }
        let areFilled = [first, second].allSatisfy { column in rows.contains { $0.value(column) != nil } }
        if isOne, areFilled { found.append((first, second)) }
      }
    }
    guard let (first, second) = found.first, found.count == 1 else { return nil }
    let changes = rows.map { ($0.value(second) ?? .zero) - ($0.value(first) ?? .zero) }
    for column in numeric where column != first && column != second {
      let balances = rows.compactMap { $0.value(column) }
      guard balances.count == rows.count, rows.count > 1 else { continue }
      let steps = zip(balances.dropFirst(), balances).map { $0 - $1 }
      for signs in [Rational.one, -Rational.one] {
        let isDown = steps.elementsEqual(changes.dropFirst().map { $0 * signs })
        let isUp = steps.elementsEqual(changes.dropLast().map { -($0 * signs) })
        if isDown || isUp { return signs == .one ? (first, second, false) : (second, first, false) }
      }
    }
    return (first, second, true)
  }
}
