// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  func register(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let email: String
      let password: String
      let name: String?
      let device: String?
      let invitation: String?
    }
    let request = try call.json(Request.self)
    guard settings.isRegistrationOpen || settings.takesInvitations else { throw Refusal(.registrationClosed) }
    let code = settings.isRegistrationOpen ? nil : request.invitation
    if !settings.isRegistrationOpen {
      // Checked before the address, so that a stranger cannot find out the members.
      guard let code, try await database.read({ try Invitations(database: $0).isGood(code) }) else {
        throw Refusal(.invitationNeeded, .init(field: "invitation"))
      }
    }
    guard let email = EmailAddress(request.email) else { throw Refusal(.emailInvalid, .init(field: "email")) }
    try checkLengths(name: request.name, device: request.device)
    let password = try await hashed(request.password, field: "password")
    let member = Member(
      id: makeID(), email: email.text, name: request.name ?? "", password: password, created: clock(), config: [:],
      configRevision: 0, revision: 0)
    return try await database.write { database in
      let members = Members(database: database)
      guard try members.member(email: email) == nil else { throw Refusal(.emailTaken, .init(field: "email")) }
      if let code { try Invitations(database: database).spend(code, at: member.created) }
      try Space(database: database).bounded(by: settings.space, of: member.id.text, limit: settings.space.member) {
        try members.insert(member)
      }
      return try begin(for: member, device: request.device, at: member.created, in: database)
    }
  }

  func signInByEmail(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let email: String
      let password: String
      let device: String?
    }
    let request = try call.json(Request.self)
    try checkLengths(name: nil, device: request.device)
    let now = clock()
    // No account can have these lengths, so refusing at once reveals nothing about the members.
    guard request.email.utf8.count <= 320, Password(request.password).isAcceptable else {
      throw Refusal(.wrongCredentials)
    }
    let email = EmailAddress(request.email)
    let device = device(of: call)
    let (known, isKnownDevice) = try await database.read { database in
      let known = try email.flatMap { try Members(database: database).member(email: $0) }
      let session = try device.flatMap { try Sessions(database: database).session($0) }
      return (known, known != nil && session?.member == known?.id)
    }
    var tries = [lane(of: call, usually: .signInFromAddress)]
    if !isKnownDevice {
      let account = email?.text ?? request.email
      for next in [
        (AttemptLimits.Kind.passwordFromAddress, "\(account) \(call.address.text)"), (.passwordOfAccount, account),
      ] {
        try await limits.tried(next.0, next.1, at: now)
        tries.append(next)
      }
    }
    let isRight = try await judged(tries) {
      try await passwords.matches(Password(request.password), stored: known?.password)
    }
    guard isRight, let known else { throw Refusal(.wrongCredentials) }
    return try await database.write { database in
      // During the hashing the password may have been changed or the account deleted.
      guard let member = try Members(database: database).member(known.id), member.password == known.password else {
        throw Refusal(.wrongCredentials)
      }
      return try begin(for: member, device: request.device, at: now, in: database)
    }
  }

  /// Whether a password was right. The attempt is not counted if it was right or could not be checked.
  func judged(
    _ tries: [(AttemptLimits.Kind, String)], _ judge: () async throws -> Bool
  ) async throws -> Bool {
    do {
      guard try await judge() else { return false }
    } catch {
      for (kind, key) in tries { try await limits.takeBack(kind, key) }
      throw error
    }
    for (kind, key) in tries { try await limits.takeBack(kind, key) }
    return true
  }

  /// Returns the hash of a new password. Throws a refusal if the password is not acceptable.
  func hashed(_ typed: String, field: String) async throws -> PasswordHash {
    let password = Password(typed)
    guard password.isAcceptable else { throw Refusal(.passwordWeak, .init(field: field)) }
    return try await passwords.hash(password)
  }

  /// Throws a refusal if a name is longer than the contract allows.
  func checkLengths(name: String?, device: String?) throws {
    for (field, text) in [("name", name), ("device", device)] {
      guard (text ?? "").unicodeScalars.count <= 100 else { throw Refusal(.malformed, .init(field: field)) }
    }
  }
}
