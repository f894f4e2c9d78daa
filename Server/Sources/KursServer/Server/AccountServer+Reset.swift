// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  /// Sets a new password if the code is right. Ends all sessions and begins a new one.
  func resetPassword(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let email: String
      let code: String
      let password: String
      let device: String?
    }
    let request = try call.json(Request.self)
    try checkNames(name: nil, device: request.device)
    guard request.email.utf8.count <= 320, request.code.utf8.count <= 200 else { throw Refusal(.wrongCredentials) }
    let email = EmailAddress(request.email)
    let account = email?.text ?? request.email
    let guest = PasswordQueue.Guest(account: account, address: call.address.text)
    let password = Password(request.password)
    // The password is checked before the code, so that a weak password doesn't count as a failed attempt.
    guard password.isGood(for: email) else { throw Refusal(.passwordWeak, .init(field: "password")) }
    let now = clock()
    let known = try await limits.judged(Self.resetLanes(account: account, call), at: now) {
      try await database.read { database -> Member? in
        guard let member = try email.flatMap({ try Members(database: database).member(email: $0) }),
          try ResetCodes(database: database, now: now).isGood(request.code, of: member.id)
        else { return nil }
        return member
      }
    }
    guard let known else { throw Refusal(.wrongCredentials) }
    let hash = try await passwords.admitted(guest) { try await passwords.hash(password, for: guest) }
    return try await database.write { database in
      let codes = ResetCodes(database: database, now: now)
      // Checks the code again, because it may have been used or the account deleted during the hashing.
      guard var member = try Members(database: database).member(known.id), try codes.isGood(request.code, of: member.id)
      else { throw Refusal(.wrongCredentials) }
      member.password = hash
      try Members(database: database).update(member)
      try codes.remove(of: member.id)
      _ = try Sessions(database: database).endAll(of: member.id, but: nil, at: now)
      return try begin(for: member, device: request.device, at: now, in: database)
    }
  }

  /// Returns the limits that a wrong code counts against. A code is too long to be guessed, even from many IP
  /// addresses. So the limits are separate for each IP address, and strangers can't use up the owner's attempts.
  private static func resetLanes(account: String, _ call: Call) -> [AttemptLimits.Lane] {
    let address = call.address.text
    return [.init(.signInFromAddress, address), .init(.passwordFromAddress, "code of \(account) \(address)")]
  }
}
