// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct IdentityView: Encodable {
  let issuer: String
  let subject: String
  let email: String?

  // Writes null for nil values, as the API promises. The method that Swift synthesizes would omit them.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(issuer, forKey: .issuer)
    try container.encode(subject, forKey: .subject)
    try container.encode(email, forKey: .email)
  }

  private enum CodingKeys: String, CodingKey { case issuer, subject, email }
}

extension AccountServer {
  func signInMethods(_ call: Call) async throws -> Answer {
    try await asMember(call) { try .of(WaysView(of: $1, in: $0)) }
  }

  /// Checks the password. After that, the session may change the sign-in methods for a limited time.
  func confirm(_ call: Call) async throws -> Answer {
    struct Request: Decodable { let password: String }
    let request = try call.json(Request.self)
    let member = try await visitor(call)
    guard member.password != nil else { throw Refusal(.proofNeeded) }
    try await confirm(request.password, of: member, from: call)
    return try await asMember(call) { database, caller in
      guard caller.member.password == member.password else { throw Refusal(.wrongPassword) }
      var caller = caller
      caller.confirmed = caller.now
      try Sessions(database: database).confirmed(caller.session, at: caller.now)
      return try .of(WaysView(of: caller, in: database))
    }
  }

  func addIdentity(_ call: Call) async throws -> Answer {
    let request = try call.json(IdentityRequest.self)
    // Requires proof of the user's presence before the provider's code is sent, because the code works only once.
    _ = try await asMember(call) { _, caller in
      try caller.requireProof()
      return try .of(Nothing())
    }
    let identity = try await believed(request, from: call)
    return try await asMember(call) { database, caller in
      let members = Members(database: database)
      let known = try members.member(issuer: identity.issuer, subject: identity.subject)
      guard known == nil || known?.id == caller.member.id else { throw Refusal(.identityTaken) }
      try members.keep(identity, of: caller.member.id)
      return try .of(WaysView(of: caller, in: database))
    }
  }

  /// Removes a sign-in method, except the last one. The user needn't prove presence, because this gives nobody access.
  func removeIdentity(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let issuer: String
      let subject: String
    }
    let request = try call.json(Request.self)
    return try await asMember(call) { database, caller in
      let members = Members(database: database)
      let gone = try members.removeIdentity(issuer: request.issuer, subject: request.subject, of: caller.member.id)
      guard gone else { throw Refusal(.noIdentity) }
      let ways = try WaysView(of: caller, in: database)
      // Throwing inside the transaction undoes the removal. A password is a sign-in method only with an email address.
      guard (ways.hasPassword && caller.member.email != nil) || !ways.identities.isEmpty else {
        throw Refusal(.lastSignInMethod)
      }
      return try .of(ways)
    }
  }
}

private struct WaysView: Encodable {
  let hasPassword: Bool
  let proofSeconds: Int64
  let identities: [IdentityView]

  init(of caller: AuthorizedCall, in database: Database) throws {
    hasPassword = caller.member.password != nil
    proofSeconds = caller.proofSeconds
    identities = try Members(database: database).identities(of: caller.member.id)
  }

  enum CodingKeys: String, CodingKey {
    case hasPassword = "has_password"
    case proofSeconds = "proof_expires_in"
    case identities
  }
}
