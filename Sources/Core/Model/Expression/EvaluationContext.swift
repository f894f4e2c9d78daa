// SPDX-License-Identifier: GPL-3.0-or-later

import BigInt

public struct EvaluationContext {
  public let result: Currency
  /// The day of the rates. Nil for the newest rates.
  public internal(set) var day: Day?
  private let rates: any RateSource
  private var known: [Key: ConversionPath] = [:]
  /// The conversion paths that were used, each only once.
  private(set) var used: [UsedRate] = []
  private var effort: Int
  var ownRates: [CustomRate] = []

  /// The most bits of a number. Larger numbers aren't real amounts, and would delay the next key press.
  static let mostBits = 2048
  static let mostEffort = 6_000

  init(result: Currency, day: Day?, rates: any RateSource, effort: Int = mostEffort) {
    self.result = result
    self.day = day
    self.rates = rates
    self.effort = effort
  }

  public mutating func rate(from: Currency, to: Currency) throws(CalculationError.Reason) -> ConversionPath {
    do {
      let rate = try path(from: from, to: to, on: day)
      if let own = rate.own, !ownRates.contains(own) { ownRates.append(own) }
      return rate
    } catch {
      throw .rate(error)
    }
  }

  private mutating func path(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    let key = Key(from: from, to: to, day: day)
    if let path = known[key] { return path }
    let path = try rates.rate(from: from, to: to, on: day)
    known[key] = path
    used.append(UsedRate(from: from, to: to, requestedDay: day, rate: path))
    return path
  }

  mutating func conversion(
    of sums: [Day?: Rational], to currency: Currency
  ) throws(RateError) -> Evaluation.Conversion {
    var (parts, rates) = ([Rational](), [UsedRate]())
    // Sort the days, so that the error always names the same day if the rates of several days are missing.
    for (day, sum) in sums.sorted(by: { ($0.key?.number ?? .max) < ($1.key?.number ?? .max) }) {
      let path = try path(from: result, to: currency, on: day)
      parts.append(path.convertUnreduced(sum))
      rates.append(UsedRate(from: result, to: currency, requestedDay: day, rate: path))
    }
    return Evaluation.Conversion(money: Money(parts.exactSum, currency), rates: rates)
  }

  public mutating func convert(_ money: Money, to: Currency) throws(CalculationError.Reason) -> Rational {
    guard money.currency != to else { return money.amount }
    return try rate(from: money.currency, to: to).convert(money.amount)
  }

  mutating func inResult(_ money: Money) throws(CalculationError.Reason) -> Rational {
    try convert(money, to: result)
  }

  mutating func check(_ value: CalculationValue) throws(CalculationError.Reason) {
    guard case .big(let numerator, let denominator) = value.amount.storage else { return }
    let bits = max(numerator.bitWidth, denominator.bitWidth)
    effort -= 1 + bits / 64
    guard bits <= Self.mostBits, effort > 0 else { throw .numberTooLarge }
  }

  private struct Key: Hashable {
    let from: Currency
    let to: Currency
    let day: Day?
  }
}

public protocol RateSource: Sendable {
  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath
}

public struct ResolvedRates: RateSource {
  private let resolver: @Sendable (Day?) -> Resolver

  /// Creates a source of rates. `resolver` gets a day, or nil for the newest rates, and should cache its results.
  public init(_ resolver: @escaping @Sendable (Day?) -> Resolver) {
    self.resolver = resolver
  }

  public func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    try resolver(day).route(from: from, to: to)
  }
}

/// A rate that the user set for a pair. It replaces published rates in both directions until it expires.
public struct CustomRate: Hashable, Sendable {
  public let from: Currency
  public let to: Currency
  /// The number of units of `to` for one unit of `from`.
  public let value: Rational
  public let note: String
  /// The last day on which the rate is used. Nil if it never expires.
  public let expires: Day?

  /// Creates a rate. Nil unless `value` is positive and the currencies differ.
  public init?(from: Currency, to: Currency, value: Rational, note: String = "", expires: Day? = nil) {
    guard value.signum > 0, from != to else { return nil }
    self.from = from
    self.to = to
    self.value = value
    self.note = note
    self.expires = expires
  }
}

extension CustomRate {
  public func isFor(_ a: Currency, _ b: Currency) -> Bool { (from, to) == (a, b) || (from, to) == (b, a) }
}

extension [CustomRate] {
  public func holding(on today: Day) -> [CustomRate] { filter { $0.expires.map { $0 >= today } ?? true } }
}

public struct CashRounding: Hashable, Sendable {
  public let exact: Money
  /// The amount rounded to a multiple of the smallest coin, half away from zero.
  public let paid: Money

  /// Rounds to a multiple of `step`, the smallest coin, such as 0.05 for CHF. Nil if `step` isn't positive.
  public init?(_ exact: Money, step: Rational) {
    guard step.signum > 0 else { return nil }
    self.exact = exact
    let coins = exact.amount.unreducedProduct(with: step.inverse).rounded(places: 0)
    paid = Money(coins * step, exact.currency)
  }
}

extension CurrencyCatalogue {
  /// Rounds an amount to a multiple of the smallest coin. Nil if the shown amount already is such a multiple.
  public func cash(_ money: Money) -> CashRounding? {
    guard let record = self[money.currency], let step = record.cashStep,
      step > Rational.powerOfTen(-record.minorUnit)
    else { return nil }
    guard let cash = CashRounding(money, step: step),
      cash.paid.amount != money.amount.rounded(places: record.minorUnit)
    else { return nil }
    return cash
  }
}
