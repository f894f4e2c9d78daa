// SPDX-License-Identifier: GPL-3.0-or-later

/// A provider that the person prefers and that has the rate, but only an old one: another in time was asked instead.
public struct PassedOver: Hashable, Sendable {
  public let provider: Provider
  /// The day of the rate that it would have given.
  public let observed: Day
}

extension Resolver {
  /// The providers passed over for a route, in the person's order: rule 4 of `docs/RATES.md`.
  public func passedOver(for route: Route) -> [PassedOver] {
    guard route.providers.count == 1, let chosen = tables.firstIndex(where: { $0.provider.id == route.provider }) else {
      return []
    }
    return tables[..<chosen].compactMap { table in
      guard late.contains(table.provider.id), let old = try? table.route(from: route.from, to: route.to) else {
        return nil
      }
      return old.observed.map { PassedOver(provider: table.provider, observed: $0) }
    }
  }
}
