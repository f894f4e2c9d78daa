// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads what people type and paste: one grammar for the window, the clipboard and the terminal.
public struct CalculationReader: Sendable {
  /// Of a longer text nothing is read: the total of a part would be taken for that of the whole.
  public static let mostBytes = 1 << 21
  public static let mostLines = 10_000
  /// A longer row is no row of a list.
  public static let mostBytesOfRow = 65_536

  private let format: NumberFormat
  private(set) var rows: RowReader
  let statements: StatementReader

  /// `names`: currencies by their names in the person's language, lower case.
  public init(
    symbols: NumberSymbols, preferences: SymbolPreferences = SymbolPreferences(),
    names: [String: Currency] = [:],
    catalogue: CurrencyCatalogue, words: ReaderWords = .english, operations: OperationList = .standard
  ) {
    let lexicon = Lexicon(preferences: preferences, names: names, catalogue: catalogue)
    let lexer = Lexer(symbols: symbols, lexicon: lexicon, words: words, operations: operations)
    format = NumberFormat(symbols)
    rows = RowReader(lexer: lexer, operations: operations)
    let putsMonthFirst = preferences.region.map { ["US", "PH", "FM", "MH", "PW"].contains($0) } ?? true
    statements = StatementReader(lexer: lexer, operations: operations, putsMonthFirst: putsMonthFirst)
  }

  /// The same for a day, from which "yesterday" and "last friday" are counted; `100 USD in EUR at 0.9` is read as well.
  public func on(_ today: Day) -> CalculationReader {
    var reader = self
    reader.rows.lexer.today = today
    return reader
  }

  /// A whole text as lines, numbered from `first`.
  public func read(_ text: String, from first: CalculationLine.ID = .init(1)) -> ReadResult {
    let source = SourceText(text)
    var reading = Reading(nextID: first.number)
    if source.count > Self.mostBytes {
      reading.refuse(.textTooLong(limit: Self.mostBytes), from: first.number)
    } else {
      read(source, into: &reading)
      if reading.lines.count > Self.mostLines {
        reading.refuse(.tooManyLines(limit: Self.mostLines), from: first.number)
      }
    }
    reading.leaveOutTotals(source)
    reading.notes += text.persianSlashes
    let rates = ownRates(&reading)
    return ReadResult(
      text: text, calculation: Calculation(lines: reading.lines, day: reading.day), targets: reading.targets,
      rates: rates,
      notes: reading.notes.sorted { $0.range.lowerBound < $1.range.lowerBound },
      alternatives: alternatives(reading.notes) + reading.alternatives + undecided(reading.lines),
      problems: reading.problems)
  }

  /// Rows with tabs or bars that stand below each other are one table.
  private func read(_ source: SourceText, into reading: inout Reading) {
    let ranges = rowRanges(source)
    let numbered = zip(ranges.indices, ranges).map { (number: $0, range: $1) }
    var index = 0
    while index < ranges.count, reading.lines.count <= Self.mostLines {
      guard ranges[index].count <= Self.mostBytesOfRow else {
        reading.refuse(.textTooLong(limit: Self.mostBytesOfRow), from: reading.nextID)
        return
      }
      guard let separator = source.separator(of: ranges[index]) else {
        rows.read(source, row: ranges[index], number: index, isOnly: ranges.count == 1, into: &reading)
        index += 1
        continue
      }
      let end =
        ranges[index...].firstIndex { source.separator(of: $0) != separator || $0.count > Self.mostBytesOfRow }
        ?? ranges.count
      statements.read(source, rows: numbered[index..<end], into: &reading)
      index = end
    }
  }

  /// One line out of the fields of a form: the amount as typed, and what its pickers say.
  public func line(
    _ id: CalculationLine.ID, sign: LineSign = .plus, amount text: String, currency: Currency? = nil,
    day: Day? = nil, note: String = ""
  ) -> CalculationLine {
    rows.line(SourceText(text), id: id, sign: sign, currency: currency, day: day, note: note)
  }

  /// A line that holds `money` to the last digit and shows it rounded: 100 USD to yen and back are 100.00.
  public func line(
    _ id: CalculationLine.ID, sign: LineSign = .plus, exactly money: Money, minorUnit: Int = 2,
    day: Day? = nil,
    note: String = ""
  ) -> CalculationLine {
    let text = format.amountText(money, minorUnit: minorUnit)
    return CalculationLine(
      id: id, sign: sign, text: text, amountText: text,
      content: .success(AmountExpression(money, range: 0..<text.utf8.count)), currency: money.currency,
      day: day,
      note: note, offset: nil, exact: money)
  }

  /// The rates that were typed along: each for one of the only currency of the lines.
  private func ownRates(_ reading: inout Reading) -> [OwnRate] {
    let named = Set(reading.lines.flatMap { [$0.currency].compactMap { $0 } + $0.currenciesNamed })
    return reading.rates.compactMap { rate in
      guard named.count == 1, let from = named.first,
        let own = OwnRate(from: from, to: rate.to, value: rate.value, note: "as typed")
      else {
        reading.problems.append(CalculationError(.unclearRate, at: rate.range))
        return nil
      }
      return own
    }
  }

