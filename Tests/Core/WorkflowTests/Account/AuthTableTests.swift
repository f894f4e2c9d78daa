// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

/// Tests every pair of event and state, 341 in all, and the conditions on which the next state also depends.
@Suite struct AuthTableTests {
  // The table assumes that there are a refresh token, a password, a network and a known account. `=` means that the
  // state stays.
  static let table = """
    event            BOOT    LOCKED  OUT     LOGIN IN      REFRESH SILENT  OFFLINE REST    WIPE END
    start            =       =       =       =     =       =       =       =       =       =    =
    wipe.marker      WIPE    =       =       =     =       =       =       =       =       =    =
    kr.creds         REFRESH REFRESH REFRESH =     =       =       =       =       =       =    =
    kr.none          OUT     OUT     =       =     =       =       =       =       =       =    =
    kr.locked        LOCKED  =       =       =     =       =       =       =       =       =    =
    kr.unavailable   LOCKED  =       =       =     =       =       =       =       =       =    =
    kr.malformed     OUT     OUT     =       =     =       =       =       =       =       =    =
    kr.changed       =       BOOT    BOOT    =     =       =       =       =       =       =    =
    kr.writeFailed   =       =       =       =     =       =       =       =       =       =    =
    ui.submit        LOGIN   LOGIN   LOGIN   =     =       =       =       LOGIN   LOGIN   =    =
    ui.cancel        =       =       =       OUT   =       =       =       =       =       =    =
    ui.signOut       END     END     =       END   END     END     END     END     END     =    =
    ui.retry         =       BOOT    =       =     =       =       =       REFRESH REFRESH =    =
    grant.ok         =       =       =       IN    =       IN      IN      =       =       =    =
    grant.refused    =       =       =       OUT   =       SILENT  WIPE    =       =       =    =
    grant.forgotten  =       =       =       OUT   =       SILENT  OFFLINE =       =       =    =
    grant.transient  =       =       =       OUT   =       OFFLINE OFFLINE =       =       =    =
    grant.malformed  =       =       =       OUT   =       OFFLINE OFFLINE =       =       =    =
    api.401          =       =       =       =     REFRESH =       =       REFRESH =       =    =
    api.401_older    =       =       =       =     =       =       =       =       =       =    =
    account.gone     =       =       =       OUT   WIPE    WIPE    WIPE    WIPE    WIPE    =    =
    token.nearExpiry =       =       =       =     REFRESH =       =       =       =       =    =
    token.deadline   =       =       =       =     REFRESH =       =       =       =       =    =
    net.down         =       =       =       OUT   OFFLINE OFFLINE OFFLINE =       =       =    =
    net.up           =       =       =       =     =       =       =       REFRESH =       =    =
    clock.jump       =       =       =       =     =       =       =       =       =       =    =
    guard.trip       REST    REST    =       OUT   REST    REST    REST    REST    =       =    =
    timer            =       =       =       =     =       =       =       REFRESH REFRESH =    =
    grant.deadline   =       =       =       OUT   =       OFFLINE OFFLINE =       =       =    =
    wipe.ok          =       =       =       =     =       =       =       =       =       OUT  OUT
    wipe.failed      =       =       =       =     =       =       =       =       =       =    =
    """

  private static let now = Uptime(milliseconds: 10_000_000)

