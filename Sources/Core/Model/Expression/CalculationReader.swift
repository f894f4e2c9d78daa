// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads typed and pasted text as calculations. Window, clipboard and terminal use it, so they accept the same text.
public struct CalculationReader: Sendable {
  /// The most bytes of a text. A longer text is refused, because the total of its first part would mislead the user.
  public static let mostBytes = 1 << 21
  public static let mostLines = 10_000
  /// The most bytes of a row. A text with a longer row is refused as a whole.
  public static let mostBytesOfRow = 65_536

  private var format: NumberFormat
  private(set) var rows: RowReader
  private(set) var statements: StatementReader

  /// Creates a reader. `names` contains the names of currencies in the user's language, in lower case.
  public init(
    symbols: NumberSymbols, preferences: SymbolPreferences = SymbolPreferences(),
    names: [String: Currency] = [:], catalogue: CurrencyCatalogue, words: ReaderWords = .english
  ) {
    let lexicon = Lexicon(preferences: preferences, names: names, catalogue: catalogue)
    let lexer = Lexer(symbols: symbols, lexicon: lexicon, words: words)
    format = NumberFormat(symbols)
    let putsMonthFirst = preferences.region.map { ["US", "PH", "FM", "MH", "PW"].contains($0) } ?? true
    rows = RowReader(lexer: lexer, putsMonthFirst: putsMonthFirst)
    statements = StatementReader(lexer: lexer, putsMonthFirst: putsMonthFirst)
  }

  /// Returns a reader that also reads days such as "yesterday", and rates as in `100 USD in EUR at 0.9`.
  public func on(_ today: Day) -> CalculationReader {
    var reader = self
    reader.rows.lexer.today = today
    return reader
  }

  /// Reads a text. Other rows resolve an ambiguous amount: if a row contains 12,50, then 3.000 means 3000.
  public func read(_ text: String, from first: CalculationLine.ID = .init(1)) -> ReadResult {
    let own = readInOwnFormat(text, from: first)
    guard own.calculation.lines.count > 1, !format.symbols.isPlain, text.contains(where: \.isNewline),
      own.notes.contains(where: \.isAmbiguousNumber)
    else { return own }
    let others = [NumberSymbols.english, NumberSymbols(posix: "de_DE")].map {
      reading($0).readInOwnFormat(text, from: first)
    }
    let fitting = others.filter { other in !other.notes.contains(where: \.isForeignNumber) }
    return fitting.count == 1 ? fitting[0] : own
  }

  private func reading(_ symbols: NumberSymbols) -> CalculationReader {
    var reader = self
    reader.format = NumberFormat(symbols)
    reader.rows.lexer = rows.lexer.with(symbols)
    reader.statements.lexer = reader.rows.lexer
    return reader
  }

