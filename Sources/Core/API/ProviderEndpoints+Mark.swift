// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Where a site has its mark by convention: a picture of 180 pixels at its root.
  public static let markPath = "/apple-touch-icon.png"

  /// Where the mark of a server that a person named would be; nil for what is no address.
  public static func mark(at server: String) -> String? {
    guard let scheme = server.firstRange(of: "://") else { return nil }
    let host = server[scheme.upperBound...].prefix { $0 != "/" }
    return host.isEmpty ? nil : server[..<scheme.upperBound] + host + markPath
  }
}
