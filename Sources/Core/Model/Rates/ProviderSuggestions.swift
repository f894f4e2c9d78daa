// SPDX-License-Identifier: GPL-3.0-or-later

/// Who would have a rate that nobody in use has, as far as it can be said without asking anybody.
public struct ProviderSuggestions: Hashable, Sendable {
  private var banks: [Currency: ProviderID] = [:]
  private var worldwide: ProviderID?

  /// Of those that ask for no key: banks for their own money, and one that has the money of nearly every country.
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
