// SPDX-License-Identifier: GPL-3.0-or-later

public import KursItems
public import KursModel

/// The place of a value in a table, as the user chose it.
public enum ColumnChoice: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name or number of a column, or the code or symbol of a currency.
  case said(String)
  /// Counted from 0.
  case place(Int)
  /// One for all rows, whatever the columns are named.
  case currency(Currency)
  /// One for all rows.
  case rule(NamedRule)
  /// In no column: the currency is beside the amount, and the newest rates count.
  case nowhere

  public init(stringLiteral value: String) { self = .said(value) }
}

/// The user's choices for a table. Everything else is recognised.
public struct TableChoices: Sendable {
  public var columns: [TableColumn: ColumnChoice] = [:]
  /// The target currency, if neither the user nor the table names one.
  public var target: Currency?
  /// For every row, whatever days the table has.
  public var day: Day?
  /// The rule for rows without one.
  public var rule: NamedRule?
  /// The number form; nil to recognise it.
  public var symbols: NumberSymbols?
  /// The user's own form, for ambiguous tables.
  public var locale = NumberSymbols.english
  /// Whether the user writes 10/30/2026.
  public var putsMonthFirst = false

  public init() {}
}

/// How a table is written, and the meaning of its columns.
public struct TableForm: Sendable {
  /// The source of a value.
  public enum Source<Value: Sendable>: Sendable {
    case column(Int)
    case fixed(Value)
  }

  public var separator = UInt8(ascii: ",")
  /// The first record's fields, if they name the columns.
  public var names: [String]?
  public var width = 0
  public var amount = 0
  /// Nil if each amount has its own currency beside it.
  public var from: Source<Currency>?
  public var to = Source.fixed(Currency.eur)
  public var day = Source<Day?>.fixed(nil)
  /// The rule that selects the published day; nil for the day itself, or the last one before.
  public var rule: NamedRule?
  /// The column of a row's own rule.
  public var ruleColumn: Int?
  public var dates = DateOrder.yearFirst
  /// Whether the sampled rows can be read with day and month swapped.
  public var isMonthDoubtful = false
  public var symbols = NumberSymbols.english
  /// Whether its numbers have more than one form, so that an ambiguous one can't be read.
  public var hasMixedNumbers = false
  /// The first ambiguous number, if no other decides.
  public var doubtfulNumber: (text: String, value: Rational, alternative: Rational)?

  /// The name of a column, or its number, counted from 1.
  public func name(_ column: Int) -> String {
    guard let names, names.indices.contains(column), !names[column].isEmpty else { return "\(column + 1)" }
    return names[column]
  }

  public func column(_ kind: TableColumn) -> Int? {
    switch kind {
    case .amount: amount
    case .rule: ruleColumn
    case .day: if case .column(let column) = day { column } else { nil }
    case .from: if case .column(let column) = from { column } else { nil }
    case .to: if case .column(let column) = to { column } else { nil }
    }
  }
}

extension TableColumn {
  /// The usual names of such a column, in lower case, likeliest first.
  var names: [String] {
    switch self {
    case .amount:
      [
        "amount", "total", "sum", "price", "net", "gross", "betrag", "summe", "umsatz", "preis", "montant", "importe",
        "importo", "kwota", "bedrag", "belopp", "المبلغ", "مبلغ", "value", "wert", "valor",
      ]
    case .day:
      [
        "date", "day", "booking date", "invoice date", "datum", "tag", "buchungstag", "buchungsdatum", "rechnungsdatum",
        "belegdatum", "fecha", "data", "dato", "التاريخ", "تاريخ",
      ]
    case .rule: ["rule", "regel", "قاعدة", "القاعدة"]
    case .from:
      [
        "from", "currency", "currency code", "ccy", "cur", "währung", "waehrung", "devise", "moneda", "moeda", "waluta",
        "valuta", "العملة", "عملة",
      ]
    case .to: ["to", "target", "target currency", "in", "nach", "zielwährung", "إلى"]
    }
  }
}

