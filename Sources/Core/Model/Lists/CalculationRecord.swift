// SPDX-License-Identifier: GPL-3.0-or-later

public struct CalculationRecord: Hashable, Sendable {
  /// The calculation as `CalculationWriter` writes it. Views show this text, and searches look in it.
  public var text: String
  public var lines: [RecordedLine]
  public var result: Currency
  public var targets: [Currency]
  public var day: Day?
  public var defaultCurrency: Currency?
  public var rule: NamedRule?
  public var fee: Fee?
  public var isRoundedToCash: Bool
  /// Whether the user removed all targets. If not, a list without targets gets the total's currency as its target.
  public var hasNoTargets = false
  public var savedAt: Timestamp
  public var rates: [UsedRate]
  /// The total. Nil after an error in a line.
  public var total: CalculationValue?

  public init(
    text: String, lines: [RecordedLine], result: Currency, targets: [Currency] = [], day: Day? = nil,
    defaultCurrency: Currency? = nil, rule: NamedRule? = nil, fee: Fee? = nil, isRoundedToCash: Bool = false,
    savedAt: Timestamp, rates: [UsedRate] = [], total: CalculationValue? = nil
  ) {
    self.text = text
    self.lines = lines
    self.result = result
    self.targets = targets
    self.day = day
    self.defaultCurrency = defaultCurrency
    self.rule = rule
    self.fee = fee
    self.isRoundedToCash = isRoundedToCash
    self.savedAt = savedAt
    self.rates = rates
    self.total = total
  }

  public init(_ list: FinishedCalculation, writer: CalculationWriter, savedAt: Timestamp) {
    let calculation = list.calculation
    self.init(
      text: writer.text(calculation, targets: Self.written(list.result, list.targets, of: calculation)),
      lines: calculation.lines.filter { !$0.isBlank }.map { RecordedLine($0, form: writer.form) },
      result: list.result, targets: list.targets, day: calculation.day, defaultCurrency: calculation.defaultCurrency,
      rule: calculation.rule, fee: list.fee, isRoundedToCash: list.roundsCash, savedAt: savedAt,
      rates: list.evaluation.rates, total: list.evaluation.total)
    hasNoTargets = list.hasNoTargets
  }

  /// The total of a single line in the target currencies. Empty for several lines, because their total is more useful.
  public var conversions: [Money] {
    guard lines.count == 1, case .money(let money)? = total else { return [] }
    return targets.compactMap { target in
      rates.first { $0.from == money.currency && $0.to == target }.map { Money($0.rate.convert(money.amount), target) }
    }
  }

  fileprivate static func written(_ result: Currency, _ targets: [Currency], of calculation: Calculation) -> [Currency]
  {
    let isPlain = targets.isEmpty && (calculation.lines.lazy.compactMap(\.currency).first ?? result) == result
    return isPlain ? [] : [result] + targets.filter { $0 != result }
  }

  /// A hash of the content. It is equal for equal calculations, even if their times and results differ.
  public var fingerprint: Fingerprint {
    // This is a separate expression, because the compiler needs four seconds for the combined expression.
    let feeText = fee.map { "\($0.share.fraction) \($0.direction)" }
    var form: [String] = [
      lines.map(\.identity).joined(separator: "\n"), result.code, targets.map(\.code).joined(separator: ","),
      day?.description ?? "", defaultCurrency?.code ?? "", feeText ?? "", "\(isRoundedToCash)",
    ]
    if let rule { form.append(rule.name) }
    return Fingerprint(form.joined(separator: "\n\n"))
  }
}

extension CalculationWriter {
  public func text(_ calculation: Calculation, asIn record: CalculationRecord) -> String {
    text(calculation, targets: CalculationRecord.written(record.result, record.targets, of: calculation))
  }
}

public struct SavedCalculation: Hashable, Sendable {
  public let id: UserObject.ID
  public var title: String
  public var record: CalculationRecord
  /// The stored position among the saved lists. Nil if the user never moved or changed the list.
  public var place: Rational?
  /// A hash of the stored content. If the hash of an open list changes, another program has changed the list.
  public let version: Fingerprint?

