// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import JSONSchema
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import KursValidation
import Testing
import TestSupport

@testable import KursWorkflow

/// Rows A16–A24 and A34–A36 of docs/FAULTS.md: signing in and out, with a working and a failing keyring.
@Suite(.timeLimit(.minutes(1))) struct SignInTests {
  let machine: AccountMachine
  var server: ModelServer { machine.server }
  var keyring: FaultyKeyring { machine.keyring }

  init() throws {
    machine = try AccountMachine()
  }

  @Test("signing in shows the member and stores the tokens")
  func signingInShowsTheMemberAndStoresTheTokens() async throws {
    let program = try await machine.signedIn()
    let state = await program.state
    #expect(state.phase == .signedIn)
    #expect(state.member?.email == "ada@example.org")
    #expect(state.isRemembered)
    #expect(await machine.tokens() != nil)
    #expect(await keyring.secrets[.password(AccountMachine.ada)] == nil)
    #expect(try await machine.user.members().map(\.isCurrent) == [true])
  }

  @Test("the password is stored only at the user's request")
  func thePasswordIsStoredOnlyAtTheUsersRequest() async throws {
    _ = try await machine.signedIn(keepsPassword: true)
    #expect(await keyring.secrets[.password(AccountMachine.ada)] == Secret("correct horse"))
    _ = try await machine.program().signIn(.ada())
    #expect(await keyring.secrets[.password(AccountMachine.ada)] == nil)
  }

  @Test("registering signs the user in, unless the e-mail address is taken")
  func registeringSignsTheUserInUnlessTheEMailAddressIsTaken() async throws {
    let program = machine.program()
    var form = SignIn.ada("a new password")
    form.registersAs = "Ada"
    await #expect(throws: SignInFailure.emailTaken) { try await program.signIn(form) }
    form.email = "cem@example.org"
    try await program.signIn(form)
    #expect(await program.state.member?.email == "cem@example.org")
  }

  @Test("a failed sign-in is reported and stores nothing", arguments: [
    (ModelServer.Fault.network(.resolve), SignInFailure.unreachable), (.network(.timedOut), .unreachable),
    (.network(.tls(.certificate)), .insecure), (.answer(status: 502, body: ""), .serverFault(status: 502)),
    (.answer(status: 200, body: "<html>"), .malformedAnswer), (.answer(status: 200, body: "{}"), .malformedAnswer),
  ])
  func aFailedSignInIsReportedAndStoresNothing(fault: ModelServer.Fault, failure: SignInFailure) async throws {
    let program = machine.program()
    await server.next("login/email", fault)
    await #expect(throws: failure) { try await program.signIn(.ada()) }
    #expect(await program.state.phase == .signedOut(nil))
    #expect(await keyring.secrets.isEmpty)
    #expect(try await machine.user.members().isEmpty)
  }

  @Test("a malformed response doesn't sign the user in", .fault("A28", "A36"),
    arguments: [("900", "mac"), ("\"3600\"", "Bearer"), ("0", "Bearer"), ("-5", "Bearer"), ("null", "Bearer")]
  )
  func aMalformedResponseDoesntSignTheUserIn(lifetime: String, type: String) async throws {
    let program = machine.program()
    await server.giveTokens(lasting: lifetime, type: type)
    await #expect(throws: SignInFailure.malformedAnswer) { try await program.signIn(.ada()) }
    #expect(await keyring.secrets.isEmpty)
  }

  @Test("a token with an endless lifetime is renewed after a day", .fault("A28"))
  func aTokenWithAnEndlessLifetimeIsRenewedAfterADay() async throws {
    await server.giveTokens(lasting: "1e99")
    let program = try await machine.signedIn()
    machine.clock.advance(seconds: 86_400)
    #expect(await program.call() == .success(true))
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("passwords are sent only to secure server addresses", .fault("X15"), arguments: [
    "http://kurs.example.org", "ftp://kurs.example.org", "kurs.example.org", "https://kurs.example.org/",
  ])
  func passwordsAreSentOnlyToSecureServerAddresses(address: String) async throws {
    let program = machine.program()
    var form = SignIn.ada()
    form.server = address
    await #expect(throws: SignInFailure.addressUnusable) { try await program.signIn(form) }
    let validator = ResponseValidator(SchemaStore(folder: packageRoot + "data/schemas"))
    let client = AccountClient(APIClient(transport: server.transport, validator: validator))
    await #expect(throws: AccountError.api(.unreachable(.security))) {
      try await client.send(.renew(refreshToken: "secret"), to: address)
    }
    #expect(await server.requests.isEmpty)
  }

  @Test(
    "a line break in an e-mail address adds no header", .fault("X08"),
    arguments: ["a\r\nX-Evil: 1", "a\nX-Evil: 1@example.org", "a\u{0}b@example.org"])
  func aLineBreakInAnEMailAddressAddsNoHeader(email: String) async throws {
    let program = machine.program()
    var form = SignIn.ada()
    form.email = email
    await #expect(throws: SignInFailure.self) { try await program.signIn(form) }
    let sent = await server.requests
    #expect(sent.allSatisfy { $0.headers["X-Evil"] == nil })
    // JSON escapes the line break, so the body still contains the whole e-mail address.
    for request in sent { #expect(try JSONReader().read(request.body)["email"]?.string == email) }
  }

  @Test("a wrong password that is entered again is not sent again")
  func aWrongPasswordThatIsEnteredAgainIsNotSentAgain() async throws {
    let program = machine.program()
    for _ in 1...2 {
      await #expect(throws: SignInFailure.refused(.wrongPassword)) { try await program.signIn(.ada("wrong")) }
    }
    #expect(await server.count("login/email") == 1)
    try await program.signIn(.ada())
    #expect(await program.state.phase == .signedIn)
  }

  @Test("a refused password is accepted after another computer has set it")
  func aRefusedPasswordIsAcceptedAfterAnotherComputerHasSetIt() async throws {
    let program = machine.program()
    await #expect(throws: SignInFailure.refused(.wrongPassword)) { try await program.signIn(.ada("new password")) }
    await server.change("new password", of: "ada@example.org")
    machine.clock.advance(seconds: 10)
    try await program.signIn(.ada("new password"))
    #expect(await program.state.phase == .signedIn)
  }

  @Test("after a lost response, repeating the registration signs in")
  func lostRegistration() async throws {
    let program = machine.program()
    var form = SignIn.ada("a new password")
    (form.registersAs, form.email) = ("Cem", "cem@example.org")
    await server.next("register", .lost)
    await #expect(throws: SignInFailure.unreachable) { try await program.signIn(form) }
    try await program.signIn(form)
    #expect(await program.state.member?.email == "cem@example.org")
    #expect(await program.state.phase == .signedIn)
  }

  @Test("a lost response to a password change deletes the saved password")
  func aLostResponseToAPasswordChangeDeletesTheSavedPassword() async throws {
    let program = try await machine.signedIn(keepsPassword: true)
    await server.next("password", .lost)
    await #expect(throws: AccountCallFailure.self) {
      try await program.changePassword(from: Secret("correct horse"), to: Secret("new password"))
    }
    #expect(await keyring.secrets[.password(AccountMachine.ada)] == nil)
    #expect(await machine.tokens() != nil)
  }

  @Test("signing in again sends the earlier refresh token to the server")
  func second() async throws {
    let program = try await machine.signedIn()
    let first = try #require(await machine.tokens().flatMap { StoredTokens($0) })
    try await program.signIn(.ada())
    let sent = await server.requests.filter { $0.url.hasSuffix("/login/email/") }
    #expect(sent.map { $0.headers["Authorization"] } == [nil, "Bearer \(first.refreshToken.exposed)"])
  }

  @Test("an account switch that can't be saved changes nothing", .fault("B13"))
  func anAccountSwitchThatCantBeSavedChangesNothing() async throws {
    let program = try await machine.signedIn()
    try await program.signIn(.bob)
    try await machine.user.file.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE UPDATE ON account BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    }
    await #expect(throws: StorageError.self) { try await program.switchTo(AccountMachine.ada) }
    #expect(await program.state.member?.id == AccountMachine.bob)
  }

  @Test("a sign-in that can't be saved fails and is revoked", .fault("B13"))
  func aSignInThatCantBeSavedFailsAndIsRevoked() async throws {
    try await machine.user.file.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON account BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    }
    let program = machine.program()
    await #expect(throws: SignInFailure.storage) { try await program.signIn(.ada()) }
    #expect(await program.state.phase == .signedOut(nil))
    #expect(await keyring.secrets.isEmpty)
    #expect(await server.sessions.map(\.isEnded) == [true])
  }

  @Test("a sign-in fails if the next start would show another account", .fault("B13"), arguments: [false, true])
  func aSignInFailsIfTheNextStartWouldShowAnotherAccount(isAnother: Bool) async throws {
    let program = try await machine.signedIn()
    if isAnother { try await program.signIn(.bob) }
    let shown = await program.state.member?.id
    try await machine.user.file.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE UPDATE OF is_current ON account BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    await #expect(throws: SignInFailure.storage) { try await program.signIn(isAnother ? .ada() : .bob) }
    #expect(await program.state.member?.id == shown)
    let next = machine.program()
    await next.start()
    #expect(await next.state.member?.id == shown)
  }

  @Test("a sign-in that completes after the user cancelled is revoked", .fault("A22"))
  func aSignInThatCompletesAfterTheUserCancelledIsRevoked() async throws {
    let program = machine.program()
    await server.next("login/email", .held)
    let signingIn = Task { () -> SignInFailure? in
      do throws(SignInFailure) { try await program.signIn(.ada()) } catch { return error }
      return nil
    }
    await server.waitForRequests("login/email", 1)
    await program.cancelSignIn()
    #expect(await signingIn.value == .cancelled)
    #expect(await program.state.phase == .signedOut(nil))
    await server.letGo()
    await server.waitForRequests("logout", 1)
    #expect(await keyring.stores == 0)
    #expect(await server.sessions.map(\.isEnded) == [true])
    #expect(await server.count("logout") == 1)
  }

  @Test("a locked keyring is reported and unlocked on request", .fault("A16", "A17", "X19"))
  func aLockedKeyringIsReportedAndUnlockedOnRequest() async throws {
    _ = try await machine.signedIn()
    await keyring.fail(reading: .fails(.locked))
    let next = machine.program()
    await next.start()
    let locked = await next.reaches(.locked)
    #expect(locked.member?.email == "ada@example.org")
    #expect(await next.call() == .failure(.auth(.signedOut)))
    #expect(await server.count("updateconfig") == 0)
    await keyring.fail(unlocking: .fails(.locked))
    await next.retry()
    await next.reaches(.checking)
    await next.reaches(.locked)
    #expect(await keyring.prompts == 1)
    await keyring.fail(unlocking: nil)
    await next.retry()
    await next.reaches(.signedIn)
    #expect(await keyring.prompts == 2)
  }

  @Test("without a keyring, a sign-in lasts until the program ends", .fault("A18", "X19"))
  func withoutAKeyringASignInLastsUntilTheProgramEnds() async throws {
    await keyring.fail(reading: .fails(.noService))
    await keyring.fail(writing: .fails(.noService))
    let program = machine.program()
    await program.start()
    #expect(await program.state.phase == .signedOut(nil))
    try await program.signIn(.ada())
    #expect(await program.state.phase == .signedIn)
    #expect(await !program.state.isRemembered)
    await server.revokeAccess()
    #expect(await program.call() == .success(true))
    await program.signOut()
    #expect(await program.state.phase == .signedOut(.user))
  }

  @Test("a keyring that doesn't respond counts as locked after five seconds", .fault("A19", "X19"))
  func aKeyringThatDoesntRespondCountsAsLockedAfterFiveSeconds() async throws {
    _ = try await machine.signedIn()
    await keyring.fail(reading: .hangs)
    let next = machine.program()
    await next.start()
    #expect(await next.state.phase == .checking)
    machine.clock.advance(seconds: 5)
    await next.reaches(.locked)
  }

  @Test("a password changed during an account switch is saved for its member")
  func switchedPassword() async throws {
    let program = try await machine.signedIn(keepsPassword: true)
    try await program.signIn(
      SignIn(
        server: ModelServer.address, email: "bob@example.org", password: Secret("battery staple"), keepsPassword: true))
    try await program.switchTo(AccountMachine.ada)
    await server.next("password", .held)
    let change = Task { try await program.changePassword(from: Secret("correct horse"), to: Secret("new password")) }
    await server.waitForRequests("password", 1)
    try await program.switchTo(AccountMachine.bob)
    await server.letGo()
    try await change.value
    #expect(await keyring.secrets[.password(AccountMachine.bob)]?.exposed == "battery staple")
    #expect(await keyring.secrets[.password(AccountMachine.ada)]?.exposed == "new password")
  }

  @Test("the log lists failed sign-ins and renewals without secrets")
  func theLogListsFailedSignInsAndRenewalsWithoutSecrets() async throws {
    let log = ActivityLog(path: machine.folder.path + "/log")
    let program = machine.program(log: log)
    await program.start()
    await #expect(throws: SignInFailure.self) { try await program.signIn(.ada("wrong-password-4711")) }
    try await program.signIn(.ada())
    await server.revokeAccess()
    await server.next("login/refresh", .answer(status: 500, body: "{}"))
    _ = await program.call()
    let lines = await log.lines(newest: 9).map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("account kurs.example.org sign-in failed: refused: wrong-password") == true, "\(lines)")
    #expect(lines.first?.contains("renewal failed: serverFault(status: 500)") == true)
    #expect(!lines.joined().contains("4711") && !lines.joined().contains("ada@"))
  }

  @Test("a failed sync is in the log") func aFailedSyncIsInTheLog() async throws {
    let log = ActivityLog(path: machine.folder.path + "/log")
    let program = machine.program(log: log)
    await program.start()
    try await program.signIn(.ada())
    await server.always("sync", .answer(status: 500, body: "{}"))
    let objects = UserObjects(database: machine.user, clock: { [clock = machine.clock] in clock.wall })
    let sync = AccountSync.workflow(of: objects, through: program)
    await sync.memberChanged(to: AccountMachine.ada)
    _ = await sync.settled()
    let lines = await log.lines().map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(lines == ["sync account failed: unavailable"])
    await sync.end()
  }

  @Test("signing in waits two minutes for the keyring's prompt")
  func signingInWaitsTwoMinutesForTheKeyringsPrompt() async throws {
    await keyring.hold()
    let program = machine.program()
    await program.start()
    let form = Task { try await program.signIn(.ada()) }
    await keyring.waitForHeld()
    machine.clock.advance(seconds: 119)
    for _ in 0..<50 { await Task.yield() }
    #expect(await program.state.phase == .signingIn)
    await keyring.letGo()
    try await form.value
    #expect(await program.state.phase == .signedIn)
    #expect(await program.state.isRemembered)
  }

  @Test("cancelling a sign-in during the keyring's prompt revokes the new tokens")
  func abandonedPrompt() async throws {
    await keyring.hold()
    let program = machine.program()
    await program.start()
    let form = Task { try await program.signIn(.ada()) }
    await keyring.waitForHeld()
    await program.cancelSignIn()
    await #expect(throws: SignInFailure.cancelled) { try await form.value }
    await program.finishRemovals()
    #expect(await server.sessions.map(\.isEnded) == [true])
    await keyring.letGo()
    await program.reaches(.signedOut(nil))
  }

  @Test("if storing tokens fails, storing is tried again", .fault("A20"))
  func ifStoringTokensFailsStoringIsTriedAgain() async throws {
    let program = try await machine.signedIn()
    await keyring.fail(writing: .fails(.failed(domain: "x", code: 1)))
    await server.revokeAccess()
    #expect(await program.call() == .success(true))
    #expect(await !program.state.isRemembered)
    let before = await keyring.stores
    await keyring.fail(writing: nil)
    let states = await program.states()
    machine.clock.advance(seconds: 30)
    for await state in states where state.isRemembered { break }
    #expect(await keyring.stores == before + 1)
  }

  @Test("after failures, storing tokens is tried five times at most", .fault("A20", "X19"))
  func afterFailuresStoringTokensIsTriedFiveTimesAtMost() async throws {
    let program = try await machine.signedIn()
    await keyring.fail(writing: .fails(.locked))
    await server.revokeAccess()
    #expect(await program.call() == .success(true))
    let before = await keyring.stores
    for round in 1...5 {
      machine.clock.advance(seconds: 29)
      #expect(await program.call() == .success(true))
      #expect(await keyring.stores == before + round - 1)
      machine.clock.advance(seconds: 1)
      while await keyring.stores < before + round { await Task.yield() }
    }
    machine.clock.advance(seconds: 300)
    for _ in 1...10 { #expect(await program.call() == .success(true)) }
    #expect(await keyring.stores == before + 5)
    #expect(await !program.state.isRemembered)
  }

  @Test("a keyring that can't be written doesn't end the sign-in", .fault("A20"), arguments: [false, true])
  func readOnlyKeyring(isReadable: Bool) async throws {
    let program = try await machine.signedIn()
    await keyring.fail(writing: .fails(.refused))
    for _ in 1...3 {
      if !isReadable { await keyring.fail(reading: .fails(.locked)) }
      await server.revokeAccess()
      #expect(await program.call() == .success(true))
      await keyring.fail(reading: nil)
      machine.clock.advance(seconds: 4_000)
      #expect(await program.call() == .success(true))
    }
    #expect(await program.state.phase == .signedIn)
    #expect(await program.state.member?.name == "ada")
  }

  @Test("tokens that are stored late don't replace newer tokens", .fault("A20"))
  func tokensThatAreStoredLateDontReplaceNewerTokens() async throws {
    let program = try await machine.signedIn()
    await keyring.fail(writing: .fails(.locked))
    await server.revokeAccess()
    #expect(await program.call() == .success(true))
    await keyring.fail(writing: nil)
    await keyring.hold()
    machine.clock.advance(seconds: 30)
    await keyring.waitForHeld()
    await keyring.passOthers()
    await server.revokeAccess()
    #expect(await program.call() == .success(true))
    let newest = try #require(await keyring.secrets[.session(AccountMachine.ada)])
    let stores = await keyring.stores
    await keyring.letGo()
    for _ in 0..<10_000 where await keyring.stores == stores { await Task.yield() }
    #expect(await keyring.stores == stores + 1)
    #expect(await keyring.secrets[.session(AccountMachine.ada)] == newest)
  }

  @Test("switching to another signed-in member succeeds immediately, even offline", .fault("A34"))
  func switchingToAnotherSignedInMemberSucceedsImmediatelyEvenOffline() async throws {
    let program = try await machine.signedIn()
    try await program.signIn(.bob)
    #expect(await program.state.member?.name == "bob")
    #expect(await program.state.members.count == 2)
    await server.everything(.network(.resolve))
    try await program.switchTo(AccountMachine.ada)
    #expect(await program.state.member?.name == "ada")
    #expect(await program.state.phase == .signedIn)
    await server.everything(nil)
    #expect(await program.call() == .success(true))
    let next = machine.program()
    await next.start()
    #expect(await next.reaches(.signedIn).member?.name == "ada")
    try await next.switchTo(nil)
    #expect(await next.state.member == nil)
    #expect(await next.state.phase == .signedOut(nil))
  }

  @Test("if one program switches the account, other programs switch too")
  func ifOneProgramSwitchesTheAccountOtherProgramsSwitchToo() async throws {
    let program = try await machine.signedIn()
    let other = machine.program()
    await other.start()
    try await other.switchTo(nil)
    await program.followOtherPrograms()
    #expect(await program.state.member == nil)
    try await other.switchTo(AccountMachine.ada)
    await program.followOtherPrograms()
    #expect(await program.reaches(.signedIn).member?.name == "ada")
  }

  @Test("signing in twice with one account adds only one member")
  func signingInTwiceWithOneAccountAddsOnlyOneMember() async throws {
    let program = try await machine.signedIn()
    try await program.signIn(.ada())
    let state = await program.reaches(.signedIn)
    #expect(state.members.count == 1)
    #expect(await program.call() == .success(true))
  }

  @Test("a name changed on another computer is shown after a restart")
  func aNameChangedOnAnotherComputerIsShownAfterARestart() async throws {
    _ = try await machine.signedIn()
    await server.next(
      "profile",
      .answer(
        status: 200,
        body: """
          {"status":"OK","reason":"","data":{"member":{"id":"00000000-0000-4000-8000-aaaaaaaaaaaa",\
          "email":"ada@example.org","name":"Countess","created":"2026-11-21T06:00:00.000Z","has_password":true,\
          "avatar":null,"config":{},"config_revision":0}}}
          """))
    let program = machine.program()
    await program.start()
    await program.reaches(.signedIn)
    await program.confirmed()
    #expect(await program.state.member?.name == "Countess")
    #expect(try await machine.user.members().first?.member.name == "Countess")
  }
}
