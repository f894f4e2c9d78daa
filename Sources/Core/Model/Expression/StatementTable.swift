// SPDX-License-Identifier: GPL-3.0-or-later

struct StatementTable {
  struct Cell {
    enum Kind {
      case empty
      case text
      case day(Day)
      case eitherDay(dayFirst: Day, monthFirst: Day)
      /// A date that can't be read, such as `31/02/2026` and `01/10`.
      case noDay
      /// A cell with only a currency code or sign. `isCode` is false for a code in lower case, which may be a word.
      case unit(CurrencyMention, isCode: Bool)
      /// A name such as "pence" or "Rand". It is a unit only in a column that is named "currency".
      case name(CurrencyMention)
      case amount(CalculationLine, [ReadingNote])
      case unreadable(CalculationError.Reason)
    }

    var kind: Kind
    let range: Range<Int>
    /// The direction beside the amount: debit or credit.
    var mark: Mark?

    var isAmount: Bool { if case .amount = kind { true } else { false } }
    var isUnit: Bool { if case .unit = kind { true } else { false } }
    var isLabel: Bool {
      switch kind {
      case .text, .empty, .unit, .name: true
      default: false
      }
    }
    var isDay: Bool {
      switch kind {
      case .day, .eitherDay: true
      default: false
      }
    }
    var isEmpty: Bool { if case .empty = kind { true } else { false } }
    var isNegative: Bool {
      guard case .amount(let line, _) = kind else { return false }
      return line.sign == .minus
    }
    var value: Rational? {
      guard case .amount(let line, _) = kind else { return nil }
      return (try? line.content.get())?.valueWithoutRates?.amount
    }
  }

  struct Mark {
    let direction: Direction
    /// A letter such as S or H (German debit and credit). It is a direction only if the column has the opposite letter.
    let letter: String?
    /// The cell's content if the letter isn't a direction.
    let other: Cell.Kind
  }

  enum Choice {
    case none
    case one(Int)
    case debitAndCredit(Int, Int)
    case several([Int])
  }

  private(set) var rows: [[Cell]]
  let width: Int
  private let source: SourceText
  /// The column names in lower case. Empty if the first row isn't a heading.
  private let names: [String]
  private let unitColumns: [Int]
  private let namedUnits: Set<Int>

  init(_ all: [[Cell]], source: SourceText) {
    self.source = source
    var rows = all
    width = rows.map(\.count).max() ?? 0
    let isHead = rows.first.map { row in
      rows.count > 1 && row.allSatisfy(\.isLabel) && row.contains { !$0.isUnit && !$0.isEmpty }
    }
    let names = isHead == true ? rows[0].map { source.string($0.range).lowercased() } : []
    self.names = names
    let named = Set(names.indices.filter { TableHeading(names[$0]).isNamed(.currency) })
    for row in rows.indices {
      for column in rows[row].indices {
        guard case .name(let mention) = rows[row][column].kind else { continue }
        rows[row][column].kind =
          named.contains(column) && (row > 0 || isHead != true) ? .unit(mention, isCode: false) : .text
      }
    }
    let body = isHead == true ? rows.dropFirst() : rows[...]
    unitColumns = (0..<width).filter { column in
      let cells = body.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
      if named.contains(column), cells.contains(where: \.isUnit) { return true }
      guard !cells.isEmpty, cells.allSatisfy(\.isUnit) else { return false }
      let isWritten = cells.allSatisfy { if case .unit(_, isCode: true) = $0.kind { true } else { false } }
      if cells.contains(where: { source.string($0.range).mayBeName }) { return false }
      return isWritten || cells.count > 1 || cells.allSatisfy { source.isTradedCode($0.range) }
    }
    self.rows = rows
    namedUnits = named.intersection(unitColumns)
    for row in rows.indices {
      for column in rows[row].indices where rows[row][column].isUnit && !unitColumns.contains(column) {
        self.rows[row][column].kind = .text
      }
    }
    for column in 0..<width { decideLetters(column) }
  }

