// SPDX-License-Identifier: GPL-3.0-or-later

/// How an amount was reckoned, for whoever wants to check it.
public struct Reckoning: Hashable, Sendable {
  public let amount: Money
  public let route: Route
  /// The providers whose quotes are on the route.
  public let providers: [ProviderID: Provider]
  public let standstills: [Standstill]
  public let passedOver: [PassedOver]
  /// Whether the buying, middle or selling rate of the amount's currency counts.
  public var side = QuoteSide.middle
  /// The rule that selected the day; nil where the rates of the day itself count.
  public var rule: NamedRule.Applied?

  /// The converted amount, unrounded.
  public var value: Money { Money(route.convert(amount.amount), route.to) }
}

extension Resolver {
  /// Converts `amount` by a route, with the route's sources.
  public func reckoning(of amount: Money, by route: Route, now: Timestamp) -> Reckoning {
    var providers: [ProviderID: Provider] = [:]
    for id in route.providers { providers[id] = provider(id) }
    return Reckoning(
      amount: amount, route: route, providers: providers, standstills: standstills(on: route, now: now),
      passedOver: passedOver(for: route), side: side)
  }
}
