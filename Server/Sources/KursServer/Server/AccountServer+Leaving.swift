// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  /// Changes the password; all other sessions of the member end.
  func changePassword(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let old: String?
      let new: String
    }
    let request = try call.json(Request.self)
    let member = try await visitor(call)
    try await confirm(request.old, of: member, from: call)
    let password = try await hashed(request.new, field: "new")
    return try await asMember(call) { database, visit in
      guard visit.member.password == member.password else { throw Refusal(.wrongPassword, .init(field: "old")) }
      if member.password == nil { try visit.requireProof() }
      var changed = visit.member
      changed.password = password
      try Members(database: database).update(changed)
      let ended = try Sessions(database: database).endAll(of: changed.id, but: visit.session, at: visit.now)
      return try .of(Ended(ended: ended))
    }
  }

  /// Deletes the account and all that belongs to it.
  func deleteMember(_ call: Call) async throws -> Answer {
    struct Request: Decodable {
      let password: String?
      let confirm: String?
    }
    let request = try call.json(Request.self)
    let member = try await visitor(call)
    if member.password == nil {
      guard request.confirm == member.id.text else { throw Refusal(.wrongPassword, .init(field: "confirm")) }
    } else {
      try await confirm(request.password, of: member, from: call)
    }
    let answer = try await asMember(call) { database, visit in
      guard visit.member.password == member.password else { throw Refusal(.wrongPassword) }
      if member.password == nil { try visit.requireProof() }
      try Members(database: database).delete(visit.member.id, at: visit.now)
      return try .of(Nothing())
    }
    try await database.forgetJournal()
    return answer
  }

  /// Asks for the password once more: a token alone, on a screen left open, is not enough.
  func confirm(_ typed: String?, of member: Member, from call: Call) async throws {
    guard let stored = member.password else { return }
    guard let typed else { throw Refusal(.wrongPassword) }
    let now = clock()
    try await limits.tried(.signInFromAddress, call.address, at: now)
    try await limits.tried(.passwordOfAccount, member.email ?? member.id.text, at: now)
    guard try await passwords.matches(Password(typed), stored: stored) else { throw Refusal(.wrongPassword) }
    await limits.succeeded(.signInFromAddress, call.address)
    await limits.succeeded(.passwordOfAccount, member.email ?? member.id.text)
  }

  /// Whose token it is, before the command itself.
  func visitor(_ call: Call) async throws -> Member {
    let token = try accessToken(of: call)
    let now = clock()
    return try await database.write { try Visit.admitted(by: token, at: now, in: $0).member }
  }
}
