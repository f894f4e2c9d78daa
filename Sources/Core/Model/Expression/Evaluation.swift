// SPDX-License-Identifier: GPL-3.0-or-later

public struct Evaluation: Hashable, Sendable {
  public struct Line: Hashable, Sendable {
    public let id: CalculationLine.ID
    public let outcome: Result<Amounts, CalculationError>
    public let ownWithin: [CustomRate]
  }

  /// A line's signed amounts in the line's currency and in the result's. Both are unrounded.
  public struct Amounts: Hashable, Sendable {
    public let own: CalculationValue
    public let inResult: Rational
    public let rate: ConversionPath?
  }

  public let result: Currency
  public let lines: [Line]
  /// The exact sum; nil if a line has an error. A plain number if no line has a currency.
  public let total: CalculationValue?
  /// The sum of each day's lines. Empty without a total.
  let sums: [Day?: Rational]

  /// Converts each day's part at that day's rate; nil if the total isn't money.
  /// `rate` is nil if the lines use rates of several days.
  public func total(
    in currency: Currency, rates: any RateSource
  ) throws(RateError) -> (money: Money, rate: ConversionPath?)? {
    guard case .money = total else { return nil }
    var (parts, rate) = ([Rational](), ConversionPath?.none)
    // Sorted, so that the error names the same day each time.
    for (day, sum) in sums.sorted(by: { ($0.key?.number ?? .max) < ($1.key?.number ?? .max) }) {
      let applied = try rates.rate(from: result, to: currency, on: day)
      parts.append(applied.convertUnreduced(sum))
      rate = applied
    }
    return (Money(parts.exactSum, currency), sums.count == 1 ? rate : nil)
  }

  public func rounding(places: Int) -> TotalRounding? {
    guard let total else { return nil }
    let lines = lines.compactMap { try? $0.outcome.get().inResult.rounded(places: places) }
    return TotalRounding(
      exact: total.amount, rounded: total.amount.rounded(places: places), sumOfRoundedLines: lines.exactSum)
  }
}

/// Explains a difference between the total and the sum of the shown lines.
public struct TotalRounding: Hashable, Sendable {
  public let exact: Rational
  public let rounded: Rational
  public let sumOfRoundedLines: Rational

  public var difference: Rational { rounded - sumOfRoundedLines }
}

struct RunningSum {
  /// Lines that share a rate. Lines that the law rounds individually count in the result currency.
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

  /// `share` is the line's percentage of the lines above. The sums are scaled at the end, to keep denominators short.
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

  /// The sum of each day's lines. Nil for no lines or an error.
  var byDay: [Day?: Rational]? {
    guard !isEmpty, !hasFailed else { return nil }
    let converted = amounts.map { group, amount in
      (group.day, rates[group]?.convertUnreduced(amount) ?? amount)
    }
    return Dictionary(grouping: converted, by: \.0).mapValues { $0.map(\.1).exactSum }
  }
}
