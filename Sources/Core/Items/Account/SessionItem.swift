// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

/// The answer to a sign-in and to each renewal.
public struct SessionItem: Hashable, Sendable {
  public let accessToken: Secret
  public let refreshToken: Secret
  /// Milliseconds that the access token is good for; a minute at least and a day at most.
  public let lifetime: Int64
  public let member: MemberItem

  /// `data` of an answer that its schema let through.
  public init(_ data: JSONValue?) throws(ItemError) {
    guard let data else { throw .truncated }
    let fields = Fields(value: data, place: "/data")
    accessToken = Secret(try fields.text("access_token"))
    refreshToken = Secret(try fields.text("refresh_token"))
    // 1e99 is a whole number too, and longer than any token should live.
    let seconds = data["expires_in"]?.number?.integer ?? 86_400
    // Nor is it renewed by the clock more than twice a minute: a server that says less refuses it when it is over.
    lifetime = Int64(min(max(seconds, 60), 86_400)) * 1000  // guards A28: min(max(seconds, 60), 86_400) => seconds
    member = try MemberItem(data)
  }
}

/// A member as the server knows them.
public struct MemberItem: Hashable, Sendable {
  /// The server's own id, unique on that server.
  public let id: String
  public let email: String
  public let name: String
  /// Tells one picture from the next; nil where there is none.
  public let avatar: String?
  /// False for who only ever came by way of an identity provider.
  public let hasPassword: Bool

  /// `data` of an answer that its schema let through.
  public init(_ data: JSONValue?) throws(ItemError) {
    guard let member = data?["member"] else { throw .truncated }
    let fields = Fields(value: member, place: "/data/member")
    id = try fields.text("id")
    // Null for those who came by way of an identity provider that gives none.
    email = member["email"]?.string ?? ""
    name = try fields.text("name")
    avatar = member["avatar"]?["digest"]?.string
    hasPassword = member["has_password"]?.bool ?? true
  }
}
