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
      // The invitation is checked before the email address, so that strangers can't find out which addresses have an
      // account.
      guard let code, try await database.read({ try Invitations(database: $0).isGood(code) }) else {
        throw Refusal(.invitationNeeded, .init(field: "invitation"))
      }
    }
    guard let email = EmailAddress(request.email) else { throw Refusal(.emailInvalid, .init(field: "email")) }
    try checkNames(name: request.name, device: request.device)
    let guest = PasswordQueue.Guest(account: email.text, address: call.address.text)
    let password = try await hashed(request.password, field: "password", of: email, for: guest)
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
    try checkNames(name: nil, device: request.device)
    let now = clock()
    // No account has an email address or password of this length, so refusing the request reveals nothing about
    // members.
    guard request.email.utf8.count <= 320, Password(request.password).isPossible else {
      throw Refusal(.wrongCredentials)
    }
    let email = EmailAddress(request.email)
    let device = device(of: call)
    let (known, knownSession) = try await database.read { database -> (Member?, UUID?) in
      let known = try email.flatMap { try Members(database: database).member(email: $0) }
      let session = try device.flatMap { try Sessions(database: database).session($0) }
      return (known, known != nil && session?.member == known?.id ? session?.id : nil)
    }
    let account = email?.text ?? request.email
    let lanes = lanes(account: account, call, session: knownSession)
    let guest = PasswordQueue.Guest(account: account, address: call.address.text, isKnown: knownSession != nil)
    let isRight = try await isRight(Password(request.password), stored: known?.password, guest: guest, lanes: lanes)
    guard isRight, let known else { throw Refusal(.wrongCredentials) }
    return try await database.write { database in
      // Checks again, because the password may have been changed or the account deleted during the hashing.
      guard let member = try Members(database: database).member(known.id), member.password == known.password else {
        throw Refusal(.wrongCredentials)
      }
      return try begin(for: member, device: request.device, replacing: knownSession, at: now, in: database)
    }
  }

  /// Returns the limits that a wrong password counts against. `session`: the last session of this computer, if it has
  /// signed in to the account before.
  private func lanes(account: String, _ call: Call, session: UUID?) -> [AttemptLimits.Lane] {
    if let session { return [.init(.passwordFromDevice, session.text)] }  // guards N10
    let address = call.address.text
    return [
      .init(.signInFromAddress, address), .init(.passwordFromAddress, "\(account) \(address)"),
      .init(.passwordOfAccount, account),
    ]
  }

  func isRight(
    _ password: Password, stored: PasswordHash?, guest: PasswordQueue.Guest, lanes: [AttemptLimits.Lane]
  ) async throws -> Bool {
    // The limits are checked first, so that an attempt beyond a limit needs no place in the queue.
    try await limits.check(lanes, at: clock())  // guards N11
    return try await passwords.admitted(guest) {
      try await limits.judged(lanes, at: clock()) {
        try await passwords.matches(password, stored: stored, for: guest) ? true : nil
      } ?? false
    }
  }

  func hashed(
    _ typed: String, field: String, of email: EmailAddress?, for guest: PasswordQueue.Guest
  ) async throws -> PasswordHash {
    let password = Password(typed)
    guard password.isGood(for: email) else { throw Refusal(.passwordWeak, .init(field: field)) }
    return try await passwords.admitted(guest) { try await passwords.hash(password, for: guest) }
  }

  /// Refuses a name that is too long or contains a control character. A NUL would cut off the name.
  func checkNames(name: String?, device: String?) throws {
    for (field, text) in [("name", name ?? ""), ("device", device ?? "")] where !Name.isPrintable(text, upTo: 100) {
      throw Refusal(.malformed, .init(field: field))
    }
  }
}
