// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads typed and pasted text with one grammar, for the window, the clipboard and the terminal.
public struct CalculationReader: Sendable {
  /// A longer text is cut here, at the end of a row. 200 lines of a bank statement have half of it.
  public static let mostBytes = 65_536
  public static let mostLines = 1_000

  private let format: NumberFormat
  private(set) var rows: RowReader
  let statements: StatementReader

  /// `names`: currencies by their lower-case names in the user's language.
  public init(
    symbols: NumberSymbols, preferences: SymbolPreferences = SymbolPreferences(),
    names: [String: Currency] = [:],
    catalogue: CurrencyCatalogue, words: ReaderWords = .english, operations: OperationList = .standard
  ) {
    let lexicon = Lexicon(preferences: preferences, names: names, catalogue: catalogue)
    let lexer = Lexer(symbols: symbols, lexicon: lexicon, words: words, operations: operations)
    format = NumberFormat(symbols)
    rows = RowReader(lexer: lexer, operations: operations)
    statements = StatementReader(lexer: lexer, operations: operations)
  }

  /// The reader for a day, the base of "yesterday" and "last friday". It also reads `100 USD in EUR at 0.9`.
  public func on(_ today: Day) -> CalculationReader {
    var reader = self
    reader.rows.lexer.today = today
    return reader
  }

  /// Reads a whole text as lines, numbered from `first`.
  public func read(_ text: String, from first: CalculationLine.ID = .init(1)) -> ReadResult {
    let source = SourceText(text)
    var reading = Reading(nextID: first.number)
    let end = cut(source)
    let ranges = rowRanges(source, end: end)
    for range in ranges {
      if source.bytes[range].contains(UInt8(ascii: "\t")) {
        statements.read(source, row: range, into: &reading)
      } else {
        rows.read(source, row: range, isOnly: ranges.count == 1, into: &reading)
      }
      if reading.lines.count > Self.mostLines { break }
    }
    if let first = reading.lines.dropFirst(Self.mostLines).first?.offset {
      reading.lines.removeLast(reading.lines.count - Self.mostLines)
      reading.end(with: .tooManyLines(limit: Self.mostLines), at: first)
    } else if end < source.count {
      reading.end(with: .textTooLong(limit: Self.mostBytes), at: end)
    }
    let rates = ownRates(&reading)
    return ReadResult(
      text: text, calculation: Calculation(lines: reading.lines, day: reading.day), targets: reading.targets,
      rates: rates,
      notes: reading.notes.sorted { $0.range.lowerBound < $1.range.lowerBound },
      alternatives: alternatives(reading.notes), problems: reading.problems)
  }

  /// One line from the fields of a form: the amount as typed and the picked values.
  public func line(
    _ id: CalculationLine.ID, sign: LineSign = .plus, amount text: String, currency: Currency? = nil,
    day: Day? = nil, note: String = ""
  ) -> CalculationLine {
    rows.line(SourceText(text), id: id, sign: sign, currency: currency, day: day, note: note)
  }

  /// A line that keeps `money` exactly and shows it rounded: 100 USD to yen and back is 100.00.
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

  /// The rates typed in the text, each for the only currency of the lines.
  private func ownRates(_ reading: inout Reading) -> [CustomRate] {
    let named = Set(reading.lines.flatMap { [$0.currency].compactMap { $0 } + $0.currenciesNamed })
    return reading.rates.compactMap { rate in
      guard named.count == 1, let from = named.first,
        let own = CustomRate(from: from, to: rate.to, value: rate.value, note: "as typed")
      else {
        reading.problems.append(CalculationError(.unclearRate, at: rate.range))
        return nil
      }
      return own
    }
  }

  /// The end of the last whole row, because reading further could cut an amount.
  private func cut(_ source: SourceText) -> Int {
    guard source.count > Self.mostBytes else { return source.count }
    return source.bytes[..<Self.mostBytes].lastIndex(of: UInt8(ascii: "\n")) ?? 0
  }

  private func rowRanges(_ source: SourceText, end: Int) -> [Range<Int>] {
    source.bytes[..<end].split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
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
      default: []
      }
    }
  }
}

/// The text read so far.
struct Reading {
  var nextID: Int
  var lines: [CalculationLine] = []
  var day: Day?
  var targets: [Currency] = []
  /// Units of the target for one of the amount's currency.
  var rates: [(to: Currency, value: Rational, range: Range<Int>)] = []
  var notes: [ReadingNote] = []
  var problems: [CalculationError] = []

  /// Adds a last line that names what is missing, so that the sum of a part isn't taken for the total.
  mutating func end(with reason: CalculationError.Reason, at offset: Int) {
    lines.append(
      CalculationLine(
        id: takeID(), sign: .plus, text: "", amountText: "",
        content: .failure(CalculationError(reason, at: 0..<0)),
        currency: nil, day: nil, note: "", offset: offset))
  }

  mutating func takeID() -> CalculationLine.ID {
    defer { nextID += 1 }
    return .init(nextID)
  }
}

