// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import Testing

@testable import KursServer

@Suite struct SignInTests {
  private let path = "/api/v1/member/login/email/"
  private let wrong = #"{"email":"ada@example.org","password":"wrong password"}"#

  /// Runs `test` while the maximum number of the guest's passwords is being checked.
  private func full(_ guest: PasswordQueue.Guest, of client: Client, _ test: () async throws -> Void) async throws {
    let passwords = client.server.passwords
    try await passwords.admitted(guest) { try await passwords.admitted(guest, test) }
  }

  @Test("a member signs in with email address and password")
  func aMemberSignsInWithEmailAddressAndPassword() async throws {
    try await withServer { client in
      let first = try await client.registered()
      let second = try await client.signedIn("ADA@example.org")
      #expect(second.member == first.member)
      #expect(second.access != first.access)
      try await first.post("/api/v1/member/profile/").ok()
      try await second.post("/api/v1/member/profile/").ok()
    }
  }

  @Test("an unknown email address gets the same response as a wrong password")
  func anUnknownEmailAddressGetsTheSameResponseAsAWrongPassword() async throws {
    try await withServer { client in
      _ = try await client.registered()
      let known = try await client.post(path, wrong)
      let unknown = try await client.post(path, #"{"email":"eve@example.org","password":"correct horse"}"#)
      let noAddress = try await client.post(path, #"{"email":"eve","password":"correct horse"}"#)
      known.refused(.wrongCredentials)
      #expect(known.body == unknown.body)
      #expect(known.body == noAddress.body)
    }
  }

  @Test("ten wrong passwords block only the network address that sent them")
  func tenWrongPasswordsBlockOnlyTheNetworkAddressThatSentThem() async throws {
    try await withServer { client in
      _ = try await client.registered()
      var stranger = client
      stranger.address = "198.51.100.1"
      for _ in 0..<10 { try await stranger.post(path, wrong).refused(.wrongCredentials) }
      client.clock.advance(seconds: 100)
      let reply = try await stranger.post(path, #"{"email":"ada@example.org","password":"correct horse"}"#)
      reply.refused(.rateLimited)
      #expect(reply.header("Retry-After") == "800")
      _ = try await client.signedIn()
      client.clock.advance(seconds: 800)
      _ = try await stranger.signedIn()
    }
  }

  @Test("wrong passwords from one subscriber's IPv6 addresses are counted together")
  func wrongPasswordsFromOneSubscribersIPv6AddressesAreCountedTogether() async throws {
    try await withServer { client in
      _ = try await client.registered()
      for number in 0...10 {
        var one = client
        one.address = "2001:db8:1:2::\(number + 1)"
        try await one.post(path, wrong).refused(number < 10 ? .wrongCredentials : .rateLimited)
      }
    }
  }

  /// Many computers that guess the password are stopped. The member can still sign in from a computer that the server
  /// knows.
  // fault: N10
  @Test("wrong passwords from unknown computers don't block the member's computer")
  func wrongPasswordsFromUnknownComputersDontBlockTheMembersComputer() async throws {
    try await withServer { client in
      let ada = try await client.registered()
      for number in 0..<100 {
        var one = client
        one.address = "198.51.100.\(number)"
        try await one.post(path, wrong).refused(.wrongCredentials)
      }
      var unknown = client
      unknown.address = "203.0.113.9"
      let right = #"{"email":"ada@example.org","password":"correct horse"}"#
      try await unknown.post(path, right).refused(.rateLimited)
      let known = ["Authorization": "Bearer \(ada.refresh)"]
      try await unknown.post(path, right, headers: known).ok()
      // A stolen laptop has ten separate attempts, so the owner's other computer isn't blocked.
      let laptop = try SignedIn(client: unknown, data: try await unknown.post(path, right, headers: known).ok())
      let stolen = ["Authorization": "Bearer \(laptop.refresh)"]
      for _ in 0..<10 { try await unknown.post(path, wrong, headers: stolen).refused(.wrongCredentials) }
      try await unknown.post(path, right, headers: stolen).refused(.rateLimited)
      // A computer of another member is unknown to this account.
      let eve = try await client.registered("eve@example.org")
      try await unknown.post(path, right, headers: ["Authorization": "Bearer \(eve.refresh)"]).refused(.rateLimited)
      try await ada.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
    }
  }

  // fault: N11
  @Test("a member's sign-in succeeds while another client sends many passwords")
  func aMembersSignInSucceedsWhileAnotherClientSendsManyPasswords() async throws {
    try await withServer { client in
      let ada = try await client.registered()
      var stranger = client
      stranger.address = "198.51.100.1"
      let flood = PasswordQueue.Guest(account: "ada@example.org", address: stranger.address)
      var waiting: [Task<Void, any Error>] = []
      try await full(flood, of: client) {
        try await stranger.post(path, wrong).refused(.busy)
        waiting.append(Task { [client] in _ = try await client.signedIn() })
        // A known computer may wait in the queue, even if the many passwords come from its network address.
        let right = #"{"email":"ada@example.org","password":"correct horse"}"#
        waiting.append(
          Task { [stranger] in
            try await stranger.post(path, right, headers: ["Authorization": "Bearer \(ada.refresh)"]).ok()
          })
        while client.server.passwords.waiting < 2 { await Task.yield() }
      }
      for each in waiting { try await each.value }
      stranger.token = ada.access
      try await stranger.post("/api/v1/member/confirm/", #"{"password":"correct horse"}"#).ok()
      try await stranger.post("/api/v1/member/password/", #"{"old":"correct horse","new":"battery staple"}"#).ok()
    }
  }

  // fault: N11
  @Test("a sign-in above the limit of attempts is refused without queueing")
  func aSignInAboveTheLimitOfAttemptsIsRefusedWithoutQueueing() async throws {
    try await withServer { client in
      _ = try await client.registered()
      for _ in 0..<10 { try await client.post(path, wrong).refused(.wrongCredentials) }
      let guest = PasswordQueue.Guest(account: "ada@example.org", address: client.address)
      try await full(guest, of: client) { try await client.post(path, wrong).refused(.rateLimited) }
    }
  }

  // fault: N04
  @Test("a member has at most 200 sessions") func aMemberHasAtMost200Sessions() async throws {
    try await withServer { client in
      let first = try await client.registered()
      var newest = first
      for _ in 0..<210 {
        client.clock.advance(seconds: 1)
        newest = try await client.signedIn()
      }
      let count = try await client.server.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM session") }
      #expect(count == 200)
      try await first.renewal().refused(.signInAgain)
      try await newest.post("/api/v1/member/profile/").ok()
    }
  }

  // fault: N10
  @Test("a sign-in that a busy server didn't check isn't counted as failed")
  func aSignInThatABusyServerDidntCheckIsntCountedAsFailed() async throws {
    try await withServer { client in
      _ = try await client.registered()
      await #expect(throws: Refusal(.busy)) {
        let lane = AttemptLimits.Lane(.passwordFromAddress, "a")
        _ = try await client.server.limits.judged([lane], at: client.clock.now) { () -> Bool? in throw Refusal(.busy) }
      }
      let counted = try await client.server.database.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM attempt WHERE kind = 'passwordFromAddress'")
      }
      #expect(counted == 0)
    }
  }

  @Test("after wrong passwords for forty accounts, a network address is blocked")
  func afterWrongPasswordsForFortyAccountsANetworkAddressIsBlocked() async throws {
    try await withServer { client in
      for number in 0..<40 {
        try await client.post(path, #"{"email":"m\#(number)@example.org","password":"correct horse"}"#)
          .refused(.wrongCredentials)
      }
      try await client.post(path, #"{"email":"m40@example.org","password":"correct horse"}"#).refused(.rateLimited)
    }
  }

  @Test("a server without a proxy ignores the header of forwarded addresses")
  func aServerWithoutAProxyIgnoresTheHeaderOfForwardedAddresses() async throws {
    try await withServer(ServerSetup(isBehindProxy: false)) { client in
      for number in 0...40 {
        var one = client
        one.address = "198.51.100.\(number)"
        let body = #"{"email":"m\#(number)@example.org","password":"correct horse"}"#
        try await one.post(path, body).refused(number < 40 ? .wrongCredentials : .rateLimited)
      }
    }
  }

  @Test("an attacker with many sessions gets no additional password attempts")
  func anAttackerWithManySessionsGetsNoAdditionalPasswordAttempts() async throws {
    try await withServer { client in
      for number in 0..<4 { _ = try await client.registered("m\(number)@example.org") }
      let eve = try await client.registered("eve@example.org")
      let gone = try await client.registered("gone@example.org")
      try await gone.post("/api/v1/member/delete/", #"{"password":"correct horse"}"#).ok()
      var judged = 0
      for number in 0..<88 {
        let token = number.isMultiple(of: 3) ? gone.refresh : try await client.signedIn("eve@example.org").refresh
        let body = #"{"email":"m\#(number)@example.org","password":"wrong password"}"#
        let reply = try await client.post(path, body, headers: ["Authorization": "Bearer \(token)"])
        judged += reply.reason == "wrong-credentials" ? 1 : 0
        if reply.reason != "wrong-credentials" { reply.refused(.rateLimited) }
        if judged == 40 { break }
      }
      #expect(judged == 40)
      let token = ["Authorization": "Bearer \(eve.refresh)"]
      try await client.post(path, wrong, headers: token).refused(.rateLimited)
    }
  }

  @Test("requests refused with 429 are not counted as attempts")
  func requestsRefusedWith429AreNotCountedAsAttempts() async throws {
    try await withServer { client in
      _ = try await client.registered()
      _ = try await client.registered("bob@example.org")
      for number in 0..<60 { try await client.post(path, wrong).refused(number < 10 ? .wrongCredentials : .rateLimited) }
      // Forty wrong passwords are allowed, and only ten were counted, so this IP address can still try thirty.
      _ = try await client.signedIn("bob@example.org")
    }
  }

  @Test("wrong passwords counted while the clock was ahead cause no long wait")
  func wrongPasswordsCountedWhileTheClockWasAheadCauseNoLongWait() async throws {
    try await withServer { client in
      _ = try await client.registered()
      client.clock.advance(seconds: 365 * 86_400)
      for _ in 0..<10 { try await client.post(path, wrong).refused(.wrongCredentials) }
      client.clock.advance(seconds: -365 * 86_400)
      _ = try await client.signedIn()
      for _ in 0..<10 { try await client.post(path, wrong).refused(.wrongCredentials) }
      let reply = try await client.post(path, wrong)
      reply.refused(.rateLimited)
      #expect(reply.header("Retry-After") == "900")
    }
  }

  @Test("sixty sign-ins in a row with the right password all succeed")
  func sixtySignInsInARowWithTheRightPasswordAllSucceed() async throws {
    try await withServer { client in
      _ = try await client.registered()
      for _ in 0..<60 { _ = try await client.signedIn() }
    }
  }

  @Test("simultaneous wrong passwords from 200 network addresses are limited")
  func simultaneousWrongPasswordsFrom200NetworkAddressesAreLimited() async throws {
    try await withServer { client in
      _ = try await client.registered()
      let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          var one = client
          one.address = "203.0.113.\(number)"
          group.addTask { [one] in
            let reply = try await one.post(path, wrong)
            if reply.reason != "wrong-credentials" { #expect(["busy", "rate-limited"].contains(reply.reason)) }
            return reply.reason == "wrong-credentials"
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(refused <= 100)
    }
  }
}
