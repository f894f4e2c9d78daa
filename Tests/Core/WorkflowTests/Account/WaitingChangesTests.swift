// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursNetwork
import KursStorage
import KursValidation
import Testing
import TestSupport

@testable import KursWorkflow

/// A name or picture that is changed while the server is unreachable waits in the offline queue.
@Suite(.timeLimit(.minutes(1))) struct WaitingChangesTests {
  private static let digest = String(repeating: "0a", count: 32)
  let machine: AccountMachine
  let fixture = QueueFixture()

  init() throws {
    machine = try AccountMachine()
  }

  private func signedIn(release: String? = nil) async throws -> (AccountWorkflow, OfflineQueue) {
    let program = try await machine.signedIn(release: release)
    let queue = OfflineQueue(
      storage: machine.user, member: AccountMachine.ada.text, environment: fixture.environment(passing: false),
      sender: OfflineQueue.sender(
        of: Endpoint.changesOfMember,
        through: { [server = machine.server] in
          APIClient(
            transport: server.transport, validator: ResponseValidator(SchemaStore(folder: packageRoot + "data/schemas")))
        }, asMember: program.profile.sender))
    await program.wait(in: queue)
    return (program, queue)
  }

  private func say(_ service: String) async {
    let body = #"{"status":"OK","reason":"","data":{"config":{},"config_revision":0,"service":{\#(service)}}}"#
    await machine.server.always("updateconfig", .answer(status: 200, body: body))
  }

  @Test("a new name is shown immediately and sent when the server responds", .fault("Q01"))
  func aNewNameIsShownImmediatelyAndSentWhenTheServerResponds() async throws {
    let (program, queue) = try await signedIn()
    await machine.server.always("profile", .network(.resolve))
    #expect(try await program.profile.rename("Grace", idempotencyKey: "first-try") == false)
    #expect(await program.state.member?.name == "Grace")
    #expect(try await machine.user.members().map(\.member.name) == ["Grace"])
    #expect(await queue.state().waiting.map(\.content.key) == ["first-try"])
    await queue.settles { $0.sending == nil && $0.nextTry != nil }
    await machine.server.always("profile", nil)
    #expect(await queue.flushNow().delivered == 1)
    #expect(await machine.server.names == ["ada@example.org": "Grace"])
    #expect(await program.state.member?.name == "Grace")
  }

  @Test("a new member name is not sent before an earlier unsent name", .fault("Q01"))
  func aNewMemberNameIsNotSentBeforeAnEarlierUnsentName() async throws {
    let (program, queue) = try await signedIn()
    await machine.server.always("profile", .network(.resolve))
    #expect(try await program.profile.rename("Grace", idempotencyKey: "1") == false)
    await queue.settles { $0.sending == nil && $0.nextTry != nil }
    await machine.server.always("profile", nil)
    #expect(try await program.profile.rename("Ada", idempotencyKey: "2") == false)
    #expect(await queue.flushNow().delivered == 2)
    #expect(await machine.server.names == ["ada@example.org": "Ada"])
  }

  @Test("changes stay unsent while the server requires a newer version")
  func changesStayUnsentWhileTheServerRequiresANewerVersion() async throws {
    let (program, queue) = try await signedIn(release: "1.4")
    await say(#""oldest_client":"2.0""#)
    let before = await machine.server.count("profile")
    #expect(try await program.profile.rename("Grace", idempotencyKey: "1") == false)
    #expect(try await program.profile.replacePicture([1, 2, 3], idempotencyKey: "2") == false)
    await queue.settles { $0.sending == nil && $0.nextTry != nil }
    #expect(await queue.flushNow().delivered == 0)
    #expect(await queue.state().waiting.map(\.content.key) == ["1", "2"])
    #expect(await machine.server.count("profile") == before, "the name was not sent")
    #expect(await machine.server.count("avatar") == 0, "nor was the picture")
    #expect(await program.state.member?.name == "Grace")
    // The operator allows the old version again.
    await say("")
    _ = await queue.flushNow()
    #expect(await machine.server.names == ["ada@example.org": "Grace"])
    #expect(await machine.server.count("avatar") == 1)
  }

  @Test("a name that the server refuses is not queued", .fault("Q01"))
  func aNameThatTheServerRefusesIsNotQueued() async throws {
    let (program, queue) = try await signedIn()
    await machine.server.next(
      "profile", .answer(status: 400, body: #"{"status":"ERROR","reason":"malformed","data":{}}"#))
    await #expect(throws: AccountCallFailure.refused(status: 400, reason: "malformed", retryAfter: nil)) {
      try await program.profile.rename("Grace", idempotencyKey: "1")
    }
    #expect(await queue.state().commands.isEmpty)
    #expect(await program.state.member?.name == "ada")
  }

  @Test("unsent changes of a member are listed with their kinds")
  func listed() async throws {
    let (program, queue) = try await signedIn()
    await machine.server.always("profile", .network(.resolve))
    await machine.server.always("avatar", .network(.resolve))
    _ = try await program.profile.rename("Grace", idempotencyKey: "1")
    _ = try await program.profile.replacePicture([1, 2, 3], idempotencyKey: "2")
    _ = try await program.profile.replacePicture([], idempotencyKey: "3")
    try await queue.enqueue(
      ValidationReport.command, body: Array("{}".utf8), to: ModelServer.address, member: AccountMachine.ada.text)
    try await queue.enqueue(
      AnalyticsBatch.command, body: Array(#"{"events":[1,2]}"#.utf8), to: ModelServer.address)
    let state = await queue.state()
    #expect(
      state.changes(of: AccountMachine.ada).map(\.kind) == [
        .name("Grace"), .picture, .pictureRemoval, .report, .statistics(events: 2),
      ])
    #expect(state.changes(of: AccountMachine.bob).map(\.kind) == [.statistics(events: 2)])
  }

  private static let refusal = ModelServer.Fault.answer(
    status: 400, body: #"{"status":"ERROR","reason":"malformed","data":{}}"#)

  /// Queues a new name, which the server then refuses.
  private func refusedName() async throws -> (AccountWorkflow, OfflineQueue) {
    let (program, queue) = try await signedIn()
    await machine.server.always("profile", .network(.resolve))
    #expect(try await program.profile.rename("Grace", idempotencyKey: "1") == false)
    await queue.settles { $0.sending == nil && $0.nextTry != nil }
    await machine.server.always("profile", Self.refusal)
    #expect(await queue.flushNow().dismissed == 1)
    return (program, queue)
  }

  @Test("a refused change is announced once, and again after a retry")
  func aRefusedChangeIsAnnouncedOnceAndAgainAfterARetry() async throws {
    let (program, queue) = try await refusedName()
    var refused = RefusedChanges()
    for _ in 1...2 {
      let new = refused.new(among: await queue.state().changes(of: AccountMachine.ada))
      #expect(new.map(\.refusal) == [.refused(status: 400)])
      #expect(refused.new(among: await queue.state().changes(of: AccountMachine.ada)).isEmpty)
      // The queue starts sending at most once a second, so the test lets a second pass.
      fixture.time += 1_000
      let change = try #require(new.first)
      #expect(try await queue.retry(change.id))
      await queue.settles { $0.changes(of: AccountMachine.ada).contains(where: \.isRefusedOfUser) }
    }
    // The queue can send only while this object exists.
    withExtendedLifetime(program) {}
  }

  @Test("withdrawing a refused member name shows the name on the server")
  func withdrawingARefusedMemberNameShowsTheNameOnTheServer() async throws {
    let (program, _) = try await refusedName()
    #expect(await program.state.member?.name == "Grace")
    await machine.server.always("profile", nil)
    await program.changeWithdrawn()
    await program.confirmed()
    #expect(await program.state.member?.name == "ada")
  }

  @Test("a new name that the server accepts removes the refused name")
  func aNewNameThatTheServerAcceptsRemovesTheRefusedName() async throws {
    let (program, queue) = try await refusedName()
    await machine.server.always("profile", nil)
    #expect(try await program.profile.rename("Ada", idempotencyKey: "2"))
    #expect(await queue.state().commands.isEmpty)
  }

  @Test("each attempt to send a picture repeats bytes and idempotency key", .fault("Q01"))
  func eachAttemptToSendAPictureRepeatsBytesAndIdempotencyKey() async throws {
    let (program, queue) = try await signedIn()
    await machine.server.next("avatar", .network(.connect), .network(.connect))
    #expect(try await program.profile.replacePicture([1, 2, 3], idempotencyKey: "first-try") == false)
    await queue.settles { $0.sending == nil && $0.nextTry != nil }
    #expect(await program.state.member?.avatar == nil)
    await machine.server.next(
      "avatar",
      .answer(
        status: 200,
        body: """
          {"status":"OK","reason":"","data":{"avatar":{"type":"image/png","size":3,"digest":"\(Self.digest)"}}}
          """))
    #expect(await queue.flushNow().delivered == 1)
    #expect(await program.state.member?.avatar == Self.digest)
    let sent = await machine.server.requests.filter { $0.url.hasSuffix("/avatar/") }
    #expect(sent.count == 3)
    #expect(Set(sent.map(\.body)).count == 1)
    #expect(Set(sent.map { $0.headers["Content-Type"] }).count == 1)
    #expect(Set(sent.map { $0.headers["Idempotency-Key"] }) == ["\"first-try\""])
  }
}
