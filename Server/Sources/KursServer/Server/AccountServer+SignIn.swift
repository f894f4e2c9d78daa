// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  /// A new account, signed in at once.
  func register(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let email: String
      let password: String
      let name: String?
      let device: String?
    }
    let request = try call.json(Request.self)
    guard settings.isRegistrationOpen else { throw Refusal(.registrationClosed) }
    try await limits.tried(.registrationFromAddress, call.address, at: clock())
    guard let email = EmailAddress(request.email) else { throw Refusal(.emailInvalid, .init(field: "email")) }
    try checkLengths(name: request.name, device: request.device)
    let password = try await hashed(request.password, field: "password")
    let member = Member(
      id: makeID(), email: email.text, name: request.name ?? "", password: password, created: clock(), config: [:],
      configRevision: 0, revision: 0)
    return try await database.write { database in
      let members = Members(database: database)
      guard try members.member(email: email) == nil else { throw Refusal(.emailTaken, .init(field: "email")) }
      try members.insert(member)
      return try begin(for: member, device: request.device, at: member.created, in: database)
    }
  }

  /// Sign in by e-mail and password.
  func signInByEmail(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let email: String
      let password: String
      let device: String?
    }
    let request = try call.json(Request.self)
    try checkLengths(name: nil, device: request.device)
    let now = clock()
    let email = EmailAddress(request.email)
    let account = email?.text ?? request.email
    try await limits.tried(.signInFromAddress, call.address, at: now)
    try await limits.tried(.passwordOfAccount, account, at: now)
    let known = try await database.write { database in
      try email.flatMap { try Members(database: database).member(email: $0) }
    }
    guard try await passwords.matches(Password(request.password), stored: known?.password), let known else {
      throw Refusal(.wrongCredentials)
    }
    await limits.succeeded(.signInFromAddress, call.address)
    await limits.succeeded(.passwordOfAccount, account)
    return try await database.write { database in
      // Hashing took its time; meanwhile the password may have been changed, or the account deleted.
      guard let member = try Members(database: database).member(known.id), member.password == known.password else {
        throw Refusal(.wrongCredentials)
      }
      return try begin(for: member, device: request.device, at: now, in: database)
    }
  }

  /// The hash of a password somebody chose, if it may be one.
  func hashed(_ typed: String, field: String) async throws -> PasswordHash {
    let password = Password(typed)
    guard password.isAcceptable else { throw Refusal(.passwordWeak, .init(field: field)) }
    return try await passwords.hash(password)
  }

  /// Refuses names that are longer than the contract lets them be.
  func checkLengths(name: String?, device: String?) throws {
    for (field, text) in [("name", name), ("device", device)] {
      guard (text ?? "").unicodeScalars.count <= 100 else { throw Refusal(.malformed, .init(field: field)) }
    }
  }
}
