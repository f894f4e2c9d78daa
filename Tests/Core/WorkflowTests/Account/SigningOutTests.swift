// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import JSONSchema
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import Testing
import TestSupport

/// Rows A23 and A24 of docs/FAULTS.md: signing out, by the user and during a token renewal.
@Suite(.timeLimit(.minutes(1))) struct SigningOutTests {
  let machine: AccountMachine
  var server: ModelServer { machine.server }
  var keyring: FaultyKeyring { machine.keyring }

  init() throws {
    machine = try AccountMachine()
  }

  @Test("signing out deletes the member's tokens, password and data")
  func signingOutDeletesTheMembersTokensPasswordAndData() async throws {
    let program = try await machine.signedIn(keepsPassword: true)
    await program.signOut()
    #expect(await program.state.phase == .signedOut(.user))
    #expect(await server.sessions.map(\.isEnded) == [true])
    #expect(await keyring.secrets.isEmpty)
    #expect(try await machine.user.members().isEmpty)
    #expect(await program.call() == .failure(.auth(.signedOut)))
  }

  @Test("a sign-out that can't be saved changes nothing", .fault("B13"), arguments: [false, true])
  func aSignOutThatCantBeSavedChangesNothing(keepsData: Bool) async throws {
    let program = try await machine.signedIn()
    try await machine.user.file.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE UPDATE ON account BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    }
    #expect(await program.signOut(keepingData: keepsData) == .notSaved)
    #expect(await program.state.phase == .signedIn)
    #expect(await server.count("logout") == 0)
    #expect(await program.call() == .success(true))
    try await machine.user.file.write { try $0.execute(sql: "DROP TRIGGER full") }
    #expect(await program.signOut(keepingData: keepsData) == nil)
    #expect(await server.sessions.map(\.isEnded) == [true])
  }

  @Test("signing out while keeping data keeps the member but deletes all secrets")
  func signingOutWhileKeepingDataKeepsTheMemberButDeletesAllSecrets() async throws {
    let program = try await machine.signedIn()
    await program.signOut(keepingData: true)
    let state = await program.state
    #expect(state.phase == .signedOut(.user))
    #expect(state.members.map(\.email) == ["ada@example.org"])
    #expect(await keyring.secrets.isEmpty)
    #expect(try await machine.user.members().map(\.isSignedIn) == [false])
    try await program.signIn(.ada())
    #expect(await program.state.phase == .signedIn)
  }

  @Test("signing out offline is immediate and isn't sent to the server later", .fault("A23"))
  func signingOutOfflineIsImmediateAndIsntSentToTheServerLater() async throws {
    let program = try await machine.signedIn()
    await program.networkChanged(isOnline: false)
    await server.everything(.network(.resolve))
    await program.signOut()
    #expect(await program.state.phase == .signedOut(.user))
    let goodbye = await server.requests.last { $0.url.hasSuffix("/logout/") }
    #expect(goodbye?.timeouts.total == .seconds(3))
    await server.everything(nil)
    let sent = await server.requests.count
    await program.networkChanged(isOnline: true)
    #expect(await program.call() == .failure(.auth(.signedOut)))
    #expect(await server.requests.count == sent)
  }

  @Test("a renewal that succeeds after sign-out is revoked", .fault("A24"))
  func aRenewalThatSucceedsAfterSignOutIsRevoked() async throws {
    let program = try await machine.signedIn()
    await server.revokeAccess()
    await server.next("login/refresh", .held)
    async let call = program.call()
    await server.waitForRequests("login/refresh", 1)
    await program.signOut()
    #expect(await call == .failure(.auth(.signedOut)))
    await server.letGo()
    #expect(await program.state.phase == .signedOut(.user))
    #expect(await keyring.secrets.isEmpty)
    #expect(await server.sessions.map(\.isEnded) == [true])
  }

  @Test("tokens received after sign-out are discarded and revoked", .fault("A24"))
  func tokensReceivedAfterSignOutAreDiscardedAndRevoked() async throws {
    let program = try await machine.signedIn(keepsPassword: true)
    await server.revokeAccess()
    await server.next("login/refresh", .heldAndHeard)
    async let call = program.call()
    await server.waitForRequests("login/refresh", 1)
    // The sign-out request doesn't reach the server, so the server still accepts the tokens.
    await server.next("logout", .network(.resolve))
    await program.signOut()
    #expect(await call == .failure(.auth(.signedOut)))
    #expect(await server.sessions.map(\.isEnded) == [false])
    let stores = await keyring.stores
    await server.letGo()
    // After the sign-out, the server issues new tokens. A second sign-out request must send them to the server.
    await server.waitForRequests("logout", 2)
    await program.finishRemovals()
    #expect(await server.sessions.map(\.isEnded) == [true])
    #expect(await program.state.phase == .signedOut(.user))
    #expect(await keyring.secrets.isEmpty)
    #expect(await keyring.stores == stores)
    #expect(await program.call() == .failure(.auth(.signedOut)))
    #expect(try await machine.user.members().isEmpty)
  }
}
