// SPDX-License-Identifier: GPL-3.0-or-later

public struct Calculation: Hashable, Sendable {
  public var lines: [CalculationLine]
  /// The day whose rates the lines use if they have no own day. Nil selects the newest rates.
  public var day: Day?
  /// The currency of amounts that were typed without a currency. Nil if they stay plain numbers.
  public var defaultCurrency: Currency?
  /// The rule that turns a line's day into the day of its rates. If nil, the last rates up to the line's day are used.
  public var rule: NamedRule?

  public init(
    lines: [CalculationLine] = [], day: Day? = nil, defaultCurrency: Currency? = nil, rule: NamedRule? = nil
  ) {
    self.lines = lines
    self.day = day
    self.rule = rule
    self.defaultCurrency = defaultCurrency
  }
}

extension Calculation {
  /// The days whose rates the lines need. An element that is nil means the newest rates.
  public var days: Set<Day?> { Set(lines.map { $0.day ?? day }) }

  /// Calculates each line in `result`, and the total in `result` and `targets`. If a line fails, the total is missing.
  public func evaluate(rates: any RateSource, result: Currency, targets: [Currency] = []) -> Evaluation {
    var context = EvaluationContext(result: result, day: day, rates: rates)
    var within: [[CustomRate]] = []
    let values = lines.map { line in
      context.ownRates = []
      let value = value(of: line, in: &context)
      within.append(context.ownRates)
      return value
    }
    let hasMoney =
      defaultCurrency != nil
      || zip(lines, values).contains { ($0.currency != nil && !$0.isEmpty) || (try? $1.get())?.money != nil }
    var sum = RunningSum(
      knowsAbove: values.contains { if case .success(.percent) = $0 { true } else { false } })
    let outcomes = zip(zip(lines, values), within).map { valued, within in
      let (line, value) = valued
      let outcome = value.flatMap { amounts(of: line, $0, hasMoney, after: &sum, in: &context) }
      let (share, day) = (share(in: value, of: line), line.day ?? day)
      if !line.isEmpty { sum.add(outcome, scaling: share, on: day) }
      return Evaluation.Line(id: line.id, day: day, outcome: outcome, share: share, ownWithin: within)
    }
    let sums = sum.byDay
    let total = sums.map { Array($0.values).exactSum }
    var conversions: [Currency: Result<Evaluation.Conversion, RateError>] = [:]
    for target in targets where target != result && hasMoney {
      conversions[target] = sums.map { sums in
        Result { () throws(RateError) in try context.conversion(of: sums, to: target) }
      }
    }
    return Evaluation(
      result: result, lines: outcomes, total: total.map { hasMoney ? .money(Money($0, result)) : .number($0) },
      conversions: conversions, rates: context.used)
  }

  private func value(
    of line: CalculationLine, in context: inout EvaluationContext
  ) -> Result<CalculationValue, CalculationError> {
    context.day = line.day ?? day
    return line.content.flatMap { expression in
      do throws(CalculationError) { return .success(try expression.evaluate(in: &context)) } catch {
        return .failure(error)
      }
    }
  }

  private func amounts(
    of line: CalculationLine, _ value: CalculationValue, _ hasMoney: Bool, after sum: inout RunningSum,
    in context: inout EvaluationContext
  ) -> Result<Evaluation.Amounts, CalculationError> {
    context.day = line.day ?? day
    do throws(CalculationError.Reason) {
      let own = line.sign == .minus ? value.with(-value.amount) : value
      switch own {
      case .percent(let share):
        return .success(try percentage(share, of: &sum, hasMoney, in: context))
      case .money(let money):
        return .success(try converted(money, in: &context))
      case .number(let number):
        guard hasMoney else { return .success(.init(own: own, inResult: number, rate: nil)) }
        guard let currency = line.currency ?? defaultCurrency else { throw .currencyMissing }
        return .success(try converted(Money(number, currency), in: &context))
      }
    } catch {
      return .failure(CalculationError(error, at: 0..<line.text.utf8.count))
    }
  }

  private func share(
    in value: Result<CalculationValue, CalculationError>, of line: CalculationLine
  ) -> Rational? {
    guard case .success(.percent(let share)) = value else { return nil }
    return line.sign == .minus ? -share : share
  }

  private func converted(
    _ money: Money, in context: inout EvaluationContext
  ) throws(CalculationError.Reason) -> Evaluation.Amounts {
    guard money.currency != context.result else {
      return .init(own: .money(money), inResult: money.amount, rate: nil)
    }
    let rate = try context.rate(from: money.currency, to: context.result)
    return .init(own: .money(money), inResult: rate.convert(money.amount), rate: rate)
  }

  /// Returns the amount of a line that is only a percentage. The percentage refers to the sum of the lines above.
  private func percentage(
    _ share: Rational, of sum: inout RunningSum, _ hasMoney: Bool, in context: EvaluationContext
  ) throws(CalculationError.Reason) -> Evaluation.Amounts {
    guard !sum.isEmpty else { throw .percentOfNothing }
    guard let above = sum.above else { throw .linesAboveFailed }
    let amount = above.unreducedProduct(with: share)
    let own: CalculationValue = hasMoney ? .money(Money(amount, context.result)) : .number(amount)
    return .init(own: own, inResult: amount, rate: nil)
  }
}

