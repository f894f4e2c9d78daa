// SPDX-License-Identifier: GPL-3.0-or-later

/// The owner of data: the server's id of an account, with the server's address.
public struct MemberID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// As stored beside each row of that member. Empty if signed out.
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// Includes the address, so that no server can name another server's member.
  public init(_ id: String, at server: String) {
    text = "\(id)@\(server)"
  }

  /// The id on its own server.
  public var onServer: String { String(text.prefix { $0 != "@" }) }

  /// The owner of data without an account.
  public static let nobody = MemberID("")

  public var description: String { text }
  public static func < (a: MemberID, b: MemberID) -> Bool { a.text < b.text }
}

/// An account known on this machine, with its last data from the server.
public struct Member: Hashable, Sendable {
  public let id: MemberID
  /// The account server: scheme, host and port, without a trailing slash.
  public let server: String
  public var email: String
  /// The member's display name. Empty if never given.
  public var name: String
  /// The digest of the picture; nil if there is none.
  public var avatar: String?
  /// False for a member who only signed in through a provider, as far as known in this run.
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
  /// The member's id on the server.
  public var ownID: String { String(id.text.dropLast(server.count + 1)) }
}

/// A password, token or key. Never printed, reflected, logged or stored, except by a secret store.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The secret itself, for the one place that sends or stores it.
  public let exposed: String

  public init(_ exposed: String) {
    self.exposed = exposed
  }

  public var isEmpty: Bool { exposed.isEmpty }
  public var description: String { "Secret(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
