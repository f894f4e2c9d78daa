// SPDX-License-Identifier: GPL-3.0-or-later

extension RateTable {
  /// This table first; what it lacks, currency by currency, comes from the others in their order.
  ///
  /// Each step of a rate names the provider of its quote, so the provenance says what came from where.
  public func falling(backOn others: [RateTable]) -> RateTable {
    var table = self
    table.fallbacks = others
    return table
  }

  /// This table's provider, or one of those that stand behind it.
  public func provider(_ id: ProviderID) -> Provider? {
    id == provider.id ? provider : fallbacks.lazy.compactMap { $0.provider(id) }.first
  }

  /// The way home from a currency that only another table knows: through the first currency that both know.
  ///
  /// All exact: a shared currency is a step on the way, never a rounded rate.
  func borrowedLeg(of currency: Currency) -> Leg? {
    for other in fallbacks {
      if let leg = pairedLeg(of: currency, in: other) { return leg }
      guard let start = try? other.ownLeg(of: currency) else { continue }
      for shared in sharedCurrencies(with: other) where shared != currency {
        guard let back = try? other.ownLeg(of: shared), let onward = try? ownLeg(of: shared),
          let factor = Rational.one.divided(by: back.toHome)
        else { continue }
        return Leg(
          toHome: start.toHome * factor * onward.toHome,
          steps: start.steps + back.steps.reversed() + onward.steps)
      }
    }
    return nil
  }

  /// The same by another's pairs, which need not lead to that one's home.
  private func pairedLeg(of currency: Currency, in other: RateTable) -> Leg? {
    guard other.pairedCurrencies.contains(currency) else { return nil }
    for shared in sharedCurrencies(with: other) where shared != currency {
      guard let way = other.pathRate(from: currency, to: shared), let onward = try? ownLeg(of: shared) else { continue }
      return Leg(toHome: way.value * onward.toHome, steps: way.steps + onward.steps)
    }
    return nil
  }

  /// Our home first (no quote of ours is needed), then theirs, then the most traded.
  private func sharedCurrencies(with other: RateTable) -> [Currency] {
    [provider.home, other.provider.home, .usd, .eur, .gbp, .jpy, .chf] + quotedCurrencies.sorted()
  }
}
