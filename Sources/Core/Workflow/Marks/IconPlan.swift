// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Decides which icons are fetched: only those of enabled providers and the open page.
public struct IconPlan: Sendable {
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

  public var pictures: [ProviderID: DecodedImage] { entries.compactMapValues(\.picture) }

  /// Returns the icons to fetch now, in the order of the list. `open`: the provider whose page is open.
  public mutating func looked(at state: SettingsState, open: ProviderID?) -> [Wish] {
    let wishes = state.providers.compactMap { provider in
      provider.mark.map { Wish(provider.id, at: $0) }
    }
    let mayFetch = state.skipReason == nil
    entries = entries.filter { wishes.contains($0.value.wish) }
    return wishes.filter { wish in
      guard wish.provider == open || state[wish.provider]?.isOn == true else { return false }
      let known = entries[wish.provider]
      // An icon that failed without a network is tried again with one.
      guard known == nil || (known?.picture == nil && known?.mayFetch == false && mayFetch) else { return false }
      entries[wish.provider] = Entry(wish: wish, mayFetch: mayFetch)
      return true
    }
  }

  /// Stores a fetched icon; nil if the fetch failed. Returns whether the window changes.
  public mutating func had(_ wish: Wish, _ picture: DecodedImage?) -> Bool {
    guard let picture, entries[wish.provider]?.wish == wish else { return false }
    entries[wish.provider]?.picture = picture
    return true
  }
}
