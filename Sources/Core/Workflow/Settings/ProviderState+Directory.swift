// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

extension ProviderState {
  /// The address of its mark, at the typed server if there is one; nil where none is known.
  public var mark: String? { address.map(ProviderEndpoints.mark(at:)) ?? ownMark }

  /// A team's rates, which no other address can be typed for: the account has it.
  static func team(_ team: Team) -> ProviderState {
    let provider = Provider.team(team, home: .eur)
    return ProviderState(
      provider: provider, title: provider.publisher, ownAddress: provider.terms, needsKey: false,
      ownMark: provider.terms + ProviderEndpoints.teamMarkPath,
      place: -1, key: .notNeeded)
  }

  /// The providers that the person's files describe, behind all that come with Kurs.
  static func described(_ items: ProviderItems) -> ProviderState {
    let (provider, endpoints) = (items.provider, items.endpoints)
    return ProviderState(
      provider: provider, title: provider.publisher, ownAddress: endpoints.address, needsKey: endpoints.key != .none,
      isDescribed: true, ownMark: nil, place: .max, key: endpoints.key == .none ? .notNeeded : .unknown)
  }

  /// Every provider that Kurs can read and ask, none of them in use.
  static func directory(_ items: [ProviderItems] = ProviderItems.all) -> [ProviderState] {
    let publishers = Dictionary(grouping: items, by: \.provider.publisher)
    return items.enumerated().map { place, items in
      if items.endpoints.isDescribed { return described(items) }
      let (provider, endpoints) = (items.provider, items.endpoints)
      let isAlone = publishers[provider.publisher]?.count == 1
      return ProviderState(
        provider: provider, title: isAlone ? provider.publisher : "\(provider.publisher) (\(provider.id))",
        ownAddress: endpoints.address, needsKey: endpoints.key != .none,
        ownMark: endpoints.mark, place: place,
        key: endpoints.key == .none ? .notNeeded : .unknown)
    }
  }
}
