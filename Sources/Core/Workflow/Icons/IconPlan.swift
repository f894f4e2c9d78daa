// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Decides which icons to download: the icons of enabled providers and of the provider whose page is open.
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

  /// Returns the icons to download now, in the order of the providers. `open`: the provider whose page is open.
  public mutating func looked(at state: SettingsState, open: ProviderID?) -> [Request] {
    let requests = state.providers.compactMap { provider in
      provider.iconAddress.map { Request(provider.id, at: $0) }
    }
    let mayFetch = state.skipReason == nil
    entries = entries.filter { requests.contains($0.value.request) }
    return requests.filter { request in
      guard request.provider == open || state[request.provider]?.isOn == true else { return false }
      let known = entries[request.provider]
      // If an icon failed while downloads weren't allowed, it is requested again once they are allowed.
      guard known == nil || (known?.picture == nil && known?.mayFetch == false && mayFetch) else { return false }
      entries[request.provider] = Entry(request: request, mayFetch: mayFetch)
      return true
    }
  }

  /// Stores a downloaded icon, or nil if the download failed. Returns whether the window must show a new icon.
  public mutating func received(_ request: Request, _ picture: DecodedImage?) -> Bool {
    guard let picture, entries[request.provider]?.request == request else { return false }
    entries[request.provider]?.picture = picture
    return true
  }
}
