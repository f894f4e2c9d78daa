// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  /// Changes the password. Ends all other sessions of the member.
  func changePassword(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let old: String?
      let new: String
    }
    let request = try call.json(Request.self)
    let member = try await visitor(call)
    try await confirm(request.old, of: member, from: call)
    let password = try await hashed(
      request.new, field: "new", of: member.email.flatMap(EmailAddress.init), for: guest(member, call))
    return try await asMember(call) { database, caller in
      guard caller.member.password == member.password else { throw Refusal(.wrongPassword, .init(field: "old")) }
      if member.password == nil { try caller.requireProof() }
      var changed = caller.member
      changed.password = password
      try Members(database: database).update(changed)
      let ended = try Sessions(database: database).endAll(of: changed.id, but: caller.session, at: caller.now)
      return try .of(Ended(ended: ended))
    }
  }

  func deleteMember(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let password: String?
      let confirm: String?
    }
    let request = try call.json(Request.self)
    let member = try await visitor(call)
    if member.password == nil {
      guard request.confirm.map({ $0.utf8.elementsEqual(member.id.text.utf8) }) == true else {
        throw Refusal(.wrongPassword, .init(field: "confirm"))
      }
    } else {
      try await confirm(request.password, of: member, from: call)
    }
    let answer = try await asMember(call) { database, caller in
      guard caller.member.password == member.password else { throw Refusal(.wrongPassword) }
      if member.password == nil { try caller.requireProof() }
      try Members(database: database).delete(caller.member.id, at: caller.now)
      return try .of(Nothing())
    }
    // The account is already deleted. If a reader prevents emptying the WAL now, the hourly upkeep empties it later.
    try? await database.forgetJournal()
    return answer
  }

  /// Checks the password again. A token isn't enough, because the user may have left the computer unlocked.
  func confirm(_ typed: String?, of member: Member, from call: Call) async throws {
    guard let stored = member.password else { return }
    guard let typed, Password(typed).isPossible else { throw Refusal(.wrongPassword) }
    // The attempt counts only for this session, so that other callers can't use up the session's limit.
    let lane = AttemptLimits.Lane(.passwordFromDevice, try accessToken(of: call).session.text)
    guard try await isRight(Password(typed), stored: stored, guest: guest(member, call), lanes: [lane]) else {
      throw Refusal(.wrongPassword)
    }
  }

  private func guest(_ member: Member, _ call: Call) -> PasswordQueue.Guest {
    .init(account: member.email ?? member.id.text, address: call.address.text, isKnown: true)
  }

  func visitor(_ call: Call) async throws -> Member {
    let token = try accessToken(of: call)
    let now = clock()
    return try await database.write { try AuthorizedCall.admitted(by: token, at: now, in: $0).member }
  }
}