  @Test("each event changes the sign-in state as the test's table lists", arguments: AuthEvent.allCases)
  func eachEventChangesTheSignInStateAsTheTestsTableLists(event: AuthEvent) throws {
    let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let row = try #require(rows.first { $0[0].replacing("_", with: " ") == event.rawValue })
    #expect(rows[0].dropFirst().elementsEqual(AuthStateName.allCases.map(\.rawValue)))
    for (name, cell) in zip(AuthStateName.allCases, row.dropFirst()) {
      var machine = name.machine(at: Self.now)
      #expect(AuthStateName(machine.state) == name)
      _ = event.apply(to: &machine, at: Self.now)
      #expect(
        AuthStateName(machine.state).rawValue == (cell == "=" ? name.rawValue : cell),
        "\(event.rawValue) in \(name.rawValue)")
    }
  }

  @Test("stored token, password and network decide how a sign-in is renewed", arguments: [
    (true, true, true, "REFRESH"), (true, false, true, "REFRESH"), (false, true, true, "SILENT"),
    (false, false, true, "OFFLINE"), (true, true, false, "OFFLINE"), (false, true, false, "OFFLINE"),
  ])
  func storedTokenPasswordAndNetworkDecideHowASignInIsRenewed(
    token: Bool, password: Bool, isOnline: Bool, state: String
  ) {
    var machine = AuthMachine(knowsAccount: true)
    if !isOnline { _ = machine.networkLost(at: Self.now) }
    _ = machine.started(at: Self.now)
    _ = machine.credentialsRead(refreshToken: token, password: password, deadline: nil, at: Self.now)
    #expect(AuthStateName(machine.state).rawValue == state)
  }

  @Test("at the start, a stored token that is valid isn't renewed")
  func atTheStartAStoredTokenThatIsValidIsntRenewed() {
    var machine = AuthMachine(knowsAccount: true)
    _ = machine.started(at: Self.now)
    let actions = machine.credentialsRead(
      refreshToken: true, password: false, deadline: Self.now + 600_000, at: Self.now)
    #expect(machine.state == .signedIn)
    #expect(actions == [.adoptTokens(version: 1)])
  }

  @Test("a start without keyring and account leaves the user signed out")
  func aStartWithoutKeyringAndAccountLeavesTheUserSignedOut() {
    var machine = AuthMachine(knowsAccount: false)
    _ = machine.started(at: Self.now)
    _ = machine.keyringUnavailable()
    #expect(machine.state == .signedOut)
  }

  @Test("each sign-in state makes an account request wait, fail or start", arguments: AuthStateName.allCases)
  func eachSignInStateMakesAnAccountRequestWaitFailOrStart(name: AuthStateName) {
    let expected: [AuthStateName: CallAction] = [
      .boot: .join, .locked: .fail(.signedOut), .signedOut: .fail(.signedOut), .login: .join,
      .signedIn: .use(version: 1), .refresh: .join, .silent: .join, .offline: .fail(.unavailable),
      .throttled: .fail(.unavailable), .wipe: .fail(.signedOut), .leaving: .fail(.signedOut),
    ]
    var machine = name.machine(at: Self.now)
    #expect(machine.tokenRequested(at: Self.now).0 == expected[name])
  }

  @Test("while 256 account requests wait for a token, a further request fails", .fault("A30"))
  func while256AccountRequestsWaitForATokenAFurtherRequestFails() {
    var machine = AuthStateName.refresh.machine(at: Self.now)
    for _ in 0..<256 { #expect(machine.tokenRequested(at: Self.now).0 == .join) }
    #expect(machine.tokenRequested(at: Self.now).0 == .fail(.busy))
    machine.waiterLeft()
    #expect(machine.tokenRequested(at: Self.now).0 == .join)
  }

  @Test("after a failed early renewal, the old token is used until expiry")
  func afterAFailedEarlyRenewalTheOldTokenIsUsedUntilExpiry() {
    var machine = AuthStateName.signedIn.machine(at: Self.now)
    let early = Self.now + 850_000
    #expect(machine.alarm == Self.now + 840_000)
    _ = machine.alarmRang(jitter: 0, at: early)
    #expect(machine.state == .refresh)
    #expect(machine.tokenRequested(at: early).0 == .use(version: 1))
    _ = machine.grantFailed(.unreachable, epoch: machine.epoch, jitter: 0, at: early)
    #expect(machine.state == .signedIn)
    #expect(machine.alarm == Self.now + 900_000)
  }

  @Test("a sign-in without refresh token and password ends at the second 401", .fault("A37"))
  func aSignInWithoutRefreshTokenAndPasswordEndsAtTheSecond401() {
    var machine = AuthStateName.signedIn.machine(at: Self.now)
    (machine.hasRefreshToken, machine.hasPassword) = (false, false)
    #expect(machine.unauthorized(version: 1, at: Self.now) == (.fail(.signedOut), []))
    #expect(machine.tokenRequested(at: Self.now).0 == .use(version: 1))
    let (call, actions) = machine.unauthorized(version: 1, at: Self.now)
    #expect(call == .fail(.signedOut))
    #expect(actions == [.wipe(.sessionEnded)])
  }

  @Test("an expired token without a way to renew it deletes no data", .fault("A37"))
  func anExpiredTokenWithoutAWayToRenewItDeletesNoData() {
    var machine = AuthStateName.signedIn.machine(at: Self.now)
    (machine.hasRefreshToken, machine.hasPassword) = (false, false)
    #expect(machine.deadlinePassed(at: Self.now + 900_000).isEmpty)
    #expect(machine.state == .offline)
  }

  @Test("after a refused renewal, newer tokens from the keyring are tried", .fault("A15"))
  func afterARefusedRenewalNewerTokensFromTheKeyringAreTried() {
    var machine = AuthStateName.refresh.machine(at: Self.now)
    let actions = machine.grantRefused(.sessionEnded, epoch: machine.epoch, holdsNewer: true, at: Self.now)
    #expect(actions == [.startGrant(.refresh, epoch: machine.epoch)])
  }

  @Test("if the server has lost the sign-in, local data isn't deleted", .fault("N03"))
  func ifTheServerHasLostTheSignInLocalDataIsntDeleted() {
    var machine = AuthStateName.refresh.machine(at: Self.now)
    let actions = machine.grantForgotten(epoch: machine.epoch, holdsNewer: false, at: Self.now)
    #expect(actions == [.startGrant(.silent, epoch: machine.epoch)])
    // A new server knows neither the member's e-mail address nor the password.
    #expect(machine.grantRefused(.wrongPassword, epoch: machine.epoch, holdsNewer: false, at: Self.now).isEmpty)
    #expect(machine.state == .offline)
    #expect(!machine.hasPassword && machine.due == nil)
    // After the user has signed in again, it no longer matters that the server had lost the earlier sign-in.
    _ = machine.submitted(at: Self.now)
    _ = machine.grantSucceeded(.interactive, epoch: machine.epoch, lifetime: 900_000, at: Self.now)
    #expect(machine.state == .signedIn && !machine.isForgotten)
  }

  @Test("without a stored password, a sign-in that the server lost stays offline")
  func withoutAStoredPasswordASignInThatTheServerLostStaysOffline() {
    var machine = AuthStateName.refresh.machine(at: Self.now)
    machine.hasPassword = false
    #expect(machine.grantForgotten(epoch: machine.epoch, holdsNewer: false, at: Self.now).isEmpty)
    #expect(machine.state == .offline)
    let other = AuthStateName.refresh.machine(at: Self.now)
    machine = other
    let actions = machine.grantForgotten(epoch: machine.epoch, holdsNewer: true, at: Self.now)
    #expect(actions == [.startGrant(.refresh, epoch: machine.epoch)])
  }

  @Test("after five wrong passwords, each further attempt must wait longer", .fault("A35"))
  func afterFiveWrongPasswordsEachFurtherAttemptMustWaitLonger() {
    var (machine, now) = (AuthStateName.signedOut.machine(at: Self.now), Self.now)
    var waits: [Int64] = []
    for _ in 1...8 {
      _ = machine.submitted(at: now)
      now = now + 31_000
      if machine.state == .signedOut { _ = machine.submitted(at: now) }
      _ = machine.grantRefused(.wrongPassword, epoch: machine.epoch, holdsNewer: false, at: now)
      if case .answerForm(.tooManyAttempts(let wait))? = machine.submitted(at: now).first { waits.append(wait) }
    }
    #expect(waits == [1000, 2000, 4000, 8000])
  }

  @Test("each failed renewal doubles the limit of the random wait", .fault("A04"), arguments: [
      (0, 0), (500, 500), (1000, 1000),
    ])
  func eachFailedRenewalDoublesTheLimitOfTheRandomWait(jitter: Int64, first: Int64) {
    var machine = AuthStateName.refresh.machine(at: Self.now)
    for window: Int64 in [1, 2, 4, 8] {
      _ = machine.grantFailed(.unreachable, epoch: machine.epoch, jitter: jitter, at: Self.now)
      #expect(machine.due == Self.now + first * window)
      machine.state = .refresh
    }
  }

  @Test("a failed renewal waits for Retry-After, but at most an hour", .fault("A05"))
  func aFailedRenewalWaitsForRetryAfterButAtMostAnHour() {
    var machine = AuthStateName.refresh.machine(at: Self.now)
    _ = machine.grantFailed(.unreachable, epoch: machine.epoch, retryAfter: 120, jitter: 1000, at: Self.now)
    #expect(machine.due == Self.now + 120_000)
    machine = AuthStateName.refresh.machine(at: Self.now)
    _ = machine.grantFailed(.unreachable, epoch: machine.epoch, retryAfter: 90_000, jitter: 1000, at: Self.now)
    #expect(machine.due == Self.now + 3_600_000)
  }

  @Test("new tokens that arrive after sign-out are revoked", .fault("A24"))
  func newTokensThatArriveAfterSignOutAreRevoked() {
    var machine = AuthStateName.refresh.machine(at: Self.now)
    let epoch = machine.epoch
    let actions = machine.signedOut(keepingData: false)
    #expect(actions == [.cancelGrant(epoch: epoch), .revoke, .wipe(.user)])
    #expect(machine.grantSucceeded(.refresh, epoch: epoch, lifetime: 900_000, at: Self.now) == [.revokeLate])
    _ = machine.wipeSucceeded()
    #expect(machine.state == .signedOut)
    #expect(machine.grantSucceeded(.refresh, epoch: epoch, lifetime: 900_000, at: Self.now) == [.revokeLate])
  }

  @Test("a failed wipe of local data is tried three times per start", .fault("A33"))
  func aFailedWipeOfLocalDataIsTriedThreeTimesPerStart() {
    var (machine, now) = (AuthStateName.wipe.machine(at: Self.now), Self.now)
    for wait: Int64 in [200, 1000] {
      #expect(machine.wipeFailed(at: now).isEmpty)
      #expect(machine.alarm == now + wait)
      now = now + wait
      #expect(machine.alarmRang(jitter: 0, at: now) == [.wipe(.sessionEnded)])
    }
    _ = machine.wipeFailed(at: now)
    #expect(machine.state == .signedOut)
    #expect(machine.knowsAccount)
  }
}