  /// Keeps letters such as S and H (German debit and credit) as directions only if the column has both.
  private mutating func decideLetters(_ column: Int) {
    let places = rows.indices.filter { column < rows[$0].count && rows[$0][column].mark?.letter != nil }
    guard Set(places.compactMap { rows[$0][column].mark?.direction }).count == 1 else { return }
    for row in places {
      guard let mark = rows[row][column].mark, let letter = mark.letter else { continue }
      // In a column without the opposite letter, K may still mean thousand. Other letters make the cell unreadable.
      rows[row][column].kind = letter == "K" ? mark.other : .unreadable(.unknownWord(letter))
      rows[row][column].mark = nil
    }
  }

  func hasMarks(_ column: Int) -> Bool { rows.contains { column < $0.count && $0[column].mark != nil } }

  /// Returns the column with directions such as "in" and "out". `areSigned`: exactly the "out" amounts have a minus.
  func directions(of amount: Int) -> (column: Int, areSigned: Bool)? {
    let body = rows.filter { amount < $0.count && $0[amount].isAmount }
    func direction(_ row: [Cell], _ column: Int) -> Direction? {
      column < row.count ? Direction(word: source.string(row[column].range)) : nil
    }
    for column in 0..<width where column != amount && !unitColumns.contains(column) {
      let filled = body.filter { column < $0.count && !$0[column].isEmpty }
      let found = filled.compactMap { direction($0, column) }
      let isNamed = names.indices.contains(column) && TableHeading(names[column]).isNamed(.direction)
      let isWeak = filled.contains { Direction.isWeak(source.string($0[column].range)) }
      let isOnlyNamed = isNamed && !isKind(column)
      // Allow cells without a direction, such as "Fee" beside debits and credits.
      let mayLackSome =
        isOnlyNamed || isNamed && Set(found).count == 2 && !filled.contains { $0[amount].isNegative }
      guard !found.isEmpty, found.count == filled.count || mayLackSome && found.count * 2 >= filled.count,
        !isWeak || isNamed && Set(found).count == 2, Set(found).count == 2 || isOnlyNamed
      else { continue }
      let minus = filled.filter { $0[amount].isNegative }
      let areSigned =
        !minus.isEmpty && minus.allSatisfy { direction($0, column) == .out }
        && filled.count { direction($0, column) == .out } == minus.count
      return (column, areSigned)
    }
    return nil
  }

  /// Returns the status of a row that isn't booked, such as "Declined". Nil for booked rows and rows without an amount.
  func unbooked(_ row: Int) -> String? {
    guard rows[row].contains(where: \.isAmount), width > 2 || !names.isEmpty else { return nil }
    for (column, cell) in rows[row].enumerated() where !cell.isAmount && !cell.isEmpty {
      let heading = TableHeading(names.indices.contains(column) ? names[column] : "")
      let text = source.string(cell.range)
      if BookingStatus(heading)?.isUnbooked(text) ?? false { return text }
    }
    return nil
  }

  /// Whether a column names kinds of transactions. In such a column, "Debit" and "Credit" aren't directions.
  private func isKind(_ column: Int) -> Bool {
    ["type", "kind", "transaction type", "code"].contains(TableHeading(names[column]).base)
  }

  var amountColumns: Choice {
    let columns = (0..<width).filter { column in
      rows.contains { column < $0.count && $0[column].isAmount }
        && !isDay(column)
    }
    if let debit = named(Self.debits, or: .debit, among: columns),
      let credit = named(Self.credits, or: .credit, among: columns), debit != credit
    {
      return .debitAndCredit(debit, credit)
    }
    if let amount = named(Self.amounts, among: columns) { return .one(amount) }
    let others = columns.filter {
      !names.indices.contains($0)
        || !Self.others.contains(names[$0].bareHeading) && !TableHeading(names[$0]).isNamed(.balance)
    }
    let candidates = others.isEmpty ? columns : others
    guard candidates.count > 1 else { return candidates.first.map { .one($0) } ?? .none }
    if let product = candidates.last(where: { isProduct($0, of: candidates) }) { return .one(product) }
    let ranks = candidates.map { (column: $0, rank: rank($0, candidates)) }
    let best = ranks.map(\.rank).max() ?? 0
    let top = ranks.filter { $0.rank == best }.map(\.column)
    if top.count == 1 { return .one(top[0]) }
    // Choose the column to the left of a currency column, because amounts are usually there.
    if let first = top.first(where: { unitColumns.contains($0 + 1) }) { return .one(first) }
    // If two columns never have amounts in the same row, use the columns as one.
    let isShared = rows.contains { row in top.count { $0 < row.count && row[$0].isAmount } > 1 }
    return isShared ? .several(top) : .one(top[0])
  }

