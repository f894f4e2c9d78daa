// SPDX-License-Identifier: GPL-3.0-or-later

/// The id of a member, who owns data. It consists of the account's id and the address of the account's server.
public struct MemberID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The text that identifies the member in each database row. Empty for a user without an account.
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// Combines the account's id and its server's address, so that a server can't name another server's member.
  public init(_ id: String, at server: String) {
    text = "\(id)@\(server)"
  }

  public var onServer: String { String(text.prefix { $0 != "@" }) }

  public static let withoutAccount = MemberID("")

  public var description: String { text }
  public static func < (a: MemberID, b: MemberID) -> Bool { a.text < b.text }
}

public struct Member: Hashable, Sendable {
  public let id: MemberID
  /// The scheme, host and port of the server, without a trailing slash.
  public let server: String
  public var email: String
  public var name: String
  public var avatar: String?
  /// Whether the member has a password. False if the member used only a sign-in site.
  public var hasPassword: Bool

  public init(
    id: MemberID, server: String, email: String, name: String = "", avatar: String? = nil, hasPassword: Bool = true
  ) {
    self.id = id
    self.server = server
    self.email = email
    self.name = name
    self.avatar = avatar
    self.hasPassword = hasPassword
  }
}

extension Member {
  public var ownID: String { String(id.text.dropLast(server.count + 1)) }
}

/// A password, token or key. It is never printed, logged or stored, except in a secret store.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public let exposed: String

  public init(_ exposed: String) {
    self.exposed = exposed
  }

  public var isEmpty: Bool { exposed.isEmpty }
  public var description: String { "Secret(…)" }  // guards B07: "Secret(…)" => exposed
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The reason for which a member was signed out. The raw values are stored with the member.
public enum SignOutReason: String, Error, Hashable, Sendable {
  case user = "person"
  case wrongPassword = "wrong-password"
  /// The sign-in expired, or the user ended it on another computer.
  case sessionEnded = "session-ended"
  /// The server received a refresh token twice. The token may be stolen, so the server signed the member out.
  case tokenReused = "token-reused"
  case accountDeleted = "account-deleted"
}