  /// The currencies that a shared name can mean, where none is likelier.
  private func undecided(_ lines: [CalculationLine]) -> [ReadingAlternative] {
    lines.flatMap { line -> [ReadingAlternative] in
      guard case .failure(let error) = line.content, case .undecidedCurrency(_, let currencies) = error.reason else {
        return []
      }
      let start = (line.offset ?? 0) + error.range.lowerBound
      return currencies.map {
        ReadingAlternative(
          range: start..<(start + error.range.count), meaning: .currency($0), replacement: " \($0.code) ")
      }
    }
  }

  private func rowRanges(_ source: SourceText) -> [Range<Int>] {
    source.bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { source.trimmingSpaces($0.startIndex..<$0.endIndex) }
      .filter { !source.trimmed($0).isEmpty }
  }

  private func alternatives(_ notes: [ReadingNote]) -> [ReadingAlternative] {
    notes.sorted { $0.range.lowerBound < $1.range.lowerBound }.flatMap { note -> [ReadingAlternative] in
      switch note.kind {
      case .ambiguousNumber(_, let other):
        [ReadingAlternative(range: note.range, meaning: .number(other), replacement: format.exactText(other))]
      case .symbolRead(let chosen, let candidates):
        candidates.filter { $0 != chosen }.map {
          ReadingAlternative(range: note.range, meaning: .currency($0), replacement: " \($0.code) ")
        }
      case .subunitRead(let chosen, _, let candidates):
        candidates.filter { $0 != chosen }.map {
          ReadingAlternative(range: note.range, meaning: .currency($0), replacement: " \($0.subunitCode) ")
        }
      case .ambiguousDay(_, let other):
        [ReadingAlternative(range: note.range, meaning: .day(other), replacement: other.description)]
      default: []
      }
    }
  }
}

extension String {
  /// A slash between two runs of Persian digits, which divides and is how many write a decimal sign.
  fileprivate var persianSlashes: [ReadingNote] {
    guard utf8.contains(UInt8(ascii: "/")) else { return [] }
    let isPersian = { (scalar: Unicode.Scalar) in (0x6F0...0x6F9).contains(scalar.value) }
    let scalars = unicodeScalars
    return scalars.indices.filter { scalars[$0] == "/" }.compactMap { slash -> ReadingNote? in
      let before = scalars[..<slash].reversed().prefix(while: isPersian).reversed() as [Unicode.Scalar]
      let rest = scalars[scalars.index(after: slash)...].prefix(while: isPersian)
      let after = Array(rest)
      let start = scalars.index(slash, offsetBy: -before.count)
      // Two slashes are a date.
      let isAlone =
        scalars[..<start].last.map { $0 != "/" && $0.digit == nil } ?? true
        && scalars[rest.endIndex...].first.map { $0 != "/" && $0.digit == nil } ?? true
      let written = { (digits: [Unicode.Scalar]) in digits.map { "\($0.value - 0x6F0)" }.joined() }
      guard isAlone, let upper = Rational(text: written(before)), let lower = Rational(text: written(after)),
        let quotient = upper.divided(by: lower), let decimal = Rational(text: "\(written(before)).\(written(after))")
      else { return nil }
      let place =
        utf8.distance(from: utf8.startIndex, to: start)..<utf8.distance(from: utf8.startIndex, to: rest.endIndex)
      return ReadingNote(.ambiguousNumber(value: quotient, alternative: decimal), at: place)
    }
  }
}

/// The text read so far.
struct Reading {
  var nextID: Int
  var lines: [CalculationLine] = []
  /// The number of the row of each line; nil for one of several lines of a row.
  var rows: [Int?] = []
  /// Readings that no note stands for.
  var alternatives: [ReadingAlternative] = []
  var day: Day?
  var targets: [Currency] = []
  /// The target amount that the rate gives for one.
  var rates: [(to: Currency, value: Rational, range: Range<Int>)] = []
  var notes: [ReadingNote] = []
  var problems: [CalculationError] = []

  mutating func append(_ line: CalculationLine, row: Int?) {
    lines.append(line)
    rows.append(row)
  }

  /// Takes one line that says why nothing was read in place of all: a part's total is not the total.
  mutating func refuse(_ reason: CalculationError.Reason, from first: Int) {
    self = Reading(nextID: first)
    let line = CalculationLine(
      id: takeID(), sign: .plus, text: "", amountText: "", content: .failure(CalculationError(reason, at: 0..<0)),
      currency: nil, day: nil, note: "", offset: 0)
    append(line, row: nil)
  }

  mutating func takeID() -> CalculationLine.ID {
    defer { nextID += 1 }
    return .init(nextID)
  }
}

extension SourceText {
  /// The tab or bar between the cells of a row; nil for a row of another kind.
  func separator(of row: Range<Int>) -> UInt8? {
    if bytes[row].contains(UInt8(ascii: "\t")) { return UInt8(ascii: "\t") }
    return bytes[row].contains(UInt8(ascii: "|")) ? UInt8(ascii: "|") : nil
  }

  /// Trims spaces at both ends; tabs stay, because an empty first column counts.
  func trimmingSpaces(_ range: Range<Int>) -> Range<Int> {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    guard let first = bytes[range].firstIndex(where: { !isSpace($0) }),
      let last = bytes[range].lastIndex(where: { !isSpace($0) })
    else { return range.lowerBound..<range.lowerBound }
    return first..<(last + 1)
  }
}