  func heading(_ column: Int) -> Range<Int>? {
    names.indices.contains(column) && !names[column].isEmpty ? rows[0][column].range : nil
  }

  /// Returns the column of a row's amount. Nil without an amount, or for several amounts without a chosen column.
  func place(ofAmountIn row: Int, _ choice: Choice) -> Int? {
    let cells = rows[row]
    let chosen: [Int] =
      switch choice {
      case .one(let column): [column]
      case .debitAndCredit(let debit, let credit): [debit, credit]
      case .none, .several: []
      }
    let filled = chosen.filter { $0 < cells.count && cells[$0].isAmount }
    if let place = filled.first(where: { cells[$0].value?.signum != 0 }) ?? filled.first { return place }
    if case .debitAndCredit = choice { return nil }
    let others = cells.indices.filter { cells[$0].isAmount }
    return others.count == 1 ? others[0] : nil
  }

  /// Whether a debit has a minus although other debits have no sign. Then the meaning of the minus is unclear.
  func isReversed(_ column: Int, in row: Int, _ choice: Choice) -> Bool {
    guard case .debitAndCredit(column, _) = choice, rows[row][column].isNegative else { return false }
    return rows.contains { column < $0.count && $0[column].value?.signum == 1 && !$0[column].isNegative }
  }

  func isCounted(_ column: Int, _ choice: Choice) -> Bool {
    if case .debitAndCredit(let debit, let credit) = choice { column == debit || column == credit } else { false }
  }

  /// Returns the currency in the nearest currency column of the row. Nil if the row has no such column.
  func unit(of column: Int, in row: Int) -> (mention: CurrencyMention, range: Range<Int>)? {
    let near = unitColumns.filter { $0 < rows[row].count }
      .sorted { (abs($0 - column), $0 < column ? 1 : 0) < (abs($1 - column), $1 < column ? 1 : 0) }
    let units = near.compactMap { place -> (CurrencyMention, Range<Int>)? in
      guard case .unit(let mention, _) = rows[row][place].kind else { return nil }
      return (mention, rows[row][place].range)
    }
    guard let (nearest, range) = units.first else { return nil }
    var mention = nearest
    let others = units.map(\.0.currency).filter { $0 != mention.currency }
    if !others.isEmpty, mention.candidates.isEmpty, mention.share == nil {
      mention.candidates = [mention.currency] + others
    }
    return (mention, range)
  }

  /// Whether a row has an unreadable date, or other text in a column named "date", and has no readable date.
  func hasUnreadDay(in row: Int) -> Bool {
    guard !rows[row].contains(where: \.isDay) else { return false }
    return rows[row].indices.contains { column in
      if case .noDay = rows[row][column].kind { return true }
      return isDay(column) && !rows[row][column].isEmpty
    }
  }

  private func isDay(_ column: Int) -> Bool {
    names.indices.contains(column) && names[column] != "time" && TableHeading(names[column]).isNamed(.day)
  }

  /// Returns a cell in a column named "currency" that names no known currency. Nil if the row has no such cell.
  func unknownUnit(in row: Int) -> Range<Int>? {
    rows[row].indices.first { namedUnits.contains($0) && !rows[row][$0].isUnit && !rows[row][$0].isEmpty }
      .map { rows[row][$0].range }
  }

  /// Whether the currency code in the cell beside an amount contradicts the currency sign in the amount's own cell.
  func contradicts(_ column: Int, _ own: Currency?, _ candidates: [Currency], in row: Int) -> Bool {
    guard let own, rows[row].count(where: \.isAmount) == 1 else { return false }
    return [column - 1, column + 1].contains { place in
      guard unitColumns.contains(place), place < rows[row].count,
        case .unit(let unit, isCode: true) = rows[row][place].kind
      else { return false }
      return unit.currency != own && !candidates.contains(unit.currency) && !unit.candidates.contains(own)
    }
  }

  /// Whether a date has the month first; nil if it can be read in both orders.
  func writtenOrder(_ range: Range<Int>) -> Bool? {
    guard let run = DigitRun(source, at: range.lowerBound, end: range.upperBound, isFirst: true) else { return nil }
    switch run.readings {
    case (nil, _?): return true
    case (_?, nil): return false
    default: return nil
    }
  }

