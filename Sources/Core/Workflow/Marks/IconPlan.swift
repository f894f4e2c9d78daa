// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Decides whose marks are asked for: of the providers in use and of the one that is looked at, and of no others.
public struct IconPlan: Sendable {
  /// A mark to be had.
  public struct Wish: Hashable, Sendable {
    public let provider: ProviderID
    public let address: String

    public init(_ provider: ProviderID, at address: String) {
      self.provider = provider
      self.address = address
    }
  }

  private struct Entry {
    let wish: Wish
    var mayFetch: Bool
    var picture: DecodedImage?
  }

  private var entries: [ProviderID: Entry] = [:]

  public init() {}

  /// The marks that can be shown now.
  public var pictures: [ProviderID: DecodedImage] { entries.compactMapValues(\.picture) }

  /// The marks to fetch now, in the order of the list; `open`: the provider whose page is open.
  public mutating func looked(at state: SettingsState, open: ProviderID?) -> [Wish] {
    let wishes = state.providers.compactMap { provider in
      provider.mark.map { Wish(provider.id, at: $0) }
    }
    let mayFetch = state.hindrance == nil
    // The mark of another server is not this one's.
    entries = entries.filter { wishes.contains($0.value.wish) }
    return wishes.filter { wish in
      guard wish.provider == open || state[wish.provider]?.isOn == true else { return false }
      let known = entries[wish.provider]
      // A mark that could not be fetched without a network is tried again with one.
      guard known == nil || (known?.picture == nil && known?.mayFetch == false && mayFetch) else { return false }
      entries[wish.provider] = Entry(wish: wish, mayFetch: mayFetch)
      return true
    }
  }

  /// Takes a fetched mark, nil if there is none; returns whether the window changes.
  public mutating func had(_ wish: Wish, _ picture: DecodedImage?) -> Bool {
    guard let picture, entries[wish.provider]?.wish == wish else { return false }
    entries[wish.provider]?.picture = picture
    return true
  }
}
