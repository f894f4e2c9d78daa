// SPDX-License-Identifier: GPL-3.0-or-later
import struct Foundation.URL
import struct Foundation.URLComponents

/// Scheme, host and port: what headers must not cross and invalidation stays inside (RFC 6454).
public struct Origin: Hashable, Sendable {
  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case.
  public let host: String
  /// The port, the scheme's own when none is written.
  public let port: Int

  /// The origin of an absolute http or https address; nil for anything else.
  public init?(of url: String) {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.host?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = parts.port ?? (scheme == "https" ? 443 : 80)
  }

  /// The absolute address a reference means when found at `base` (RFC 3986 section 5), without fragment.
  public static func resolve(_ reference: String, against base: String) -> String? {
    guard let base = URL(string: base), let url = URL(string: reference, relativeTo: base),
      var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
    else { return nil }
    parts.fragment = nil
    return parts.string
  }
}
