// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Where a site has its mark by convention: a picture of 180 pixels at its root.
  public static let markPath = "/apple-touch-icon.png"

  /// Where an account server has the picture beside its team's rates, below its own address.
  public static let teamMarkPath = "/api/v1/mark/"

  /// Where the mark of a server that a person named would be; nil for what is no address.
  public static func mark(at server: String) -> String? {
    guard let scheme = server.firstRange(of: "://") else { return nil }
    let host = server[scheme.upperBound...].prefix { $0 != "/" }
    return host.isEmpty ? nil : server[..<scheme.upperBound] + host + markPath
  }
}
