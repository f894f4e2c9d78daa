// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB
import Testing

@testable import KursServer

@Suite struct ResetTests {
  private let path = "/api/v1/member/login/reset/"

  /// Stores a reset code, as `kurs-server member reset` does.
  private func code(_ client: Client, for member: SignedIn, _ code: String = "k3v9q-00000-11111-zzzzz") async throws {
    let now = client.clock.now
    try await client.server.database.write { database in
      let id = try #require(try Row.fetchOne(database, sql: "SELECT id FROM member WHERE id = ?", arguments: [member.member]))
      let uuid = try #require(UUID(text: id["id"]))
      try ResetCodes(database: database, now: now).add(code, of: uuid)
    }
  }

  private func body(
    _ code: String = "k3v9q-00000-11111-zzzzz", email: String = "ada@example.org", password: String = "battery staple"
  ) -> String {
    #"{"email":"\#(email)","code":"\#(code)","password":"\#(password)","device":"desk"}"#
  }

  @Test("a reset code sets a new password once and ends all sessions")
  func aResetCodeSetsANewPasswordOnceAndEndsAllSessions() async throws {
    try await withServer { client in
      let ada = try await client.registered()
      try await code(client, for: ada)
      // A code that was read out over the telephone may be typed like this.
      let data = try await client.post(path, body(" K3V9Q OOOOO LLLLL ZZZZZ ")).ok()
      let again = try SignedIn(client: client, data: data)
      #expect(again.member == ada.member)
      try await again.post("/api/v1/member/profile/").ok()
      try await ada.post("/api/v1/member/profile/").refused(.sessionEnded)
      try await client.post(path, body()).refused(.wrongCredentials)
      try await client.post("/api/v1/member/login/email/", #"{"email":"ada@example.org","password":"correct horse"}"#)
        .refused(.wrongCredentials)
      _ = try await client.signedIn(password: "battery staple")
      #expect(try !client.stored().contains("k3v9q"))
    }
  }

  @Test("a reset code is refused for another member or after a day")
  func aResetCodeIsRefusedForAnotherMemberOrAfterADay() async throws {
    try await withServer { client in
      let ada = try await client.registered()
      let eve = try await client.registered("eve@example.org")
      try await code(client, for: ada)
      try await client.post(path, body(email: "eve@example.org")).refused(.wrongCredentials)
      try await client.post(path, body(email: "nobody@example.org")).refused(.wrongCredentials)
      try await client.post(path, body(password: "short")).refused(.passwordWeak)
      try await client.post(path, body(password: "ada@example.org")).refused(.passwordWeak)
      client.clock.advance(seconds: 86_400)
      try await client.post(path, body()).refused(.wrongCredentials)
      _ = eve
      try await ada.renewal().ok()
    }
  }

  // fault: N10
  @Test("wrong reset codes from other network addresses don't block the member")
  func wrongResetCodesFromOtherNetworkAddressesDontBlockTheMember() async throws {
    try await withServer { client in
      let ada = try await client.registered()
      try await code(client, for: ada)
      for number in 0..<100 {
        var one = client
        one.address = "198.51.100.\(number)"
        try await one.post(path, body("wrong")).refused(.wrongCredentials)
      }
      _ = try await client.signedIn()
      for number in 0..<100 {
        var one = client
        one.address = "198.51.100.\(number)"
        try await one.post("/api/v1/member/login/email/", #"{"email":"ada@example.org","password":"wrong password"}"#)
          .refused(.wrongCredentials)
      }
      try await client.post(path, body()).ok()
    }
  }

  @Test("after ten wrong reset codes, further attempts are refused")
  func afterTenWrongResetCodesFurtherAttemptsAreRefused() async throws {
    try await withServer { client in
      let ada = try await client.registered()
      try await code(client, for: ada)
      for number in 0..<10 { try await client.post(path, body("wrong \(number)")).refused(.wrongCredentials) }
      try await client.post(path, body()).refused(.rateLimited)
      try await client.post(path, "{}").refused(.malformed)
    }
  }
}
