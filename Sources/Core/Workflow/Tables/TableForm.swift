// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// The user's choice for one part of the rows, such as the currency: a column, or one value for all rows.
public enum ColumnChoice: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name or number of a column, or the code or symbol of a currency.
  case typed(String)
  /// The index of a column, counted from 0.
  case place(Int)
  /// One currency for all rows, even if a column has the currency's name.
  case currency(Currency)
  case rule(NamedRule)
  /// No column has the value. So the currency is beside the amount, or the newest rates are used.
  case nowhere

  public init(stringLiteral value: String) { self = .typed(value) }
}

/// The user's choices for a table. All other properties are recognised from the table.
public struct TableChoices: Sendable {
  public var columns: [TableColumn: ColumnChoice] = [:]
  public var target: Currency?
  public var day: Day?
  public var usesLatest = false
  public var rule: NamedRule?
  /// The number format. Nil if it must be recognised.
  public var symbols: NumberSymbols?
  /// The user's own number format. It is used if the numbers of a table are ambiguous.
  public var locale = NumberSymbols.english
  public var putsMonthFirst = false
  public var section: String?
  /// Whether the amounts are rates, which may have any number of decimals.
  var areRates = false
  /// Returns the known export formats of banks. It is called after the names of the columns are known.
  public var profiles: @Sendable () -> [BankProfile] = { [] }
  /// Returns the user's corrections of an earlier table with these headings.
  public var earlier: @Sendable ([String]) -> TableCorrections? = { _ in nil }
  /// The current day. Much later dates in a statement are implausible. Nil if unknown.
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
  /// Letters that the bank adds before the codes in the column of currencies.
  var codePrefixes = ""
  /// The row that names the columns, counted from 1. Nil if the columns have no names.
  public var head: Int?
  /// The number of the first row that can contain an amount, counted from 1.
  public var start = 1
  /// The text in the first cell of this table's rows if the file contains several tables.
  public var section: String?
  /// Whether the user chose one of several tables that blank lines separate. Rows of the other tables stay unchanged.
  var isOneOfSeveral = false
  public var width = 0
  public var amount = 0
  public var debit: Int?
  public var hasSignedDebits = false
  /// Whether the credits have a minus and the debits have no minus, as in card statements.
  public var hasNegatedCredits = false
  /// Whether a debit with a minus is read as a credit, because other debits have no minus.
  public var hasReversedDebits = false
  /// Whether two columns without names are assumed to be debit and credit.
  public var isPairAssumed = false
  public var balances: Set<Int> = []
  var statuses: [Int: BookingStatus] = [:]
  /// The bank's own words for transactions that aren't booked yet.
  var unbookedWords: Set<String> = []
  public var unbooked: Set<Int> = []
  public var direction: Int?
  /// Whether the signs of the amounts are read from a column, although the column's name doesn't suggest this.
  public var isDirectionAssumed = false
  /// A column with kinds of transactions that may show which amounts are negative, because no amount has a minus.
  public var possibleDirection: Int?
  /// Whether the column of amounts has only debits, which are negative.
  public var hasOnlyDebits = false
  /// Whether the amounts already have the sign that the column `direction` means.
  public var hasSignedDirections = false
  /// Whether a letter beside an amount, such as S or H, means debit or credit.
  public var hasDirectionLetters = false
  /// Whether an amount without a word such as DR is ambiguous, because other amounts have such a word.
  public var needsDirectionMark = false
  /// A column whose currencies aren't used, because the user chose another currency for all amounts.
  public var unusedCurrencies: Int?
  /// The source of the currency. Nil if each amount has its own currency beside it.
  public var from: Source<Currency>?
  /// The source of the debits' currency if it differs from the currency of the credits.
  public var fromOfDebits: Source<Currency>?
  /// Whether a line before the table names the currency or the scale. A later line of this kind begins another table.
  var isFromPreamble = false
  /// A column whose name, such as "Scale", suggests a factor of the amounts. The amounts aren't multiplied by it.
  public var possibleFactor: Int?
  /// Whether dates begin with the month, according to other cells or to the bank's format. Nil if unknown.
  var monthFirst: Bool?
  /// The decimal separator of other columns. Nil if unknown.
  var otherMark: DecimalMark?
  /// The value of one unit of the amounts, as a multiple of the currency: 1/100 if the amounts are in pence.
  public var share = Rational(1)
  /// Whether the amounts are in subunits, such as cents, of the currency that a column or the user names.
  public var hasMinorUnits = false
  /// The power of ten by which the amounts are multiplied: 3 for a heading such as `Amount (USD thousands)`.
  public var scale = 0
  /// Whether the column of currencies contains account names, such as "CH2 USD".
  public var hasAccounts = false
  public var to = Source.fixed(Currency.eur)
  /// More target currencies. Each has separate columns.
  public var others: [Currency] = []
  public var day = Source<Day?>.fixed(nil)
  public var rule: NamedRule?
  public var ruleColumn: Int?
  public var dates = DateOrder.yearFirst
  /// Whether some dates begin with the day and others with the month. Then an ambiguous date can't be read.
  public var hasMixedDates = false
  public var isMonthAmbiguous = false
  /// Whether all dates can also be read with the year first, and would then be more recent.
  public var isYearAmbiguous = false
  public var symbols = NumberSymbols.english
  /// Whether numbers are written in two formats. Then an ambiguous number can't be read.
  public var hasMixedNumbers = false
  public var ambiguousNumber: (text: String, value: Rational, alternative: Rational)?
  /// Whether other cells decide how to read `ambiguousNumber`.
  public var isNumberDecided = true
  public var sharedSigns: [(text: String, currency: Currency)] = []
  /// The scales beside amounts, such as TEUR.
  public var scaledWords: [(text: String, unit: Rational, currency: Currency)] = []
  public var usesLatest: Bool { if case .fixed(nil) = day { rule == nil } else { false } }

  var decimal: DecimalMark { symbols.decimal == "," ? .comma : .point }

  /// Returns the name of a column, or its number if it has no name. The number counts from 1.
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
      // An open quotation mark that hides columns may cause `fault`. Reading on then throws a better error.
      input.separate(by: recogniser.form.separator)
      while try input.advance() {}
      throw fault
    }
  }

  /// Reads all rows. Returns the words in cells of amounts, as in `100 EUR`, and the names in the column of currencies.
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
