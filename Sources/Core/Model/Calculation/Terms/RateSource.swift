// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a calculation gets its rates from.
public protocol RateSource: Sendable {
  /// The rate on `day`, or the newest when `day` is nil.
  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> AppliedRate
}

/// The rate that a conversion used: a published one, or the person's own.
public enum AppliedRate: Hashable, Sendable {
  case published(CrossRate)
  /// `value` units of the target for one of the source.
  case own(OwnRate, value: Rational)

  /// Units of the target for one of the source, unrounded.
  public var value: Rational {
    switch self {
    case .published(let rate): rate.value
    case .own(_, let value): value
    }
  }

  public func convert(_ amount: Rational) -> Rational {
    switch self {
    case .published(let rate): rate.convert(amount)
    case .own(_, let value): amount * value
    }
  }

  /// Whether twice the amount gives twice the value.
  var isProportional: Bool { if case .published(let rate) = self { rate.isProportional } else { true } }

  /// As `convert`, without looking for the common divisor of long numbers: it costs more than it saves in a sum.
  func convertUnreduced(_ amount: Rational) -> Rational {
    isProportional ? amount.unreducedProduct(with: value) : convert(amount)
  }
}

/// Rates out of one table for each day.
public struct TableRates: RateSource {
  private let table: @Sendable (Day?) throws(RateError) -> RateTable

  /// `table` answers with the table of a day, or with the newest for nil; it should keep what it has made.
  public init(_ table: @escaping @Sendable (Day?) throws(RateError) -> RateTable) {
    self.table = table
  }

  public func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> AppliedRate {
    .published(try table(day).crossRate(from: from, to: to))
  }
}
