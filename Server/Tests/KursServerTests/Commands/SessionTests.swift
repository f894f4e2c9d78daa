// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct SessionTests {
  @Test("when a computer uses a new session, its old session ends")
  func whenAComputerUsesANewSessionItsOldSessionEnds() async throws {
    try await withServer { client in
      let old = try await client.registered()
      let body = #"{"email":"ada@example.org","password":"correct horse"}"#
      let known = ["Authorization": "Bearer \(old.refresh)"]
      let reply = try await client.post("/api/v1/member/login/email/", body, headers: known)
      let new = try SignedIn(client: client, data: try reply.ok())
      // The client may not have received the new session, so the old session is valid until the new session is used.
      let renewed = try await old.renewed()
      try await new.post("/api/v1/member/profile/").ok()
      try await renewed.post("/api/v1/member/profile/").refused(.sessionEnded)
      try await renewed.renewal().refused(.sessionEnded)
      _ = try await new.renewed()
      // Signing in with another member's token doesn't end the other member's session.
      let eve = try await client.registered("eve@example.org")
      let foreign = ["Authorization": "Bearer \(eve.refresh)"]
      let third = try await client.post("/api/v1/member/login/email/", body, headers: foreign)
      try await SignedIn(client: client, data: try third.ok()).post("/api/v1/member/profile/").ok()
      try await eve.post("/api/v1/member/profile/").ok()
    }
  }

  @Test("a session ends after a year, however often it is renewed")
  func aSessionEndsAfterAYearHoweverOftenItIsRenewed() async throws {
    try await withServer { client in
      var member = try await client.registered()
      for _ in 0..<4 {
        client.clock.advance(seconds: 80 * 86_400)
        member = try await member.renewed()
      }
      client.clock.advance(seconds: 40 * 86_400)
      let data = try await member.renewal().ok()
      #expect(data["refresh_expires_in"] == .number(5 * 86_400))
      member = try SignedIn(client: client, data: data)
      client.clock.advance(seconds: 5 * 86_400 - 1)
      member = try await member.renewed()
      #expect(try await member.renewal().status == 200)
      client.clock.advance(seconds: 1)
      // After this refusal, a client keeps its data and signs in with the password in its keyring.
      try await member.renewal().refused(.signInAgain)
    }
  }

  private let profile = "/api/v1/member/profile/"
  private let refresh = "/api/v1/member/login/refresh/"
  private let logout = "/api/v1/member/logout/"

  @Test("a request without a valid access token is refused")
  func aRequestWithoutAValidAccessTokenIsRefused() async throws {
    try await withServer { client in
      let reply = try await client.post(profile)
      reply.refused(.tokenMissing)
      #expect(reply.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
      var other = client
      other.token = "kurs_a_made_up"
      try await other.post(profile).refused(.tokenInvalid)
      let member = try await client.registered()
      other.token = member.refresh
      try await other.post(profile).refused(.tokenInvalid)
    }
  }

  @Test("an access token expires after fifteen minutes") func anAccessTokenExpiresAfterFifteenMinutes() async throws {
    try await withServer { client in
      let member = try await client.registered()
      client.clock.advance(seconds: 899)
      try await member.post(profile).ok()
      client.clock.advance(seconds: 1)
      try await member.post(profile).refused(.tokenExpired)
      try await member.renewed().post(profile).ok()
    }
  }

  @Test("a refresh token expires ninety days after its last use")
  func aRefreshTokenExpiresNinetyDaysAfterItsLastUse() async throws {
    try await withServer { client in
      var member = try await client.registered()
      for _ in 0..<3 {
        client.clock.advance(seconds: 90 * 86_400 - 1)
        member = try await member.renewed()
      }
      client.clock.advance(seconds: 90 * 86_400)
      // After this refusal, the client keeps all data and signs in again.
      try await member.renewal().refused(.signInAgain)
    }
  }

  @Test("a renewal whose response was lost can be repeated")
  func aRenewalWhoseResponseWasLostCanBeRepeated() async throws {
    try await withServer { client in
      let member = try await client.registered()
      _ = try await member.renewal().ok()
      let second = try await member.renewed()
      try await second.post(profile).ok()
      try await second.renewed().post(profile).ok()
    }
  }

  @Test("if a refresh token is used again after renewal, the session ends")
  func ifARefreshTokenIsUsedAgainAfterRenewalTheSessionEnds() async throws {
    try await withServer { client in
      let owner = try await client.registered()
      let elsewhere = try await client.signedIn()
      let thief = try await owner.renewed()
      try await thief.post(profile).ok()
      try await owner.renewal().refused(.tokenReused)
      try await thief.post(profile).refused(.sessionEnded)
      try await thief.renewal().refused(.sessionEnded)
      try await elsewhere.post(profile).ok()
    }
  }

  @Test(
    "an invalid refresh token is refused",
    arguments: [#"{"refresh_token":""}"#, #"{"refresh_token":"kurs_r_AAAA"}"#])
  func anInvalidRefreshTokenIsRefused(body: String) async throws {
    try await withServer { try await $0.post(refresh, body).refused(.tokenInvalid) }
  }

  @Test("a renewal without a refresh token is refused") func aRenewalWithoutARefreshTokenIsRefused() async throws {
    try await withServer { client in
      let data = try await client.post(refresh).refused(.malformed)
      #expect(data["field"] == .string("refresh_token"))
    }
  }

  @Test("signing out ends one session, or all sessions on request")
  func signingOutEndsOneSessionOrAllSessionsOnRequest() async throws {
    try await withServer { client in
      let desk = try await client.registered()
      let laptop = try await client.signedIn()
      let phone = try await client.signedIn()
      #expect(try await desk.post(logout).ok()["ended"] == .number(1))
      try await desk.post(profile).refused(.sessionEnded)
      try await desk.renewal().refused(.sessionEnded)
      try await laptop.post(profile).ok()
      #expect(try await laptop.post(logout, #"{"everywhere":true}"#).ok()["ended"] == .number(2))
      try await phone.post(profile).refused(.sessionEnded)
    }
  }

  @Test("an expired access token can still be used to sign out")
  func anExpiredAccessTokenCanStillBeUsedToSignOut() async throws {
    try await withServer { client in
      let member = try await client.registered()
      client.clock.advance(seconds: 86_400)
      let body = #"{"refresh_token":"\#(member.refresh)"}"#
      #expect(try await client.post(logout, body).ok()["ended"] == .number(1))
      #expect(try await client.post(logout, body).ok()["ended"] == .number(0))
      try await client.post(logout).refused(.tokenMissing)
      try await client.post(logout, #"{"refresh_token":"made up"}"#).refused(.tokenInvalid)
      try await client.post(logout, #"{"everywhere":"yes"}"#).refused(.malformed)
    }
  }

  @Test("signing out with a refresh token that was replaced ends no session")
  func signingOutWithARefreshTokenThatWasReplacedEndsNoSession() async throws {
    try await withServer { client in
      let first = try await client.registered()
      let laptop = try await client.signedIn()
      let second = try await first.renewed()
      try await second.post(profile).ok()
      for more in ["", #","everywhere":true"#] {
        let body = #"{"refresh_token":"\#(first.refresh)"\#(more)}"#
        #expect(try await client.post(logout, body).ok()["ended"] == .number(0))
      }
      try await second.post(profile).ok()
      try await laptop.post(profile).ok()
    }
  }

  @Test("a hundred simultaneous requests with the same access token all succeed")
  func aHundredSimultaneousRequestsWithTheSameAccessTokenAllSucceed() async throws {
    try await withServer { client in
      let member = try await client.registered().renewed()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 { group.addTask { try await member.post(profile).status } }
        for try await status in group { #expect(status == 200) }
      }
    }
  }
}
