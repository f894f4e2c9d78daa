// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// The conventional address of a site's icon: a picture of 180 pixels at its root.
  public static let markPath = "/apple-touch-icon.png"

  /// The address of the team's icon on an account server.
  public static let teamMarkPath = "/api/v1/mark/"

  /// The address of the icon of a server that the person entered; nil if the text is no address.
  public static func mark(at server: String) -> String? {
    guard let scheme = server.firstRange(of: "://") else { return nil }
    let host = server[scheme.upperBound...].prefix { $0 != "/" }
    return host.isEmpty ? nil : server[..<scheme.upperBound] + host + markPath
  }
}
