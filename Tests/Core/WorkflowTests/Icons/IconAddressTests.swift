// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursItems
import KursModel
import Testing

@Suite struct IconAddressTests {
  static let declared = ProviderDefinition.all.filter { $0.endpoints.iconAddress != nil }

  /// Returns the last two labels of the host, such as `europa.eu` for `www.ecb.europa.eu`.
  private func site(_ address: String) -> String? {
    URL(string: address)?.host.map { $0.split(separator: ".").suffix(2).joined(separator: ".") }
  }

  @Test("a provider's icon address is on the provider's own site", arguments: declared)
  func aProvidersIconAddressIsOnTheProvidersOwnSite(
    provider: ProviderDefinition
  ) throws {
    let mark = try #require(provider.endpoints.iconAddress.flatMap { URL(string: $0) })
    #expect(mark.scheme == "https")
    #expect((mark.user, mark.query, mark.fragment) == (nil, nil, nil))
    #expect(["png", "jpg", "gif", "webp"].contains(mark.pathExtension))
    #expect(site(mark.absoluteString) == site(provider.endpoints.address))
    #expect(mark.host?.hasPrefix("api.") == false)
    #expect(mark.host?.hasPrefix("data.") == false)
  }

  @Test("exactly five providers have an icon address") func exactlyFiveProvidersHaveAnIconAddress() {
    #expect(Set(Self.declared.map(\.provider.id.name)) == ["ecb", "boc", "frankfurter", "frankfurter-v2", "coingecko"])
  }

  @Test("the icon of a custom server is requested at the host's root", arguments: [
    ("https://rates.example", "https://rates.example/apple-touch-icon.png"),
    ("https://rates.example:8443/kurs/v1", "https://rates.example:8443/apple-touch-icon.png"),
    ("http://127.0.0.1:4711", "http://127.0.0.1:4711/apple-touch-icon.png"),
    ("http://[::1]:4711/a", "http://[::1]:4711/apple-touch-icon.png"),
    ("https://", nil), ("", nil),
  ]) func theIconOfACustomServerIsRequestedAtTheHostsRoot(server: String, mark: String?) {
    #expect(ProviderEndpoints.iconAddress(at: server) == mark)
  }
}