  private func named(_ names: Set<String>, among columns: [Int]) -> Int? {
    let found = columns.filter { self.names.indices.contains($0) && names.contains(self.names[$0].bareHeading) }
    return found.count == 1 ? found[0] : nil
  }

  /// Finds a column by `names`, or else by the headings that other languages use for `kind`.
  private func named(_ names: Set<String>, or kind: TableHeading.Kind, among columns: [Int]) -> Int? {
    if let found = named(names, among: columns) { return found }
    let found = columns.filter { self.names.indices.contains($0) && TableHeading(self.names[$0]).isNamed(kind) }
    return found.count == 1 ? found[0] : nil
  }

  private func rank(_ column: Int, _ candidates: [Int]) -> Int {
    let cells = rows.compactMap { column < $0.count && $0[column].isAmount ? $0[column] : nil }
    let hasCurrency = cells.contains { if case .amount(let line, _) = $0.kind { line.currency != nil } else { false } }
    let isBeside = unitColumns.contains(column - 1) || unitColumns.contains(column + 1)
    let hasDecimals = cells.contains { cell in
      source.string(cell.range).contains { ".,\u{66B}".contains($0) }
    }
    return (hasCurrency ? 8 : 0) + (isBeside ? 4 : 0) + (cells.contains { $0.value?.signum != 0 } ? 2 : 0)
      + (hasDecimals ? 1 : 0) - (isCount(column, cells, candidates) ? 16 : 0)
  }

  private func isCount(_ column: Int, _ cells: [Cell], _ candidates: [Int]) -> Bool {
    guard column == candidates.first, column < 2 else { return false }
    let values = cells.compactMap(\.value)
    guard values.allSatisfy({ $0.terminatingPlaces == 0 && $0.signum > 0 }) else { return false }
    if values.count == 1 { return column == 0 && candidates.count > 2 && values[0] <= Rational(1000) }
    return zip(values, values.dropFirst()).allSatisfy { $1 == $0 + .one }
  }

  /// Whether a column is the product of two other columns, such as price and quantity.
  private func isProduct(_ column: Int, of columns: [Int]) -> Bool {
    let others = columns.filter { $0 < column }
    return others.contains { first in
      others.contains { second in
        guard first < second else { return false }
        let triples = rows.compactMap { row -> (Rational, Rational, Rational)? in
          guard column < row.count, let a = row[first].value, let b = row[second].value, let c = row[column].value
          else {
            return nil
          }
          return (a, b, c)
        }
        return !triples.isEmpty && triples.allSatisfy { $0 * $1 == $2 } && triples.contains { $0.2.signum != 0 }
      }
    }
  }

  private static let amounts: Set<String> = [
    "amount", "total", "line total", "betrag", "umsatz", "gesamt", "gesamtpreis", "summe", "montant", "importe",
    "importo",
    "bedrag", "kwota", "المبلغ", "الإجمالي", "value", "wert",
  ]
  private static let debits: Set<String> = [
    "debit", "soll", "paid out", "money out", "out", "withdrawal", "ausgabe", "مدين", "lastschrift",
  ]
  private static let credits: Set<String> = [
    "credit", "haben", "paid in", "money in", "in", "deposit", "einnahme", "دائن", "gutschrift",
  ]
  private static let others: Set<String> = [
    "balance", "saldo", "kontostand", "running balance", "qty", "quantity", "menge", "anzahl", "price", "unit price",
    "preis",
    "einzelpreis", "no", "no.", "nr", "nr.", "#", "id", "ref", "reference", "pos", "pos.", "row", "account", "konto",
    "tax", "vat",
    "الرصيد", "الكمية", "السعر", "year", "jahr", "rate", "kurs",
  ]
}

extension String {
  /// The heading without its text in brackets: `amount (eur)` becomes `amount`.
  fileprivate var bareHeading: String {
    guard let bracket = firstIndex(where: { "([".contains($0) }) else { return self }
    return self[..<bracket].trimmed()
  }
}

extension SourceText {
  func isTradedCode(_ range: Range<Int>) -> Bool {
    ["eur", "usd", "gbp", "chf", "jpy"].contains(string(range).lowercased())
  }
}
