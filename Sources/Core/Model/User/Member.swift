// SPDX-License-Identifier: GPL-3.0-or-later

/// The owner of data: an account's id with its server's address.
public struct MemberID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Stored in each row of the member. Empty if signed out.
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// Combines id and address, so that a server can't name another server's member.
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
  /// Scheme, host and port, without a trailing slash.
  public let server: String
  public var email: String
  public var name: String
  public var avatar: String?
  /// False if the member only ever signed in through an identity provider.
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

/// A password, token or key. Never printed, logged or stored, except in a secret store.
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