  public init(
    id: UserObject.ID, title: String, record: CalculationRecord, place: Rational? = nil, version: Fingerprint? = nil
  ) {
    self.id = id
    self.title = title
    self.record = record
    self.place = place
    self.version = version
  }

  /// The sort key of the list, ascending. Until the user moves a list, it is sorted by time, the newest first.
  public var standing: Rational { place ?? Self.place(at: record.savedAt) }

  /// Returns the position of a list that is saved at `time`. It is above all older lists.
  public static func place(at time: Timestamp) -> Rational { -Rational(time.milliseconds) }
}

public struct RecordedLine: Hashable, Sendable {
  public var sign: LineSign
  public var text: String
  /// The line with plain decimals, ISO codes and standard operators, for example `5500.5 USD / 2`.
  public var portable: String
  public var currency: Currency?
  public var day: Day?
  public var note: String
  public var exact: Money?
  /// The number format of `text`, from `NumberSymbols.form`. Empty if an older version of Kurs saved the line.
  public var form: String
  /// Whether `text` couldn't be read when it was saved. Then `portable` has no meaning.
  public var isUnread: Bool

  public init(
    sign: LineSign, text: String, portable: String, currency: Currency? = nil, day: Day? = nil, note: String = "",
    exact: Money? = nil, form: String = "", isUnread: Bool = false
  ) {
    self.sign = sign
    self.text = text
    self.portable = portable
    self.currency = currency
    self.day = day
    self.note = note
    self.exact = exact
    self.form = form
    self.isUnread = isUnread
  }

  public init(_ line: CalculationLine, form: String) {
    let isRead = (try? line.content.get()) != nil
    self.init(
      sign: line.sign, text: line.text, portable: line.portableText, currency: line.currency, day: line.day,
      note: line.note, exact: line.exact, form: line.isInUnknownForm ? Self.unknownForm : form,
      isUnread: !isRead && !line.isEmpty)
  }

  public static let unknownForm = "?"

  public var isEmpty: Bool { exact == nil && portable.allSatisfy(\.isWhitespace) }

  /// A text that is equal for lines with the same meaning, in any number format.
  public var identity: String {
    let amount = exact.map { "\($0.amount.fraction) \($0.currency)" } ?? portable
    return [
      sign == .minus ? "-" : "+", amount, currency?.code ?? "", day?.description ?? "", note,
    ].joined(separator: "\t")
  }
}

extension String {
  /// Whether the text has separators or digits that depend on the number format.
  public var hasNumberForm: Bool {
    contains { ".,'\u{2019}\u{66B}\u{66C}".contains($0) || ($0.isNumber && !("0"..."9").contains($0)) }
  }
}

extension CalculationLine {
  var portableText: String {
    guard exact == nil, case .success(let expression) = content else { return text }
    let rewritten = expression.rewriting(text) { action in
      switch action {
      case .number(let number): number.exactText()
      case .currency(let currency): " \(currency.code) "
      // Keep "toman", the only unit with a value above 1 (10 rials). It has no code and means the same in every locale.
      case .subunit(let currency, let share): share > .one ? nil : " \(currency.subunitCode) "
      case .weight: nil
      case .prefix(let index): OperationList.prefix[index].symbols[0]
      case .postfix(let index): OperationList.postfix[index].symbols[0]
      case .infix(let index): " \(OperationList.infix[index].symbols[0]) "
      }
    }
    return rewritten.split(separator: " ").joined(separator: " ")
  }
}

extension AmountExpression {
  /// Replaces the text of each step by the result of `word`. If `word` returns nil, that text doesn't change.
  func rewriting(_ text: String, _ word: (Action) -> String?) -> String {
    let source = Array(text.utf8)
    var (bytes, end) = ([UInt8](), 0)
    for step in steps.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard step.range.lowerBound >= end, step.range.upperBound <= source.count, let word = word(step.action)
      else { continue }
      bytes += source[end..<step.range.lowerBound] + Array(word.utf8)
      end = step.range.upperBound
    }
    return String(decoding: bytes + source[end...], as: UTF8.self)
  }

  func means(theSameAs other: AmountExpression) -> Bool { steps.map(\.action) == other.steps.map(\.action) }
}

