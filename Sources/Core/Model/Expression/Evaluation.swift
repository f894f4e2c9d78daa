// SPDX-License-Identifier: GPL-3.0-or-later

public struct Evaluation: Hashable, Sendable {
  public struct Line: Hashable, Sendable {
    public let id: CalculationLine.ID
    /// The day of the line's rates: the line's own day, or else the day of the whole list. Nil for the newest rates.
    public let day: Day?
    public let outcome: Result<Amounts, CalculationError>
    /// The percentage as a signed fraction, if the line is a percentage of the lines above. Nil for other lines.
    let share: Rational?
    public let ownWithin: [CustomRate]
  }

  /// A line's amount with its sign, in the line's own currency and in the result currency. Both are unrounded.
  public struct Amounts: Hashable, Sendable {
    public let own: CalculationValue
    public let inResult: Rational
    public let rate: ConversionPath?
  }

  /// The total in another currency. The sum of each day's lines is converted at that day's rate.
  public struct Conversion: Hashable, Sendable {
    public let money: Money
    /// The rates, one for each day of the lines, oldest day first.
    public let rates: [UsedRate]

    /// The only conversion path. Nil if the lines use rates of several days.
    public var path: ConversionPath? { rates.count == 1 ? rates[0].rate : nil }
  }

  public let result: Currency
  public internal(set) var lines: [Line]
  /// The exact sum. It is nil if a line has an error, and a plain number if no line has a currency.
  public let total: CalculationValue?
  /// The total in each requested target currency. Empty unless the total is money.
  public let conversions: [Currency: Result<Conversion, RateError>]
  public let rates: [UsedRate]

  /// Returns the total in `currency`. Nil without a total, or if the total couldn't be converted.
  public func amount(in currency: Currency) -> Rational? {
    currency == result ? total?.amount : (try? conversions[currency]?.get())?.money.amount
  }

  /// Returns each line's signed amount; nil if any line failed. Rounding by law can make the sum differ from the total.
  public func amounts(in currency: Currency) -> [Rational]? {
    let rates = (try? conversions[currency]?.get())?.rates ?? []
    var sum = Rational.zero
    var amounts: [Rational] = []
    for line in lines {
      guard var amount = try? line.outcome.get().inResult else { return nil }
      if let share = line.share {
        amount = sum * share
      } else if let used = rates.first(where: { $0.requestedDay == line.day }) {
        amount = used.rate.convert(amount)
      }
      sum = sum + amount
      amounts.append(amount)
    }
    return amounts
  }

  public func rounding(places: Int) -> TotalRounding? {
    guard let total else { return nil }
    let lines = lines.compactMap { try? $0.outcome.get().inResult.rounded(places: places) }
    return TotalRounding(
      exact: total.amount, rounded: total.amount.rounded(places: places), sumOfRoundedLines: lines.exactSum)
  }
}

/// Explains why the rounded lines that the user sees don't add up to the rounded total.
public struct TotalRounding: Hashable, Sendable {
  public let exact: Rational
  public let rounded: Rational
  public let sumOfRoundedLines: Rational

  public var difference: Rational { rounded - sumOfRoundedLines }
}

struct RunningSum {
  /// The key of lines that are converted together. `currency` is nil for plain numbers and for lines rounded by law.
  private struct Group: Hashable {
    let currency: Currency?
    let day: Day?
  }

  private var amounts: [Group: Rational] = [:]
  private var rates: [Group: ConversionPath] = [:]
  private var parts: [Rational] = []
  private let knowsAbove: Bool
  private var hasFailed = false
  private(set) var isEmpty = true

  init(knowsAbove: Bool) {
    self.knowsAbove = knowsAbove
  }

  /// Adds a line. If the line is a percentage of the lines above, multiplies all sums by 1 + `share` instead.
  mutating func add(
    _ outcome: Result<Evaluation.Amounts, CalculationError>, scaling share: Rational?, on day: Day?
  ) {
    isEmpty = false
    switch outcome {
    case .failure: hasFailed = true
    case .success(let line):
      if let share, let above {
        parts = [above.unreducedProduct(with: .one + share)]
        amounts = amounts.mapValues { $0.unreducedProduct(with: .one + share) }
      } else {
        if knowsAbove { parts.append(line.inResult) }
        add(line, on: day)
      }
    }
  }

