// SPDX-License-Identifier: GPL-3.0-or-later

/// A team's own rates as one member of an account server sees them: a provider of its own for each member.
public struct Team: Hashable, Sendable {
  public let id: ProviderID
  /// The account server's host, with its port where that is no usual one.
  public let host: String

  /// `member`: whose server is asked; nil for nobody.
  public init?(of member: MemberID) {
    guard let at = member.text.firstIndex(of: "@") else { return nil }
    let server = member.text[member.text.index(after: at)...]
    host = String(server.firstRange(of: "://").map { server[$0.upperBound...] } ?? server)
    let word = host.lowercased().utf8.prefix(40).map { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        ? Character(UnicodeScalar(byte)) : "-"
    }
    // FNV-1a: keeps apart what the readable part cannot, and is the same on all machines of the member.
    let hash = member.text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    id = ProviderID(ProviderID.teamPrefix + String(word) + "-" + hash.digits(16, radix: 16))
  }
}

extension ProviderID {
  static let teamPrefix = "team-"

  /// Whether it names a team's rates on some account server.
  public var isTeam: Bool { name.hasPrefix(Self.teamPrefix) }
}