extension TableForm {
  /// Recognises a table by its first lines.
  ///
  /// `reader`: reads amounts and currencies in a number form. Throws a `TableFault` if something stays unclear.
  public init(
    of sample: ArraySlice<UInt8>, wishes: TableChoices, reader: (NumberSymbols) -> CalculationReader
  ) throws(TableFault) {
    self.init()
    let bytes = Array(sample)
    separator = Self.separator(of: bytes)
    var rows = Self.rows(of: bytes, separator)
    guard let first = rows.first else { throw .empty }
    width = first.count
    let forms =
      wishes.symbols.map { [$0] } ?? [wishes.locale]
      + ["en_US", "de_DE", "fr_FR", "de_CH"].map { NumberSymbols(posix: $0) }
    let readers = forms.map(reader)
    let isValue = { (cell: String) in
      Self.isDay(cell) || readers.contains { (try? $0.amount(cell)) != nil }
    }
    if !first.contains(where: isValue) {
      names = first
      rows.removeFirst()
    }
    let sheet = FirstRows(rows: rows, names: names, width: width)

    let currency = { (text: String) in try? readers[0].currencies(text).list.first }
    if let day = wishes.day {
      self.day = .fixed(day)
    } else if wishes.columns[.day] == .nowhere {
      self.day = .fixed(nil)
    } else if let column = try sheet.column(.day, wishes.columns[.day], where: Self.isDay) {
      self.day = .column(column)
      (dates, isMonthDoubtful) = Self.order(of: sheet.cells(column), monthFirst: wishes.putsMonthFirst)
    }
    (rule, ruleColumn) = try Self.rule(of: sheet, wishes)
    if let wish = wishes.columns[.to] {
      if let column = sheet.place(of: wish) {
        to = .column(column)
      } else if let currency = wish.currency(currency) {
        to = .fixed(currency)
      } else {
        throw .noColumn(wish.name, among: sheet.titles)
      }
    } else if let column = sheet.named(.to) {
      to = .column(column)
    } else if let target = wishes.target {
      to = .fixed(target)
    } else {
      throw .noTarget
    }
    if let wish = wishes.columns[.from], sheet.place(of: wish) == nil, let currency = wish.currency(currency) {
      from = .fixed(currency)
    } else if wishes.columns[.from] == .nowhere {
      from = nil
    } else if let column = try sheet.column(
      .from, wishes.columns[.from], besides: column(.to), where: { currency($0) != nil && $0.count == 3 })
    {
      from = .column(column)
    }
    guard
      let amount = try sheet.column(
        .amount, wishes.columns[.amount],
        where: { cell in !Self.isDay(cell) && readers.contains { (try? $0.amount(cell)) != nil } })
    else { throw .unclear(.amount, among: sheet.titles) }
    self.amount = amount
    recogniseNumbers(sheet.cells(amount), forms, readers)
    if from == nil,
      !sheet.cells(amount).contains(where: { cell in readers.contains { (try? $0.amount(cell))?.currency != nil } })
    {
      throw .noCurrency
    }
  }

  /// The rule of all rows, and the column of a row's own rule. A column found by its name only must contain one,
  /// because "rule" may mean anything.
  private static func rule(
    of sheet: FirstRows, _ wishes: TableChoices
  ) throws(TableFault) -> (NamedRule?, column: Int?) {
    switch wishes.columns[.rule] {
    case .rule(let rule): return (rule == .usual ? nil : rule, nil)
    case .nowhere: return (wishes.rule, nil)
    case let wish?:
      guard let column = sheet.place(of: wish) else { throw .noColumn(wish.name, among: sheet.titles) }
      return (wishes.rule, column)
    case nil:
      let column = sheet.named(.rule)
      return (wishes.rule, column.flatMap { sheet.cells($0).contains { NamedRule(cell: $0) != nil } ? $0 : nil })
    }
  }

  /// Chooses the form with the fewest foreign numbers, preferring the user's own.
  private mutating func recogniseNumbers(
    _ cells: [String], _ forms: [NumberSymbols], _ readers: [CalculationReader]
  ) {
    var best = Int.max
    for (form, reader) in zip(forms, readers) {
      var (foreign, hasDecided, doubtful) = (0, false, (text: String, value: Rational, alternative: Rational)?.none)
      for cell in cells {
        guard let notes = try? reader.amount(cell).notes else {
          foreign += 1
          continue
        }
        for note in notes {
          switch note.kind {
          case .foreignSeparators: foreign += 1
          case .ambiguousNumber(let value, let other): doubtful = doubtful ?? (cell, value, other)
          default: break
          }
        }
        if cell.contains(where: { ".,".contains($0) }), !notes.contains(where: \.isOfNumbers) { hasDecided = true }
      }
      guard foreign < best else { continue }
      (best, symbols, hasMixedNumbers) = (foreign, form, foreign > 0)
      doubtfulNumber = hasDecided ? nil : doubtful
    }
  }

