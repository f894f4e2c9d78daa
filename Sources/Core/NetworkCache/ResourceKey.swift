// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// The key of stored answers: the member and the normalised address.
struct ResourceKey: Hashable, Sendable {
  /// The member; empty for public answers.
  let partition: String
  /// The address in its one spelling.
  let url: String

  init(_ request: HTTPRequest) {
    self.init(partition: request.partition, url: request.url)
  }

  /// The key for an address.
  init(partition: String?, url: String) {
    self.partition = partition ?? ""  // guards C07: partition ?? "" => ""
    self.url = Self.normal(url)
  }

  // Scheme and host have no case, the default port need not be written, the fragment never leaves the client.
  private static func normal(_ url: String) -> String {
    guard let origin = Origin(of: url) else { return url }
    let authority = url.drop { $0 != ":" }.dropFirst("://".count)
    let path = authority.prefix { $0 != "#" }.drop { $0 != "/" && $0 != "?" }
    return "\(origin.scheme)://\(origin.host):\(origin.port)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }
}