public struct CalculationLine: Hashable, Sendable {
  public struct ID: Hashable, Sendable, Comparable {
    public let number: Int

    public init(_ number: Int) {
      self.number = number
    }

    public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  public var id: ID
  public var sign: LineSign
  /// The typed text without the sign, for example `5500 USD / 2`.
  public internal(set) var text: String
  /// The text without its currency, such as `5500 / 2`. It equals `text` if the currency can't be removed.
  public internal(set) var amountText: String
  public internal(set) var content: Result<AmountExpression, CalculationError>
  /// The currency in the text, or else the user's choice. Nil for a line without a currency or with several.
  public internal(set) var currency: Currency?
  public var day: Day?
  public var note = ""
  /// The start of `text` in the whole text that was read, in UTF-8 bytes. Nil if the line wasn't read from a text.
  public internal(set) var offset: Int?
  /// The unrounded amount, if Kurs calculated this line and rounded the amount in `text`. Nil for a typed line.
  public internal(set) var exact: Money?

  public var isEmpty: Bool {
    if case .failure(let error) = content { error.reason == .noAmount } else { false }
  }
}

extension CalculationLine {
  public var isBlank: Bool { isEmpty && note.isEmpty && day == nil && sign == .plus }

  public var currenciesNamed: [Currency] { (try? content.get())?.currencies ?? [] }

  /// The value of a plain number. Nil for money, percentages and errors.
  public var number: Rational? {
    guard case .number(let number)? = (try? content.get())?.valueWithoutRates else { return nil }
    return number
  }

  public func taking(_ picked: Currency) -> CalculationLine {
    guard currency == nil, currenciesNamed.isEmpty else { return self }
    var line = self
    line.currency = picked
    return line
  }

  public func holding(_ money: Money) -> CalculationLine {
    CalculationLine(
      id: id, sign: sign, text: text, amountText: amountText,
      content: .success(AmountExpression(money, range: 0..<text.utf8.count)), currency: money.currency, day: day,
      note: note, offset: offset, exact: money)
  }

  public var inUnknownForm: CalculationLine {
    CalculationLine(
      id: id, sign: sign, text: text, amountText: text,
      content: .failure(CalculationError(.unknownNumberForm, at: 0..<text.utf8.count)),
      currency: currenciesNamed.isEmpty ? currency : nil, day: day, note: note)
  }

  public var isInUnknownForm: Bool {
    if case .failure(let error) = content { error.reason == .unknownNumberForm } else { false }
  }

  /// The amount, if it can be calculated without rates. Nil for a percentage, an error, or a sum of several currencies.
  public var amountWithoutRates: (amount: Rational, currency: Currency?)? {
    switch (try? content.get())?.valueWithoutRates {
    case .number(let number)?: (number, nil)
    case .money(let money)?: (money.amount, money.currency)
    case .percent?, nil: nil
    }
  }

  public static func empty(_ id: ID) -> CalculationLine {
    CalculationLine(
      id: id, sign: .plus, text: "", amountText: "", content: .failure(CalculationError(.noAmount, at: 0..<0)))
  }
}

/// Writes a calculation as text. `CalculationReader` reads that text as the same lines.
public struct CalculationWriter: Sendable {
  private let format: NumberFormat

  public init(symbols: NumberSymbols) {
    format = NumberFormat(symbols)
  }

  var form: String { format.symbols.form }

  public func text(_ calculation: Calculation, targets: [Currency] = []) -> String {
    var rows = calculation.lines.filter { !$0.isEmpty }.map { text($0, default: calculation.defaultCurrency) }
    if let day = calculation.day { rows.append("on \(day)") }
    if !targets.isEmpty { rows.append("in " + targets.map(\.code).joined(separator: ", ")) }
    return rows.joined(separator: "\n")
  }

  public func text(_ line: CalculationLine, default fallback: Currency? = nil) -> String {
    let amount = line.exact.map { "\(format.exactText($0.amount)) \($0.currency)" } ?? written(line, fallback)
    return (line.sign == .minus ? "-" : "") + amount + (line.day.map { " on \($0)" } ?? "")
  }

  private func written(_ line: CalculationLine, _ fallback: Currency?) -> String {
    guard case .success(let expression) = line.content, case .number = expression.valueWithoutRates,
      expression.currencies.isEmpty, let currency = line.currency ?? fallback
    else { return line.text }
    return expression.isSingleNumber ? "\(line.text) \(currency)" : "(\(line.text)) \(currency)"
  }
}

extension AmountExpression {
  var isSingleNumber: Bool {
    steps.allSatisfy { step in
      switch step.action {
      case .number, .prefix: true
      default: false
      }
    }
  }
}
