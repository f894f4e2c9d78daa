// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import Testing
import TestSupport

/// Rows A01–A15 and A25–A31 of docs/FAULTS.md: calls whose token is no longer valid.
@Suite(.timeLimit(.minutes(1))) struct RenewalTests {
  let machine: AccountMachine
  var server: ModelServer { machine.server }

  init() throws {
    machine = try AccountMachine()
  }

  @Test("many account requests with an expired token cause one renewal", .fault("A01"), arguments: [20, 100])
  func manyAccountRequestsWithAnExpiredTokenCauseOneRenewal(count: Int) async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    #expect(await program.calls(count).allSatisfy { $0 == .success(true) })
    #expect(await server.count("login/refresh") == 1)
    let sent = await server.count("updateconfig")
    // A call that began late already had the new token and sent its request only once.
    #expect(sent > count && sent <= 2 * count)
  }

  @Test("twenty account requests refused together are repeated after a single renewal", .fault("A01"))
  func twentyAccountRequestsRefusedTogetherAreRepeatedAfterASingleRenewal() async throws {
    let program = try await machine.signedIn()
    let before = await server.requests.count
    await server.always("updateconfig", .held)
    async let results = program.calls(20)
    await server.waitForRequests("updateconfig", 20)
    await server.always("updateconfig", nil)
    await server.revokeAccess()
    await server.letGo()
    #expect(await results.allSatisfy { $0 == .success(true) })
    #expect(await server.count("login/refresh") == 1)
    #expect(await server.requests.count - before == 41)
  }

  @Test("a late 401 for an old token causes no second renewal", .fault("A02"))
  func aLate401ForAnOldTokenCausesNoSecondRenewal() async throws {
    let program = try await machine.signedIn()
    await server.next("updateconfig", .held)
    async let slow = program.call()
    await server.waitForRequests("updateconfig", 1)
    await server.revokeAccess()
    #expect(await program.call() == .success(true))
    await server.letGo()
    #expect(await slow == .success(true))
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("if all tokens are refused, Kurs stops renewing for a minute", .fault("A03"))
  func ifAllTokensAreRefusedKursStopsRenewingForAMinute() async throws {
    let program = try await machine.signedIn()
    await server.refuseAllTokens()
    for _ in 1...10 {
      let before = await server.count("updateconfig")
      _ = await program.call()
      #expect(await server.count("updateconfig") - before <= 2)
    }
    // Five sign-in requests are allowed. The user's own sign-in is the first of them.
    #expect(await server.count("login/refresh") + server.count("login/email") == 5)
    let until = Uptime(milliseconds: machine.clock.now.milliseconds + 60_000)
    #expect(await program.state.phase == .waiting(until: until))
    machine.clock.advance(seconds: 60)
    await server.waitForRequests("login/refresh", 5)
    #expect(await program.reaches(.signedIn).member?.id == AccountMachine.ada)
  }

  @Test("after a server error, the user stays signed in, renewal is retried", .fault("A04"))
  func afterAServerErrorTheUserStaysSignedInRenewalIsRetried() async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.next(
      "login/refresh", .answer(status: 500, body: ""), .answer(status: 503, body: "<html>"),
      .answer(status: 500, body: "{}"))
    #expect(await program.call() == .failure(.auth(.unavailable)))
    #expect(await program.state.phase == .offline(wantsPassword: false))
    for (round, seconds) in [(1, 1), (2, 2), (3, 4)] as [(Int, Int64)] {
      #expect(await program.call() == .failure(.auth(.unavailable)))
      #expect(await server.count("login/refresh") == round)
      machine.clock.advance(seconds: seconds)
      await server.waitForRequests("login/refresh", round + 1)
      await program.reaches { $0 != .checking }
    }
    #expect(await program.state.phase == .signedIn)
    #expect(await machine.tokens() != nil)
    #expect(try await machine.user.members().map(\.isSignedIn) == [true])
  }

  @Test("if the connection is refused, the user stays signed in", .fault("A04"))
  func ifTheConnectionIsRefusedTheUserStaysSignedIn() async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.next("login/refresh", .network(.connect))
    #expect(await program.call() == .failure(.auth(.unavailable)))
    #expect(await program.state.phase == .offline(wantsPassword: false))
    #expect(await machine.tokens() != nil)
    #expect(try await machine.user.members().map(\.isSignedIn) == [true])
  }

  @Test(
    "a renewal waits as long as the server requests", .fault("A05"), arguments: [(429, "rate-limited"), (503, "busy")])
  func aRenewalWaitsAsLongAsTheServerRequests(status: Int, reason: String) async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.next(
      "login/refresh",
      .answer(
        status: status, body: #"{"status":"ERROR","reason":"\#(reason)","data":{"retry_after":120}}"#,
        headers: ["Retry-After": "120"]))
    #expect(await program.call() == .failure(.auth(.unavailable)))
    machine.clock.advance(seconds: 119)
    #expect(await program.call() == .failure(.auth(.unavailable)))
    #expect(await server.count("login/refresh") == 1)
    machine.clock.advance(seconds: 1)
    await program.reaches(.signedIn)
    #expect(await server.count("login/refresh") == 2)
  }

  @Test("after a refused renewal, Kurs signs in once with the stored password", .fault("A06"))
  func afterARefusedRenewalKursSignsInOnceWithTheStoredPassword() async throws {
    let program = try await machine.signedIn(keepsPassword: true)
    await server.revokeAccess()
    await server.endSessions()
    #expect(await program.call() == .success(true))
    #expect(await server.count("login/refresh") == 1)
    #expect(await server.count("login/email") == 2)
    #expect(await program.state.phase == .signedIn)
  }

  @Test("a response that isn't the account server's refusal signs nobody out", .fault("A10"), arguments: [
    ModelServer.Fault.answer(status: 200, body: "{}"), .answer(status: 200, body: "<html>Sign in to the hotel</html>"),
    .answer(status: 401, body: "<html>Proxy</html>"), .answer(status: 400, body: #"{"error":"invalid_grant"}"#),
    .answer(status: 403, body: ""), .answer(status: 302, body: "", headers: ["Location": "https://hotel.example"]),
    .network(.tls(.certificate)), .network(.resolve), .network(.timedOut), .network(.truncated),
    .answer(status: 401, body: #"{"status":"ERROR","reason":"out-of-order","data":{}}"#),
    .answer(status: 400, body: #"{"status":"ERROR","reason":"malformed","data":{}}"#),
    .answeredBy(
      url: "https://hotel.example/login", status: 401, body: #"{"status":"ERROR","reason":"session-ended","data":{}}"#),
  ])
  func aResponseThatIsntTheAccountServersRefusalSignsNobodyOut(fault: ModelServer.Fault) async throws {
    let program = try await machine.signedIn(keepsPassword: true)
    await server.revokeAccess()
    await server.always("login/refresh", fault)
    #expect(await program.call() == .failure(.auth(.unavailable)))
    #expect(await program.state.phase == .offline(wantsPassword: false))
    #expect(await server.count("login/email") == 1)
    await server.always("login/refresh", nil)
    await program.retry()
    await program.reaches(.signedIn)
    #expect(await program.call() == .success(true))
  }

  @Test(
    "an unexpected response to a renewal is reported once, without content", .fault("A09", "J15"),
    arguments: ["{}", #"{"refresh_token":"canary"}"#])
  func anUnexpectedResponseToARenewalIsReportedOnceWithoutContent(body: String) async throws {
    let reports = Reports()
    let program = machine.program(reports: reports)
    try await program.signIn(.ada())
    await server.revokeAccess()
    let kept = await machine.keyring.secrets
    await server.next("login/refresh", .answer(status: 200, body: body))
    #expect(await program.call() == .failure(.auth(.unavailable)))
    #expect(await program.state.phase == .offline(wantsPassword: false))
    #expect(await machine.keyring.secrets == kept)
    #expect(try await machine.user.members().map(\.isSignedIn) == [true])
    #expect(try await machine.user.members().map(\.state) == [.active])
    let heard = await reports.heard
    #expect(heard.map(\.schema) == ["account/session"])
    #expect(heard.map(\.body) == [[]])
  }

  @Test("a proxy's 401 doesn't sign the user out", .fault("A11")) func aProxys401DoesntSignTheUserOut() async throws {
    let program = try await machine.signedIn()
    await server.always("updateconfig", .answer(status: 401, body: "<html>Proxy authorization</html>"))
    for _ in 1...5 { #expect(await program.call() == .failure(.api(.status(401)))) }
    let other = #"{"status":"ERROR","reason":"token-expired","data":{}}"#
    await server.always("updateconfig", .answeredBy(url: "https://proxy.example/", status: 401, body: other))
    #expect(await program.call() == .failure(.api(.status(401))))
    #expect(await server.count("login/refresh") == 0)
    #expect(await program.state.phase == .signedIn)
  }

  @Test("offline, the member is shown, and reconnecting renews the sign-in once", .fault("A25"))
  func offlineTheMemberIsShownAndReconnectingRenewsTheSignInOnce() async throws {
    _ = try await machine.signedIn()
    let next = machine.program(boot: "boot-2")
    await next.networkChanged(isOnline: false)
    await next.start()
    let state = await next.reaches(.offline(wantsPassword: false))
    #expect(state.member?.name == "ada")
    #expect(await server.count("login/refresh") == 0)
    await next.networkChanged(isOnline: true)
    await next.reaches(.signedIn)
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("setting the computer's clock has no effect on renewals", .fault("A26"))
  func settingTheComputersClockHasNoEffectOnRenewals() async throws {
    await server.giveTokens(lasting: "300")
    let program = try await machine.signedIn()
    machine.clock.setWall(aheadBy: 600_000)
    for _ in 1...23 {
      machine.clock.advance(seconds: 10)
      #expect(await program.call() == .success(true))
    }
    #expect(await server.count("login/refresh") == 0)
    #expect(await server.count("updateconfig") == 23)
  }

  @Test("a short token lifetime causes at most two renewals a minute", .fault("A28"))
  func aShortTokenLifetimeCausesAtMostTwoRenewalsAMinute() async throws {
    await server.giveTokens(lasting: "1")
    let program = try await machine.signedIn()
    for second in 1...120 {
      machine.clock.advance(seconds: 1)
      #expect(await program.call() == .success(true))
      #expect(await server.count("login/refresh") <= second / 30)
    }
    #expect(await server.count("login/refresh") > 0)
  }

  @Test("after two hours of suspend, the first account request renews the token", .fault("A27"))
  func afterTwoHoursOfSuspendTheFirstAccountRequestRenewsTheToken() async throws {
    let program = try await machine.signedIn()
    // No alarm rings, so the call itself must notice that the token has expired.
    machine.clock.suspend(seconds: 7200)
    #expect(await program.call() == .success(true))
    #expect(await server.count("updateconfig") == 1)
    #expect(await server.count("login/refresh") == 1)
    let paths = await server.requests.suffix(2).map { $0.url.hasSuffix("login/refresh/") }
    #expect(paths == [true, false])
  }

  @Test("a token that expired during suspend is renewed before the next request", .fault("A27"))
  func aTokenThatExpiredDuringSuspendIsRenewedBeforeTheNextRequest() async throws {
    let program = try await machine.signedIn()
    machine.clock.suspend(seconds: 899)
    #expect(await program.call() == .success(true))
    #expect(await server.count("login/refresh") == 0)
    machine.clock.suspend(seconds: 1)
    #expect(await program.call() == .success(true))
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("a renewal without a response is given up after 15 seconds", .fault("A29"))
  func aRenewalWithoutAResponseIsGivenUpAfter15Seconds() async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.always("login/refresh", .held)
    async let results = program.calls(3)
    await server.waitForRequests("login/refresh", 1)
    machine.clock.advance(seconds: 15)
    #expect(await results.allSatisfy { $0 == .failure(.auth(.unavailable)) })
    #expect(await server.count("login/refresh") == 1)
    #expect(await program.state.phase == .offline(wantsPassword: false))
    await server.letGo()
  }

  @Test("cancelling the account request that started a renewal doesn't stop the renewal", .fault("A31"))
  func cancellingTheAccountRequestThatStartedARenewalDoesntStopTheRenewal() async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.next("login/refresh", .held)
    let first = Task { await program.call() }
    await server.waitForRequests("login/refresh", 1)
    async let second = program.call()
    first.cancel()
    #expect(await first.value == .failure(.auth(.unavailable)))
    await server.letGo()
    #expect(await second == .success(true))
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("while 256 account requests wait, the next request fails immediately", .fault("A30"))
  func while256AccountRequestsWaitTheNextRequestFailsImmediately() async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.next("login/refresh", .held)
    await withTaskGroup(of: Result<Bool, AccountCallFailure>.self) { group in
      for _ in 1...257 { group.addTask { await program.call() } }
      #expect(await group.next() == .failure(.auth(.busy)))
      await server.waitForRequests("login/refresh", 1)
      await server.letGo()
      for await result in group { #expect(result == .success(true)) }
    }
    #expect(await server.count("login/refresh") == 1)
  }
}