  private static func isDay(_ cell: String) -> Bool {
    DateOrder.allCases.contains { $0.day(Array(cell.utf8)[...]) != nil }
  }

  /// The order that reads most of them, preferring the user's own for day and month.
  private static func order(of cells: [String], monthFirst: Bool) -> (DateOrder, isDoubtful: Bool) {
    func count(_ order: DateOrder) -> Int { cells.count { order.day(Array($0.utf8)[...]) != nil } }
    let (year, day, month) = (count(.yearFirst), count(.dayFirst), count(.monthFirst))
    if year >= max(day, month) { return (.yearFirst, false) }
    let takesMonth = day == month ? monthFirst : month > day
    return (takesMonth ? .monthFirst : .dayFirst, day == month)
  }

  static func rows(of bytes: [UInt8], _ separator: UInt8) -> [[String]] {
    var (scanner, start, rows) = (RecordScanner(separator: separator), 0, [[String]]())
    while rows.count < 200, let end = scanner.scan(bytes, from: start, isLast: true) {
      let cells = scanner.fields.map { RecordScanner.text(bytes[$0]).trimmed() }
      if cells.contains(where: { !$0.isEmpty }) { rows.append(cells) }
      start = end
    }
    return rows
  }

  /// The separator that cuts the first rows into equally many fields, and into most.
  static func separator(of bytes: [UInt8]) -> UInt8 {
    let candidates = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: "|")]
    let counts = candidates.map { separator in
      let widths = Self.rows(of: bytes, separator).prefix(20).map(\.count)
      return (separator, isEven: Set(widths).count == 1, least: widths.min() ?? 1)
    }
    let cutting = counts.filter { $0.least > 1 }
    return (cutting.first(where: \.isEven) ?? cutting.max { $0.least < $1.least })?.0 ?? UInt8(ascii: ",")
  }
}

/// The first rows of a table as text.
private struct FirstRows {
  let rows: [[String]]
  let names: [String]?
  let width: Int

  var titles: [String] { (0..<width).map { column in names.map { $0[column] } ?? "\(column + 1)" } }

  func cells(_ column: Int) -> [String] {
    rows.compactMap { $0.indices.contains(column) && !$0[column].isEmpty ? $0[column] : nil }
  }

  func place(of wish: ColumnChoice) -> Int? {
    if case .place(let place) = wish { return (0..<width).contains(place) ? place : nil }
    guard case .said(let name) = wish else { return nil }
    if let column = names?.firstIndex(where: { $0.lowercased() == name.lowercased() }) { return column }
    guard let number = Int(name), (1...width).contains(number) else { return nil }
    return number - 1
  }

  /// The first column with a usual name of that kind.
  func named(_ kind: TableColumn) -> Int? {
    kind.names.lazy.compactMap { name in names?.firstIndex { $0.lowercased() == name } }.first
  }

  /// The chosen column, else by its name, else the only one whose cells are all of that kind.
  func column(
    _ kind: TableColumn, _ wish: ColumnChoice?, besides taken: Int? = nil, where fits: (String) -> Bool
  ) throws(TableFault) -> Int? {
    if let wish {
      guard let column = place(of: wish) else { throw .noColumn(wish.name, among: titles) }
      return column
    }
    if let column = named(kind) { return column }
    let fitting = (0..<width).filter { column in
      let cells = cells(column)
      return column != taken && !cells.isEmpty && cells.allSatisfy(fits)
    }
    if fitting.count > 1 { throw .unclear(kind, among: fitting.map { titles[$0] }) }
    return fitting.first
  }
}

extension ColumnChoice {
  fileprivate var name: String {
    switch self {
    case .said(let name): name
    case .place(let place): "\(place + 1)"
    case .currency(let currency): currency.code
    case .rule(let rule): rule.name
    case .nowhere: ""
    }
  }

  /// The currency of all rows, if it names one.
  fileprivate func currency(_ read: (String) -> Currency?) -> Currency? {
    switch self {
    case .said(let name): read(name)
    case .currency(let currency): currency
    case .place, .rule, .nowhere: nil
    }
  }
}

extension NamedRule {
  init?(cell: String) { self.init(cell.lowercased()) }
}

extension ReadingNote {
  fileprivate var isOfNumbers: Bool {
    switch kind {
    case .ambiguousNumber, .foreignSeparators: true
    default: false
    }
  }
}