  private func readInOwnFormat(_ text: String, from first: CalculationLine.ID) -> ReadResult {
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

  /// Reads all rows. Adjacent rows with tabs or vertical bars are one table.
  private func read(_ source: SourceText, into reading: inout Reading) {
    let ranges = rowRanges(source)
    let numbered = zip(ranges.indices, ranges).map { (number: $0, range: $1) }
    var (index, prose) = (0, [(number: Int, range: Range<Int>)]())
    while index < ranges.count, reading.lines.count <= Self.mostLines {
      guard ranges[index].count <= Self.mostBytesOfRow else {
        reading.refuse(.textTooLong(limit: Self.mostBytesOfRow), from: reading.nextID)
        return
      }
      if ranges.count > 1, let unit = rows.lexer.unitOfAll(source, row: ranges[index]) {
        reading.take(unit, source, ranges[index])
        index += 1
        continue
      }
      guard let separator = source.separator(of: ranges[index]) else {
        if ranges.count > 1, rows.isProse(source, row: ranges[index]) {
          prose.append((index, ranges[index]))
        } else {
          rows.read(source, row: ranges[index], number: index, isOnly: ranges.count == 1, into: &reading)
        }
        index += 1
        continue
      }
      let end =
        ranges[index...].firstIndex { source.separator(of: $0) != separator || $0.count > Self.mostBytesOfRow }
        ?? ranges.count
      statements.read(source, rows: numbered[index..<end], into: &reading)
      index = end
    }
    for (number, range) in prose {
      if reading.rows.allSatisfy({ $0 == nil }) {
        rows.read(source, row: range, number: number, isOnly: false, into: &reading)
      } else {
        reading.note(.rowSkipped(.noAmount), at: range)
      }
    }
  }

  public func line(
    _ id: CalculationLine.ID, sign: LineSign = .plus, amount text: String, currency: Currency? = nil,
    day: Day? = nil, note: String = ""
  ) -> CalculationLine {
    rows.line(SourceText(text), id: id, sign: sign, currency: currency, day: day, note: note)
  }

  /// Creates a line with the exact `money` and a rounded text. So 100 USD converted to yen and back is 100.00.
  public func line(
    _ id: CalculationLine.ID, sign: LineSign = .plus, exactly money: Money, minorUnit: Int = 2,
    day: Day? = nil, note: String = ""
  ) -> CalculationLine {
    let text = format.amountText(money, minorUnit: minorUnit)
    return CalculationLine(
      id: id, sign: sign, text: text, amountText: text,
      content: .success(AmountExpression(money, range: 0..<text.utf8.count)), currency: money.currency,
      day: day, note: note, exact: money)
  }

  /// Returns the rates in the text, as in `100 USD in EUR at 0.9`. Adds an error if the currency is missing or unclear.
  private func ownRates(_ reading: inout Reading) -> [CustomRate] {
    let named = Set(reading.lines.flatMap { [$0.currency].compactMap { $0 } + $0.currenciesNamed })
    return reading.rates.compactMap { rate in
      guard named.count == 1, let from = named.first,
        let own = CustomRate(from: from, to: rate.to, value: rate.value, note: "as typed")
      else {
        reading.fail(.unclearRate, at: rate.range)
        return nil
      }
      return own
    }
  }

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
  /// Notes about slashes between Persian digits. Kurs divides, but many people write the slash as a decimal sign.
  fileprivate var persianSlashes: [ReadingNote] {
    guard utf8.contains(UInt8(ascii: "/")), utf8.contains(0xDB) else { return [] }
    let isPersian = { (scalar: Unicode.Scalar) in (0x6F0...0x6F9).contains(scalar.value) }
    let scalars = unicodeScalars
    let isBetweenDigits = { (slash: String.Index) in
      scalars[..<slash].last.map(isPersian) == true
        && scalars[scalars.index(after: slash)...].first.map(isPersian) == true
    }
    let slashes = scalars.indices.filter { scalars[$0] == "/" && isBetweenDigits($0) }
    return slashes.compactMap { slash -> ReadingNote? in
      let before = scalars[..<slash].reversed().prefix(while: isPersian).reversed() as [Unicode.Scalar]
      let rest = scalars[scalars.index(after: slash)...].prefix(while: isPersian)
      let after = Array(rest)
      let start = scalars.index(slash, offsetBy: -before.count)
      // Ignore the slashes of a text with two slashes, such as a date, because they aren't decimal signs.
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

struct Reading {
  var nextID: Int
  var lines: [CalculationLine] = []
  /// The number of each line's row. Nil if the row has several lines.
  var rows: [Int?] = []
  var alternatives: [ReadingAlternative] = []
  var day: Day?
  var targets: [Currency] = []
  /// The rates in the text. `value` is the number of units of `to` for one unit of the amount's currency.
  var rates: [(to: Currency, value: Rational, range: Range<Int>)] = []
  var notes: [ReadingNote] = []
  var problems: [CalculationError] = []
  /// The unit of the amounts in the rows below, according to a line such as "in TEUR".
  var unit = UnitOfAmounts()

  /// Uses a unit for the rows below. Adds an error if the row names a scale but amounts come before it.
  mutating func take(_ unit: UnitOfAmounts, _ source: SourceText, _ row: Range<Int>) {
    if unit.power > 0, !lines.isEmpty {
      problems.append(CalculationError(.unclearWords(source.string(row)), at: row))
    }
    notes.append(ReadingNote(.rowSkipped(.noAmount), at: row))
    // If no amount above a row such as "All amounts in EUR" has a currency, use the row's currency for all of them.
    let areNumbers = lines.allSatisfy { line in
      guard line.currency == nil, case .number? = (try? line.content.get())?.valueWithoutRates else { return false }
      return line.currenciesNamed.isEmpty
    }
    if let mention = unit.mention, !lines.isEmpty, areNumbers {
      lines = lines.map { $0.taking(mention) }
      notes.append(ReadingNote(.currencyAssumed(mention.currency), at: row))
    }
    self.unit = unit
  }

  mutating func note(_ kind: ReadingNote.Kind, at range: Range<Int>) {
    notes.append(ReadingNote(kind, at: range))
  }

  mutating func fail(_ reason: CalculationError.Reason, at range: Range<Int>) {
    problems.append(CalculationError(reason, at: range))
  }

  mutating func append(_ line: CalculationLine, row: Int?) {
    lines.append(line)
    rows.append(row)
  }

  /// Discards all that was read, because a partial total would mislead, and adds one error. `first`: the next line ID.
  mutating func refuse(_ reason: CalculationError.Reason, from first: Int) {
    self = Reading(nextID: first)
    let line = CalculationLine(
      id: takeID(), sign: .plus, text: "", amountText: "", content: .failure(CalculationError(reason, at: 0..<0)),
      offset: 0)
    append(line, row: nil)
  }

  mutating func takeID() -> CalculationLine.ID {
    defer { nextID += 1 }
    return .init(nextID)
  }
}

extension SourceText {
  func separator(of row: Range<Int>) -> UInt8? {
    // Ignore a semicolon at the end of a row, because it separates nothing.
    "\t|;".utf8.first { ($0 == UInt8(ascii: ";") ? bytes[row].dropLast() : bytes[row]).contains($0) }
  }

  /// Trims spaces but not tabs, because a tab at the start marks an empty first column.
  func trimmingSpaces(_ range: Range<Int>) -> Range<Int> {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    guard let first = bytes[range].firstIndex(where: { !isSpace($0) }),
      let last = bytes[range].lastIndex(where: { !isSpace($0) })
    else { return range.lowerBound..<range.lowerBound }
    return first..<(last + 1)
  }
}

extension CalculationReader {
  /// Reads a number or a calculation such as `2*19,90`, without a currency.
  public func number(_ text: String) throws(CalculationError) -> (value: Rational, notes: [ReadingNote]) {
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: source.trimmed(0..<source.count))
    var parser = ExpressionParser(origin: 0)
    guard !tokens.isEmpty else { throw CalculationError(.noAmount, at: 0..<0) }
    if let range = rows.lexer.range(in: tokens[...], source) { throw range }
    var expression = try parser.parse(tokens[...])
    if let negate = OperationList.negation, BracketedAmount(tokens[...]) != nil {
      expression = expression.negated(by: negate)
      parser.noteBrackets(at: 0..<source.count)
    }
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates())
    switch try expression.evaluate(in: &context) {
    case .number(let value): return (value, parser.notes)
    case .money: throw CalculationError(.secondCurrency, at: expression.currencyRange ?? 0..<source.count)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    }
  }

  /// Reads the exact amount of a cell, such as `($1,234.50)` or `12.50-`. `6459 GBp` (pence) is 64.59 pounds.
  public func amount(
    _ cell: String
  ) throws(CalculationError) -> (value: Rational, currency: Currency?, notes: [ReadingNote]) {
    let source = SourceText(cell)
    let (line, notes) = try statements.amount(source, source.trimmed(0..<source.count))
    switch try line.content.get().valueWithoutRates {
    case .number(let number): return (line.sign == .minus ? -number : number, line.currency, notes)
    case .money(let money): return (line.sign == .minus ? -money.amount : money.amount, money.currency, notes)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    case nil: throw CalculationError(.secondCurrency, at: 0..<source.count)
    }
  }

  /// Reads the unit in a table's cell, such as `€` or `pence`. `share` is the value of one unit in `currency`.
  public func unit(
    _ text: String
  ) throws(CalculationError) -> (currency: Currency, share: Rational, notes: [ReadingNote]) {
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: 0..<source.count)
    guard let first = tokens.first else { throw CalculationError(.missingTarget, at: 0..<source.count) }
    switch first.kind {
    case .currency(let mention) where tokens.count == 1:
      return (mention.currency, mention.share ?? .one, [mention.note(at: first.range)].compactMap { $0 })
    case .currency: throw CalculationError(.secondCurrency, at: tokens[1].range)
    case .invalid(let reason): throw CalculationError(reason, at: first.range)
    default: throw CalculationError(.unknownWord(source.string(first.range)), at: first.range)
    }
  }

  /// Reads a list such as `USD, GBP`. Throws if the text names no currency. Leaves out repetitions.
  public func currencies(_ text: String) throws(CalculationError) -> (list: [Currency], notes: [ReadingNote]) {
    let source = SourceText(text)
    var (list, notes) = ([Currency](), [ReadingNote]())
    for token in rows.lexer.tokens(source, in: 0..<source.count) {
      switch token.kind {
      case .currency(let mention):
        // Throw for a subunit such as "cents", which belongs to several currencies and would otherwise mean US dollars.
        if mention.share != nil, !mention.candidates.isEmpty {
          throw CalculationError(
            .undecidedCurrency(source.string(token.range), mention.candidates), at: token.range)
        }
        if !list.contains(mention.currency) { list.append(mention.currency) }
        if let note = mention.note(at: token.range) { notes.append(note) }
      case _ where rows.lexer.joins(token, source): break
      case .invalid(let reason): throw CalculationError(reason, at: token.range)
      default: throw CalculationError(.unknownWord(source.string(token.range)), at: token.range)
      }
    }
    guard !list.isEmpty else { throw CalculationError(.missingTarget, at: 0..<source.count) }
    return (list, notes)
  }
}

extension CalculationReader {
  /// Reads the text of a search. `100 EUR USD` means "100 EUR in USD", and `EUR USD` means "1 EUR in USD".
  public func readQuestion(_ text: String) -> ReadResult {
    if let plain = withoutPhrases(text) {
      let read = question(plain)
      if read.errors.isEmpty, !read.calculation.lines.isEmpty { return read }
    }
    return question(text)
  }

