// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct InvitationTests {
  private let path = "/api/v1/member/register/"
  private let setup = ServerSetup(isRegistrationOpen: false, takesInvitations: true)

  private func body(_ email: String, code: String?) -> String {
    let code = code.map { #","invitation":"\#($0)""# } ?? ""
    return #"{"email":"\#(email)","password":"correct horse"\#(code)}"#
  }

  @Test("an invitation code can be used by one member only")
  func anInvitationCodeCanBeUsedByOneMemberOnly() async throws {
    try await withServer(setup) { client in
      let now = client.clock.now
      try await client.server.database.write { try Invitations(database: $0).add("a code", at: now) }
      #expect(try await client.get("/api/v1/health/").ok()["registration"] == .string("invited"))
      try await client.post(path, body("ada@example.org", code: nil)).refused(.invitationNeeded)
      try await client.post(path, body("ada@example.org", code: "another")).refused(.invitationNeeded)
      try await client.post(path, body("ada@example.org", code: "a code")).ok()
      try await client.post(path, body("eve@example.org", code: "a code")).refused(.invitationNeeded)
      #expect(try !client.stored().contains("a code"))
    }
  }

  @Test("without an invitation code, a response doesn't reveal registered email addresses")
  func withoutAnInvitationCodeAResponseDoesntRevealRegisteredEmailAddresses() async throws {
    try await withServer(setup) { client in
      let now = client.clock.now
      try await client.server.database.write { try Invitations(database: $0).add("a code", at: now) }
      try await client.post(path, body("ada@example.org", code: "a code")).ok()
      let known = try await client.post(path, body("ada@example.org", code: "guessed"))
      let unknown = try await client.post(path, body("eve@example.org", code: "guessed"))
      known.refused(.invitationNeeded)
      #expect(known.body == unknown.body)
    }
  }

  @Test("registering a taken email address doesn't use up the invitation code")
  func registeringATakenEmailAddressDoesntUseUpTheInvitationCode() async throws {
    try await withServer(setup) { client in
      let now = client.clock.now
      try await client.server.database.write { database in
        for code in ["one", "two"] { try Invitations(database: database).add(code, at: now) }
      }
      try await client.post(path, body("ada@example.org", code: "one")).ok()
      try await client.post(path, body("ada@example.org", code: "two")).refused(.emailTaken)
      try await client.post(path, body("eve@example.org", code: "two")).ok()
    }
  }
}
