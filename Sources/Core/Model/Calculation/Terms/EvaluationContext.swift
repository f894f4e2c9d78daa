// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt

/// The context of an evaluation: result currency, day, rates, and a limit on work.
public struct EvaluationContext {
  public let result: Currency
  /// The day whose rates count; nil for the newest.
  public internal(set) var day: Day?
  private let rates: any RateSource
  private var known: [Key: Route] = [:]
  private var effort: Int
  /// The person's own among the rates of one line.
  var ownRates: [OwnRate] = []

  /// Past these a number is no amount of money any more, and its arithmetic would hold up the next key press.
  static let mostBits = 2048
  static let mostEffort = 6_000

  public init(result: Currency, day: Day?, rates: any RateSource) {
    self.init(result: result, day: day, rates: rates, effort: Self.mostEffort)
  }

  init(result: Currency, day: Day?, rates: any RateSource, effort: Int) {
    self.result = result
    self.day = day
    self.rates = rates
    self.effort = effort
  }

  /// The rate on the context's day; asked for once.
  public mutating func rate(from: Currency, to: Currency) throws(CalculationError.Reason) -> Route {
    let key = Key(from: from, to: to, day: day)
    if let rate = known[key] {
      note(rate)
      return rate
    }
    do {
      let rate = try rates.rate(from: from, to: to, on: day)
      known[key] = rate
      note(rate)
      return rate
    } catch {
      throw .rate(error)
    }
  }

  private mutating func note(_ rate: Route) {
    if let own = rate.own, !ownRates.contains(own) { ownRates.append(own) }
  }

  /// `money` in another currency, unrounded.
  public mutating func convert(_ money: Money, to: Currency) throws(CalculationError.Reason) -> Rational {
    guard money.currency != to else { return money.amount }
    return try rate(from: money.currency, to: to).convert(money.amount)
  }

  mutating func inResult(_ money: Money) throws(CalculationError.Reason) -> Rational {
    try convert(money, to: result)
  }

  /// Refuses numbers that grew past all sense.
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
