// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// The place of a value in a table, as the user chose it.
public enum ColumnChoice: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name or number of a column, or the code or symbol of a currency.
  case typed(String)
  /// The place of a column, counted from 0.
  case place(Int)
  /// One currency for all rows, even if a column has that name.
  case currency(Currency)
  case rule(NamedRule)
  /// The value has no column. The currency is next to the amount, and the newest rates are used.
  case nowhere

  public init(stringLiteral value: String) { self = .typed(value) }
}

/// The user's choices for a table. Everything else is recognised.
public struct TableChoices: Sendable {
  public var columns: [TableColumn: ColumnChoice] = [:]
  public var target: Currency?
  public var day: Day?
  public var usesLatest = false
  public var rule: NamedRule?
  /// The number format. Nil to recognise it.
  public var symbols: NumberSymbols?
  /// The user's own number format. It is used if the numbers of a table are ambiguous.
  public var locale = NumberSymbols.english
  public var putsMonthFirst = false
  public var section: String?
  /// Whether the amounts are rates, which have any number of decimals.
  var areRates = false
  /// The known exports of banks. Called once a table's names are known.
  public var profiles: @Sendable () -> [BankProfile] = { [] }
  /// The user's corrections of an earlier table with these headings.
  public var earlier: @Sendable ([String]) -> TableCorrections? = { _ in nil }
  /// Today, because a statement with much later days is implausible. Nil if unknown.
  public var today: Day?

  public init() {}
}

public struct TableForm: Sendable {
  public enum Source<Value: Sendable & Equatable>: Sendable, Equatable {
    case column(Int)
    case fixed(Value)
  }

  public var separator = UInt8(ascii: ",")
  public var earlier = TableCorrections()
  public var bank: String?
  public var names: [String]?
  /// Letters before the codes in the column of currencies, which the bank adds.
  var codePrefixes = ""
  /// The record that names the columns, counted from 1; nil if none does.
  public var head: Int?
  /// The first record that can be a row.
  public var start = 1
  /// In a file of several tables, the first cell of this table's rows.
  public var section: String?
  public var width = 0
  public var amount = 0
  public var debit: Int?
  public var hasSignedDebits = false
  /// Whether the credits have a minus although the debits have none, as in card statements.
  public var hasNegatedCredits = false
  /// Whether a minus among the debits is read as a credit, because other debits have none.
  public var hasReversedDebits = false
  /// Whether two columns without names are taken for debit and credit.
  public var isPairAssumed = false
  public var balances: Set<Int> = []
  var statuses: [Int: BookingStatus] = [:]
  /// The bank's own words for transactions that aren't booked.
  var unbookedWords: Set<String> = []
  public var unbooked: Set<Int> = []
  public var direction: Int?
  /// Whether a column whose name means no sign is read as the sign of the amounts.
  public var isDirectionAssumed = false
  /// A column of kinds that may show which amounts are negative, because no amount has a minus.
  public var possibleDirection: Int?
  /// Whether the column of amounts has only debits, which are negative.
  public var hasOnlyDebits = false
  /// Whether the amounts already have a sign that agrees with their direction.
  public var hasSignedDirections = false
  /// Whether a letter beside an amount, such as S or H, is its direction.
  public var hasDirectionLetters = false
  /// Whether an amount without a direction is ambiguous, because other amounts have one.
  public var needsDirectionMark = false
  /// A column whose currencies aren't used, because the user chose one for all amounts.
  public var unusedCurrencies: Int?
  /// The source of the currency. Nil if each amount has its own currency beside it.
  public var from: Source<Currency>?
  /// The source of the debits' currency, if it isn't that of the credits.
  public var fromOfDebits: Source<Currency>?
  /// Whether a line before the table names the currency or scale, so that another such line changes it.
  var isFromPreamble = false
  /// A column whose name suggests that it changes the amounts, such as "Scale". This column isn't used.
  public var possibleFactor: Int?
  /// Whether other cells of the file or its bank put the month first. Nil if unknown.
  var monthFirst: Bool?
  /// The decimal separator of other columns. Nil if unknown.
  var otherMark: DecimalMark?
  /// The value of a unit of the amounts in the currency: a hundredth for pence.
  public var share = Rational(1)
  /// Whether the amounts are in subunits of the currency that a column or the user names.
  public var hasMinorUnits = false
  /// The power of ten in which the amounts are counted: 3 for a heading such as `Amount (USD thousands)`.
  public var scale = 0
  /// Whether the currencies are part of account names.
  public var hasAccounts = false
  public var to = Source.fixed(Currency.eur)
  /// More target currencies. Each has separate columns.
  public var others: [Currency] = []
  public var day = Source<Day?>.fixed(nil)
  public var rule: NamedRule?
  public var ruleColumn: Int?
  public var dates = DateOrder.yearFirst
  /// Whether dates are written in both orders. An ambiguous date can't be read then.
  public var hasMixedDates = false
  public var isMonthAmbiguous = false
  /// Whether all rows can also be read with the year first, as more recent dates.
  public var isYearAmbiguous = false
  public var symbols = NumberSymbols.english
  /// Whether numbers are written in several formats. An ambiguous number can't be read then.
  public var hasMixedNumbers = false
  public var ambiguousNumber: (text: String, value: Rational, alternative: Rational)?
  /// Whether other rows decide how to read the ambiguous number.
  public var isNumberDecided = true
  public var sharedSigns: [(text: String, currency: Currency)] = []
  /// The scales beside amounts, such as TEUR.
  public var scaledWords: [(text: String, unit: Rational, currency: Currency)] = []
  public var usesLatest: Bool { if case .fixed(nil) = day { rule == nil } else { false } }

