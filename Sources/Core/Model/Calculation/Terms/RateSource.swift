// SPDX-License-Identifier: GPL-3.0-or-later

/// The source of a calculation's rates.
public protocol RateSource: Sendable {
  /// The route on `day`, or by the newest rates when `day` is nil.
  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> Route
}

/// Rates by one resolver for each day.
public struct ResolvedRates: RateSource {
  private let resolver: @Sendable (Day?) -> Resolver

  /// `resolver` answers with that of a day, or with that of the newest rates for nil; it should keep what it has made.
  public init(_ resolver: @escaping @Sendable (Day?) -> Resolver) {
    self.resolver = resolver
  }

  public func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> Route {
    try resolver(day).route(from: from, to: to)
  }
}
