// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Decides which icons are fetched: the icons of enabled providers and of the open page.
public struct IconPlan: Sendable {
  public struct Request: Hashable, Sendable {
    public let provider: ProviderID
    public let address: String

    public init(_ provider: ProviderID, at address: String) {
      self.provider = provider
      self.address = address
    }
  }

  private struct Entry {
    let request: Request
    var mayFetch: Bool
    var picture: DecodedImage?
  }

  private var entries: [ProviderID: Entry] = [:]

  public init() {}

  public var pictures: [ProviderID: DecodedImage] { entries.compactMapValues(\.picture) }

  /// Returns the icons to fetch now, in the order of the list. `open`: the provider whose page is open.
  public mutating func looked(at state: SettingsState, open: ProviderID?) -> [Request] {
    let requests = state.providers.compactMap { provider in
      provider.iconAddress.map { Request(provider.id, at: $0) }
    }
    let mayFetch = state.skipReason == nil
    entries = entries.filter { requests.contains($0.value.request) }
    return requests.filter { request in
      guard request.provider == open || state[request.provider]?.isOn == true else { return false }
      let known = entries[request.provider]
      // If an icon failed without a network, it is requested again when the network returns.
      guard known == nil || (known?.picture == nil && known?.mayFetch == false && mayFetch) else { return false }
      entries[request.provider] = Entry(request: request, mayFetch: mayFetch)
      return true
    }
  }

  /// Stores a fetched icon. Nil means that the fetch failed. Returns whether the window changes.
  public mutating func received(_ request: Request, _ picture: DecodedImage?) -> Bool {
    guard let picture, entries[request.provider]?.request == request else { return false }
    entries[request.provider]?.picture = picture
    return true
  }
}