  var decimal: DecimalMark { symbols.decimal == "," ? .comma : .point }

  /// The name of a column, or its number, counted from 1.
  public func name(_ column: Int) -> String {
    guard let names, names.indices.contains(column), !names[column].isEmpty else { return "\(column + 1)" }
    return names[column]
  }

  func isUnbooked(_ text: String, _ status: BookingStatus) -> Bool {
    status.isUnbooked(text) || status == .status && unbookedWords.contains(text.trimmed().lowercased())
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

  public var hasAmbiguities: Bool {
    isMonthAmbiguous || isYearAmbiguous || ambiguousNumber != nil && !isNumberDecided || !sharedSigns.isEmpty
      || hasNegatedCredits || hasReversedDebits || isPairAssumed || isDirectionAssumed || possibleDirection != nil
      || possibleFactor != nil || hasMixedNumbers || hasMixedDates
  }
}

extension TableForm {
  /// Recognises a table by all of its rows. Throws a `TableFault` if it is ambiguous, and the errors of `input`.
  public init(
    of input: inout TableInput, choices: TableChoices, catalogue: CurrencyCatalogue,
    reader: (NumberSymbols) -> CalculationReader
  ) throws {
    var recogniser = try TableRecogniser(Array(input.sample), choices, MoneyWords(reader(choices.locale), catalogue))
    do {
      try recogniser.recognise()
      self = recogniser.form
      let (words, currencies) = try read(&input, choices, recogniser.possibleDirections)
      if from == nil, !recogniser.hasOwnCurrencies { throw TableFault.noCurrency }
      sharedSigns += recogniser.sharedSigns(from == nil ? words : currencies)
      scaledWords = recogniser.scaledWords(words)
    } catch let fault as TableFault {
      // An open quotation mark hides the columns behind it.
      input.separate(by: recogniser.form.separator)
      while try input.advance() {}
      throw fault
    }
  }

  /// Returns the words beside the amounts, and the names in the column of currencies.
  private mutating func read(
    _ input: inout TableInput, _ choices: TableChoices, _ possible: [DirectionCells]
  ) throws -> (beside: Set<String>, currencies: Set<String>) {
    input.separate(by: separator)
    var cells = ColumnCells(self, possible)
    try cells.read(&input)
    (balances, unbooked) = (cells.balances.rows, cells.unbooked)
    var signs = cells.signs
    if direction == nil, let found = cells.others.first(where: \.isDirection) {
      direction = found.column
      signs = found.signs
    }
    hasSignedDirections = signs.areWritten
    hasSignedDebits = cells.debits.areWritten
    hasNegatedCredits = cells.credits.areAllMinus && cells.debits.areAllPlus || direction != nil && signs.areNegated
    let numbers = cells.numbers
    hasDirectionLetters =
      numbers.letters.count == 2 && Set(numbers.letters.compactMap { Direction(letter: $0) }).count == 2
    needsDirectionMark =
      (numbers.marked > 0) && (numbers.unmarked > 0) && (hasDirectionLetters || numbers.letters.isEmpty)
    if numbers.hasMinus || direction != nil { possibleDirection = nil }
    hasOnlyDebits = hasOnlyDebits && direction == nil && (numbers.hasPlus || !numbers.hasMinus)
    hasReversedDebits = cells.debits.areMixed || hasOnlyDebits && numbers.hasMinus
    take(numbers, choices)
    try take(cells.dates, choices)
    return (numbers.words, cells.currencies)
  }

  private mutating func take(_ numbers: NumberColumn, _ choices: TableChoices) {
    if let symbols = choices.symbols ?? earlier.numbers.map({ NumberSymbols(posix: $0) }) {
      self.symbols = symbols
    } else {
      let own: DecimalMark = choices.locale.decimal == "," ? .comma : .point
      let found = numbers.form(own: own, others: otherMark)
      symbols = found.mark == own ? choices.locale : NumberSymbols(posix: found.mark == .comma ? "de_DE" : "en_US")
      (hasMixedNumbers, isNumberDecided) = (found.isMixed, found.isDecided)
    }
    guard let (text, point, comma) = numbers.ambiguousExample, !hasMixedNumbers else { return }
    let sign = AmountCell(text)?.isNegative == true ? Rational(-1) : Rational.one
    ambiguousNumber =
      decimal == .point ? (text, sign * point, sign * comma) : (text, sign * comma, sign * point)
  }

  private mutating func take(_ dates: DateColumn, _ choices: TableChoices) throws {
    guard case .column(let column) = day else { return }
    if dates.readable == 0 {
      let (row, text) = dates.unreadable ?? (start, "")
      if dates.cells + dates.blank > 0 { throw TableFault.noDay(row: row, column: name(column), text: text) }
    }
    let named = TableHeading(name(column)).putsMonthFirst ?? monthFirst
    (self.dates, hasMixedDates, isMonthAmbiguous) = dates.form(
      monthFirst: named ?? choices.putsMonthFirst, isSure: named != nil, today: choices.today)
    if named != nil { isMonthAmbiguous = false }
    isYearAmbiguous = dates.isYearAmbiguous(self.dates, today: choices.today)
  }
}
