// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import Testing
import TestSupport

/// Rows A12 to A15 of docs/FAULTS.md: a token renewal that one program begins and another continues.
@Suite(.timeLimit(.minutes(1))) struct RenewalAcrossProgramsTests {
  let machine: AccountMachine
  var server: ModelServer { machine.server }

  init() throws {
    machine = try AccountMachine()
  }

  @Test("after a lost response, the next start requests the renewal again", .fault("A12"))
  func afterALostResponseTheNextStartRequestsTheRenewalAgain() async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.next("login/refresh", .lost)
    #expect(await program.call() == .failure(.auth(.unavailable)))
    // The program is killed. The next program continues with the content of the keyring.
    let next = machine.program(boot: "boot-2")
    await next.start()
    await next.reaches(.signedIn)
    #expect(await next.call() == .success(true))
    #expect(await server.count("login/refresh") == 2)
  }

  @Test("tokens stored before a crash are used by the next start", .fault("A13"))
  func tokensStoredBeforeACrashAreUsedByTheNextStart() async throws {
    let program = try await machine.signedIn()
    let before = await machine.tokens()
    await server.revokeAccess()
    await machine.keyring.fail(writing: .storesAndHangs)
    // This call never returns, because the program is dead.
    Task { await program.call() }
    while await machine.tokens() == before { await Task.yield() }
    await machine.keyring.fail(writing: nil)
    let next = machine.program()
    await next.start()
    await next.reaches(.signedIn)
    #expect(await next.call() == .success(true))
    #expect(await server.count("login/refresh") == 1)
    #expect(await server.count("login/email") == 1)
  }

  @Test("after a refused renewal, new tokens of another process are used", .fault("A15"))
  func afterARefusedRenewalNewTokensOfAnotherProcessAreUsed() async throws {
    let one = try await machine.signedIn()
    await server.revokeAccess()
    await server.next("login/refresh", .held)
    async let call = one.call()
    await server.waitForRequests("login/refresh", 1)
    await server.endSessions()
    try await machine.program().signIn(.ada())
    await server.letGo()
    #expect(await call == .success(true))
    #expect(await server.count("login/refresh") == 2)
    #expect(await one.state.phase == .signedIn)
    #expect(try await machine.user.members().map(\.state) == [.active])
  }

  @Test("two processes of the same user renew their sign-in only once", .fault("A14"))
  func twoProcessesOfTheSameUserRenewTheirSignInOnlyOnce() async throws {
    let one = try await machine.signedIn()
    let two = machine.program()
    await two.start()
    await two.reaches(.signedIn)
    await server.revokeAccess()
    async let first = one.calls(10)
    async let second = two.calls(10)
    #expect(await (first + second).allSatisfy { $0 == .success(true) })
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("without its lock file, a program uses tokens that another program renewed", .fault("A14"))
  func withoutItsLockFileAProgramUsesTokensThatAnotherProgramRenewed() async throws {
    let one = try await machine.signedIn()
    let two = machine.program(lockFolder: machine.folder.path + "/missing")
    await two.start()
    await two.reaches(.signedIn)
    await server.revokeAccess()
    #expect(await two.call() == .failure(.auth(.unavailable)))
    #expect(await server.count("login/refresh") == 0)
    #expect(await two.state.phase == .offline(wantsPassword: false))
    #expect(await one.call() == .success(true))
    await two.retry()
    await two.reaches(.signedIn)
    #expect(await two.call() == .success(true))
    #expect(await server.count("login/refresh") == 1)
  }

  @Test("the next start reuses a valid token and requests the profile")
  func theNextStartReusesAValidTokenAndRequestsTheProfile() async throws {
    let program = try await machine.signedIn()
    await program.close()
    let next = machine.program()
    await next.start()
    await next.reaches(.signedIn)
    await server.waitForRequests("profile", 1)
    #expect(await server.count("login/refresh") == 0)
    #expect(await server.count("login/email") == 1)
  }
}