public struct UsedRate: Hashable, Sendable {
  public let from: Currency
  public let to: Currency
  /// The day for which a rate was requested. Nil for the newest rate.
  public let requestedDay: Day?
  public let rate: ConversionPath

  public init(from: Currency, to: Currency, requestedDay: Day?, rate: ConversionPath) {
    self.from = from
    self.to = to
    self.requestedDay = requestedDay
    self.rate = rate
  }

  public var value: Rational { rate.value }

  public var isOwn: Bool { rate.isOwn }

  /// The provider of the rate. Nil for custom and legal rates.
  public var provider: ProviderID? { rate.provider }

  public var observed: Day? { rate.observed }
}

public struct SavedRates: RateSource {
  private let rates: [Key: ConversionPath]

  public init(_ rates: [UsedRate]) {
    self.rates = Dictionary(
      rates.map { (Key(from: $0.from, to: $0.to, day: $0.requestedDay), $0.rate) },
      uniquingKeysWith: { first, _ in first })
  }

  public func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    guard let rate = rates[Key(from: from, to: to, day: day)] else { throw .unknownCurrency(from.code) }
    return rate
  }

  private struct Key: Hashable {
    let from: Currency
    let to: Currency
    let day: Day?
  }
}

/// Reads stored lines, even if another locale or other choices for symbols were active when they were saved.
public struct RecordReader: Sendable {
  private let reader: CalculationReader
  private let plain: CalculationReader
  private let format: NumberFormat
  private let catalogue: CurrencyCatalogue

  /// Creates a reader. `reader` must use the number format of `symbols`.
  public init(_ reader: CalculationReader, symbols: NumberSymbols, catalogue: CurrencyCatalogue) {
    self.reader = reader
    self.catalogue = catalogue
    format = NumberFormat(symbols)
    plain = CalculationReader(symbols: .english, catalogue: catalogue)
  }

  public func lines(_ kept: [RecordedLine]) -> [CalculationLine] {
    kept.enumerated().map { line($1, id: .init($0 + 1)) }
  }

  public func calculation(_ record: CalculationRecord) -> Calculation {
    Calculation(
      lines: lines(record.lines), day: record.day,
      defaultCurrency: record.defaultCurrency, rule: record.rule)
  }

  private func line(_ kept: RecordedLine, id: CalculationLine.ID) -> CalculationLine {
    if let exact = kept.exact {
      return reader.line(
        id, sign: kept.sign, exactly: exact, minorUnit: catalogue.minorUnit(of: exact.currency), day: kept.day,
        note: kept.note)
    }
    let typed = read(kept.text, by: reader, kept, id)
    let isOwn = kept.form == format.symbols.form
    let portable = read(kept.portable, by: plain, kept, id)
    guard case .success(let meaning) = portable.content, !kept.isUnread else {
      // A text that had no value when it was saved must not get a value from another number format.
      let isKnown = isOwn || (kept.form.isEmpty && kept.portable != kept.text)
      return isKnown || (try? typed.content.get()) == nil ? typed : typed.inUnknownForm
    }
    if isOwn || kept.form.isEmpty, has(typed, meaning) { return typed }
    let rewritten = read(inOwnForm(kept.portable, meaning), by: reader, kept, id)
    return has(rewritten, meaning) ? rewritten : has(typed, meaning) ? typed : portable
  }

  private func read(
    _ text: String, by reader: CalculationReader, _ kept: RecordedLine, _ id: CalculationLine.ID
  ) -> CalculationLine {
    reader.line(id, sign: kept.sign, amount: text, currency: kept.currency, day: kept.day, note: kept.note)
  }

  private func has(_ line: CalculationLine, _ meaning: AmountExpression) -> Bool {
    if case .success(let read) = line.content { read.means(theSameAs: meaning) } else { false }
  }

  private func inOwnForm(_ portable: String, _ meaning: AmountExpression) -> String {
    meaning.rewriting(portable) { action in
      if case .number(let number) = action { format.exactText(number, grouped: false) } else { nil }
    }
  }
}
