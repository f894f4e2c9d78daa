// SPDX-License-Identifier: GPL-3.0-or-later

/// Providers that would have a missing rate, as far as known without asking them.
public struct ProviderSuggestions: Hashable, Sendable {
  private var banks: [Currency: ProviderID] = [:]
  private var worldwide: ProviderID?

  /// Providers without a key: central banks for their own currency, and one that covers nearly every country.
  public init(_ providers: some Sequence<Provider> = []) {
    for provider in providers.sorted(by: { $0.id < $1.id }) where !provider.isOptIn && !provider.isPrescribed {
      if provider.direction == .homePerOther, banks[provider.home] == nil { banks[provider.home] = provider.id }
      if provider.isWorldwide { worldwide = worldwide ?? provider.id }
    }
  }

  /// Nil for what is no money of today.
  func provider(of record: CurrencyRecord?) -> ProviderID? {
    guard let record, record.kind == .money, record.until == nil else { return nil }
    return banks[record.currency] ?? worldwide
  }
}
