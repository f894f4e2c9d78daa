// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// A permanent redirect (301 or 308) of a whole server. The redirect of a single file doesn't count.
public struct PermanentMove: Hashable, Sendable {
  public let target: String
  /// Whether Kurs may use the new server without the user's consent. False if a key would go to another host.
  public let mayBeUsed: Bool

  /// Creates a move. Nil if only one file moved, the target uses plain http, or the target contains the key.
  public init?(of command: Endpoint, from address: String, to url: String, key: ProviderKey?) {
    guard url.hasSuffix(command.path), url.count > command.path.count, let old = Origin(of: address),
      let new = Origin(of: url), new.scheme == "https" || Self.isLoopback(url)
    else { return nil }
    let target = String(url.dropLast(command.path.count))
    guard target != address, !(key.map { target.contains($0.secret) } ?? false) else { return nil }
    self.target = target
    mayBeUsed = key == nil || old == new
  }

  private static func isLoopback(_ url: String) -> Bool {
    url.hasPrefix("http://127.0.0.1:") || url.hasPrefix("http://[::1]:")
  }
}

extension APIClient.Answer {
  public func move(of command: Endpoint, from address: String, key: ProviderKey?) -> PermanentMove? {
    movedTo.flatMap { PermanentMove(of: command, from: address, to: $0, key: key) }
  }
}
