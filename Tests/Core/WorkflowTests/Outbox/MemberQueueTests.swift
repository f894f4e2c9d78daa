// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import KursValidation
import KursWorkflow
import Testing
import TestSupport

/// Rows Q17 to Q19 of docs/FAULTS.md: a member's queued requests, sent through an account that renews its tokens.
@Suite(.timeLimit(.minutes(1))) struct MemberQueueTests {
  static let command = Endpoint(
    "keep", method: .post, path: "/api/v1/keep/", accept: "application/json", needsSignIn: true,
    queueing: .perResource("keep"))

  let machine: AccountMachine
  let fixture = QueueFixture()

  init() throws {
    machine = try AccountMachine()
  }

  private func queue(of program: AccountWorkflow) -> OfflineQueue {
    OfflineQueue(
      storage: machine.user, member: AccountMachine.ada.text, environment: fixture.environment(passing: false),
      sender: OfflineQueue.sender(
        of: [Self.command],
        through: { [server = machine.server] in
          APIClient(
            transport: server.transport, validator: ResponseValidator(SchemaStore(folder: packageRoot + "data/schemas")))
        }, asMember: program.profile.sender))
  }

  private func put(_ number: Int, _ queue: OfflineQueue) async throws {
    try await queue.enqueue(
      Self.command, body: Array("\(number)".utf8), to: ModelServer.address, member: AccountMachine.ada.text)
  }

  private func sent() async -> [HTTPRequest] {
    await machine.server.requests.filter { $0.url.hasSuffix("/keep/") }
  }

  @Test("an expired token is renewed once and the queue continues", .fault("Q17"))
  func anExpiredTokenIsRenewedOnceAndTheQueueContinues() async throws {
    let program = try await machine.signedIn()
    let queue = queue(of: program)
    await machine.server.next("keep", .network(.resolve))
    for number in 1...5 { try await put(number, queue) }
    await queue.settles { $0.nextTry != nil && $0.sending == nil }
    // The server refuses the third request and all later requests.
    await machine.server.refuse(after: 2, at: "keep")
    let report = await queue.flushNow()
    #expect((report.delivered, report.failed, report.dismissed) == (5, 0, 0))
    #expect(await machine.server.count("login/refresh") == 1)
    let sent = await sent().dropFirst()
    #expect(sent.map { String(decoding: $0.body, as: UTF8.self) } == ["1", "2", "3", "3", "4", "5"])
    #expect(Set(sent.map { $0.headers["Idempotency-Key"] }).count == 5)
  }

  @Test("changes that are unsent at sign-out are deleted and never sent", .fault("Q18"))
  func changesThatAreUnsentAtSignOutAreDeletedAndNeverSent() async throws {
    let program = try await machine.signedIn()
    let queue = queue(of: program)
    await program.addMemberData([MemberData(name: "queue") { _ = try await queue.wipe($0.text) }])
    await machine.server.next("keep", .network(.resolve))
    for number in 1...10 { try await put(number, queue) }
    await queue.settles { $0.nextTry != nil && $0.sending == nil && $0.waiting.count == 10 }
    await program.signOut()
    #expect(await queue.state().commands.isEmpty)
    try await program.signIn(.bob)
    _ = await queue.flushNow(as: program.state.member?.id.text)
    #expect(await sent().count == 1)
  }

  @Test("changes of a member signed out by the server are never sent", .fault("Q19"))
  func changesOfAMemberSignedOutByTheServerAreNeverSent() async throws {
    let program = try await machine.signedIn()
    let queue = queue(of: program)
    await program.addMemberData([MemberData(name: "queue") { _ = try await queue.wipe($0.text) }])
    await machine.server.next("keep", .network(.resolve))
    for number in 1...10 { try await put(number, queue) }
    await queue.settles { $0.nextTry != nil && $0.sending == nil && $0.waiting.count == 10 }
    await machine.server.endSessions()
    #expect(await program.call() == .failure(.auth(.signedOut)))
    await program.reaches(.signedOut(.sessionEnded))
    try await program.signIn(.bob)
    _ = await queue.flushNow(as: program.state.member?.id.text)
    #expect(await sent().count == 1)
    #expect(await queue.state().commands.isEmpty)
  }
}