extension SourceText {
  /// Trims spaces at both ends. Tabs stay, because an empty first column counts.
  func trimmingSpaces(_ range: Range<Int>) -> Range<Int> {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    guard let first = bytes[range].firstIndex(where: { !isSpace($0) }),
      let last = bytes[range].lastIndex(where: { !isSpace($0) })
    else { return range.lowerBound..<range.lowerBound }
    return first..<(last + 1)
  }
}

extension CalculationReader {
  /// The number or sum in a form field or an argument, such as `2*19,90`, without a currency.
  public func number(_ text: String) throws(CalculationError) -> (value: Rational, notes: [ReadingNote]) {
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: source.trimmed(0..<source.count))
    var parser = ExpressionParser(operations: rows.operations, origin: 0)
    guard !tokens.isEmpty else { throw CalculationError(.noAmount, at: 0..<0) }
    let expression = try parser.parse(tokens[...])
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates())
    switch try expression.evaluate(in: &context) {
    case .number(let value): return (value, parser.notes)
    case .money: throw CalculationError(.secondCurrency, at: expression.currencyRange ?? 0..<source.count)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    }
  }

  /// The amount in a table cell, with its sign as banks write it, and the currency beside it.
  public func amount(
    _ cell: String
  ) throws(CalculationError) -> (value: Rational, currency: Currency?, notes: [ReadingNote]) {
    let source = SourceText(cell)
    let (line, notes) = try statements.amount(source, source.trimmed(0..<source.count))
    switch try line.content.get().valueWithoutRates {
    case .number(let number): return (line.sign == .minus ? -number : number, nil, notes)
    case .money(let money): return (line.sign == .minus ? -money.amount : money.amount, money.currency, notes)
    case .percent: throw CalculationError(.percentOfNothing, at: 0..<source.count)
    case nil: throw CalculationError(.secondCurrency, at: 0..<source.count)
    }
  }

  /// The currencies of a list such as `USD, GBP` or `€`, each once, by code, symbol or name. At least one.
  public func currencies(_ text: String) throws(CalculationError) -> (list: [Currency], notes: [ReadingNote]) {
    let source = SourceText(text)
    var (list, notes) = ([Currency](), [ReadingNote]())
    for token in rows.lexer.tokens(source, in: 0..<source.count) {
      switch token.kind {
      case .currency(let mention):
        if !list.contains(mention.currency) { list.append(mention.currency) }
        if let note = mention.note(at: token.range) { notes.append(note) }
      case .comma: break
      case .invalid(let reason): throw CalculationError(reason, at: token.range)
      default: throw CalculationError(.unknownWord(source.string(token.range)), at: token.range)
      }
    }
    guard !list.isEmpty else { throw CalculationError(.missingTarget, at: 0..<source.count) }
    return (list, notes)
  }
}

extension CurrencyMention {
  func note(at range: Range<Int>) -> ReadingNote? {
    candidates.isEmpty ? nil : ReadingNote(.symbolRead(as: currency, candidates: candidates), at: range)
  }
}

extension CalculationReader {
  /// Reads a search text or a command line, where `100 EUR USD` means "100 EUR in USD", and `EUR USD` is for 1.
  public func readQuestion(_ text: String) -> ReadResult {
    let asTyped = read(text)
    let source = SourceText(text)
    let tokens = rows.lexer.tokens(source, in: source.trimmed(0..<source.count))
    let start = tokens.lastIndex { !$0.isCurrency && !rows.lexer.joins($0, source) }.map { $0 + 1 } ?? 0
    let currencies = tokens[start...].filter(\.isCurrency)
    // The part before the first result currency: up to "in", to the second of two currencies, or to the one after `EUR
    // 100`.
    let isMarked = start > 0 && tokens[start - 1].kind == .into
    guard !asTyped.errors.isEmpty || asTyped.calculation.lines.contains(where: \.hasTwoCurrencies),
      let wish = isMarked ? currencies.first : currencies.dropFirst().first ?? currencies.first
    else { return asTyped }
    let amount = tokens.prefix { $0.range.lowerBound < wish.range.lowerBound && $0.kind != .into }
    guard let end = amount.last?.range.upperBound else { return asTyped }
    let one = amount.count == 1 && amount[0].isCurrency ? "1 " : ""
    let question = "\(one)\(source.string(0..<end)) \u{2192} \(source.string(wish.range.lowerBound..<source.count))"
    let read = read(question)
    return read.errors.isEmpty ? read : asTyped
  }
}

extension CalculationLine {
  /// Whether one amount has two currencies, which no rate can resolve.
  fileprivate var hasTwoCurrencies: Bool {
    guard case .success(let expression) = content else { return false }
    var context = EvaluationContext(result: .eur, day: nil, rates: NoRates())
    do throws(CalculationError) {
      _ = try expression.evaluate(in: &context)
      return false
    } catch { return error.reason == .secondCurrency }
  }
}