  private mutating func add(_ line: Evaluation.Amounts, on day: Day?) {
    let own = line.rate?.isProportional ?? true
    let group = Group(currency: own ? line.own.money?.currency : nil, day: day)
    let amount = own ? line.own.amount : line.inResult
    if let before = amounts[group] {
      amounts[group] = before.unreducedSum(with: amount)
    } else {
      amounts[group] = amount
      if own { rates[group] = line.rate }
    }
  }

  var above: Rational? {
    mutating get {
      guard !hasFailed else { return nil }
      if parts.count > 1 { parts = [parts.exactSum] }
      return parts.first ?? .zero
    }
  }

  /// The sum of each day's lines. Nil without lines, or if a line has an error.
  var byDay: [Day?: Rational]? {
    guard !isEmpty, !hasFailed else { return nil }
    let converted = amounts.map { group, amount in
      (group.day, rates[group]?.convertUnreduced(amount) ?? amount)
    }
    return Dictionary(grouping: converted, by: \.0).mapValues { $0.map(\.1).exactSum }
  }
}

/// A total in several currencies. The lines are added in one currency, and the sum is converted to the others.
public struct CalculationResults: Sendable {
  public struct Failure: Sendable {
    public let currency: Currency
    public let error: RateError
  }

  public let evaluation: Evaluation
  public let currencies: [Currency]
  public let failures: [Failure]
}

extension CalculationResults {
  public func total(in currency: Currency) -> CalculationValue? {
    guard case .money = evaluation.total else { return evaluation.total }
    return evaluation.amount(in: currency).map { .money(Money($0, currency)) }
  }

  public func paths(in currency: Currency) -> [ConversionPath] {
    evaluation.lines.compactMap { try? $0.outcome.get().rate } + conversions(to: currency).map(\.rate)
  }

  public func useOwnRates(in currency: Currency) -> [Bool] {
    let rates = conversions(to: currency)
    return evaluation.lines.map { line in
      (try? line.outcome.get().rate)?.isOwn ?? false || !line.ownWithin.isEmpty
        || rates.contains { $0.requestedDay == line.day && $0.isOwn }
    }
  }

  private func conversions(to currency: Currency) -> [UsedRate] {
    (try? evaluation.conversions[currency]?.get())?.rates ?? []
  }
}

extension Calculation {
  public func totalCurrency(of results: [Currency]) -> Currency? {
    lines.count == 1 ? lines[0].currency ?? results.first : results.first
  }

  /// Adds the lines in the first of `currencies` for which every line has a rate. Throws the error of a failing line.
  public func results(
    in currencies: [Currency], rates: any RateSource
  ) throws(LineFailure) -> CalculationResults? {
    var (first, lacking) = (LineFailure?.none, [CalculationResults.Failure]())
    for start in currencies.indices {
      do throws(LineFailure) {
        return try results(in: Array(currencies[start...]), lacking, rates)
      } catch {
        guard case .rate(let reason) = error.error.reason else { throw error }
        first = first ?? error
        lacking.append(.init(currency: currencies[start], error: reason))
      }
    }
    if let first { throw first }
    return nil
  }

  private func results(
    in currencies: [Currency], _ lacking: [CalculationResults.Failure], _ rates: any RateSource
  ) throws(LineFailure) -> CalculationResults? {
    guard let base = totalCurrency(of: currencies) else { return nil }
    let evaluation = evaluate(rates: rates, result: base, targets: currencies)
    for (line, evaluated) in zip(lines, evaluation.lines) {
      if case .failure(let error) = evaluated.outcome { throw LineFailure(error: error, line: line) }
    }
    let failures = currencies.compactMap { currency -> CalculationResults.Failure? in
      guard case .failure(let error)? = evaluation.conversions[currency] else { return nil }
      return .init(currency: currency, error: error)
    }
    return CalculationResults(
      evaluation: evaluation,
      currencies: currencies.filter { currency in !failures.contains { $0.currency == currency } },
      failures: lacking + failures)
  }
}

public struct LineFailure: Error, Hashable, Sendable {
  /// The line's error. Its position counts from the start of the line's text.
  public let error: CalculationError
  public let line: CalculationLine
}
