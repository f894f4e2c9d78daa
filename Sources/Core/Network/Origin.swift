// SPDX-License-Identifier: GPL-3.0-or-later
import CCurl
import struct Foundation.URL
import struct Foundation.URLComponents

/// Scheme, host and port: what headers must not cross and invalidation stays inside (RFC 6454).
public struct Origin: Hashable, Sendable {
  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case, in ASCII: `xn--bcher-kva.example`.
  public let host: String
  /// The port, the scheme's own when none is written.
  public let port: Int

  /// The origin of an absolute http or https address; nil for anything else.
  public init?(of url: String) {
    guard let parts = Self.ascii(url).flatMap({ URLComponents(string: $0) }), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.encodedHost?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = parts.port ?? (scheme == "https" ? 443 : 80)
  }

  /// The absolute address a reference means when found at `base` (RFC 3986 section 5), without fragment.
  public static func resolve(_ reference: String, against base: String) -> String? {
    guard let base = ascii(base).flatMap({ URL(string: $0) }),
      let url = URL(string: ascii(reference) ?? reference, relativeTo: base),
      var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
    else { return nil }
    parts.fragment = nil
    return parts.string
  }

  /// An absolute address in ASCII; nil for one that has other letters and cannot be written so.
  ///
  /// Foundation would ask ICU for the host's letters, whose data the programs do not carry.
  static func ascii(_ address: String) -> String? {
    if address.utf8.allSatisfy({ $0 < 0x80 }) { return address }
    let size = 8192
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { room in
      room.baseAddress.flatMap { kurs_curl_ascii_address(address, $0, size) ? String(cString: $0) : nil }
    }
  }
}