  private func withoutPhrases(_ text: String) -> String? {
    // A text with several rows or tabs is a table, not a question.
    guard text.utf8.count <= 400, !text.contains(where: { $0.isNewline || $0 == "\t" }) else { return nil }
    let plain = SpokenQuestion(text, rows.lexer).plain
    return plain == text ? nil : plain
  }

  private func question(_ text: String) -> ReadResult {
    let asTyped = read(text)
    // In a text with several rows, the last currency isn't a target, so return the text as it was read.
    guard !text.contains(where: \.isNewline) else { return asTyped }
    let source = SourceText(text)
    var tokens = rows.lexer.tokens(source, in: source.trimmed(0..<source.count))
    // Ignore a day at the end, as in "eur in usd today".
    if case .day = tokens.last?.kind { tokens.removeLast() }
    if tokens.last?.kind == .on { tokens.removeLast() }
    let start = tokens.lastIndex { !$0.isCurrency && !rows.lexer.joins($0, source) }.map { $0 + 1 } ?? 0
    let currencies = tokens[start...].filter(\.isCurrency)
    let isMarked = start > 0 && tokens[start - 1].kind == .into
    // A letter before a currency may be a unit of weight: `5 g EUR`.
    let isUnit = currencies.first.map { $0.range.count == 1 && source.string($0.range).contains(where: \.isLetter) }
    let isUnclear = asTyped.errors.contains { [.amountRange, .severalAmounts].contains($0.reason) }
    // Don't use the second currency of "450 EUR Flight USD" as the target, because its meaning is unclear.
    let isBehindWord = !isMarked && start > 0 && tokens[start - 1].isWord
    guard isMarked || isUnit != true, !isUnclear, !isBehindWord,
      !asTyped.errors.isEmpty || asTyped.calculation.lines.contains(where: \.hasTwoCurrencies),
      let target = isMarked ? currencies.first : currencies.dropFirst().first ?? currencies.first,
      isMarked || !target.isSharedSubunit
    else { return asTyped }
    let amount = tokens.prefix { $0.range.lowerBound < target.range.lowerBound && $0.kind != .into }
    let between = tokens.dropFirst(amount.count).prefix { $0.range.lowerBound < target.range.lowerBound }
    guard let end = amount.last?.range.upperBound, between.allSatisfy({ $0.kind == .into }) else { return asTyped }
    let one = amount.count == 1 && amount[0].isCurrency ? "1 " : ""
    let question = "\(one)\(source.string(0..<end)) \u{2192} \(source.string(target.range.lowerBound..<source.count))"
    let read = read(question)
    return read.errors.isEmpty ? read : asTyped
  }
}

extension CalculationLine {
  fileprivate var hasTwoCurrencies: Bool {
    guard case .success(let expression) = content else { return false }
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates())
    do throws(CalculationError) {
      _ = try expression.evaluate(in: &context)
      return false
    } catch { return error.reason == .secondCurrency }
  }
}
