// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursAPI
import KursModel
import KursWorkflow
import Testing
import TestSupport

@testable import KursStorage

@Suite struct OfflineQueueTests {
  @Test("setting the clock back doesn't change the order of queued requests", .fault("Q05"), arguments: [true, false])
  func settingTheClockBackDoesntChangeTheOrderOfQueuedRequests(isOneResource: Bool) async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue(passing: false)
    fixture.answers { _ in .unreachable(.host) }
    for number in 1...50 {
      if number == 26 { fixture.time -= 3_600_000 }
      try await queue.put("\(number)", isOneResource ? "favourites" : "of \(number)")
    }
    fixture.answers { _ in nil }
    let before = fixture.sent.count
    _ = await queue.flushNow()
    #expect(fixture.sent.dropFirst(before).map(\.text) == (1...50).map(String.init))
    #expect(await queue.state().commands.isEmpty)
  }

  @Test("a failed request blocks only later requests of the same resource", .fault("Q06"))
  func aFailedRequestBlocksOnlyLaterRequestsOfTheSameResource() async throws {
    let fixture = QueueFixture()
    fixture.answers { $0.text == "a3" ? .status(503) : nil }
    let queue = try fixture.queue(passing: false)
    for name in ["a", "b"] { for number in 1...5 { try await queue.put("\(name)\(number)", name) } }
    await queue.flush()
    #expect(await queue.state().commands.map(\.text) == ["a3", "a4", "a5"])
    #expect(await queue.state().commands[0].history.fault == .status(503))
    #expect(await queue.state().nextTry != nil)
  }

  @Test(
    "a permanently refused request is kept, and the next request is sent", .fault("Q07", "Q10", "Q27"),
    arguments: [(400, Undeliverable.refused(status: 400)), (410, .gone), (422, .keyReused)]
  )
  func aPermanentlyRefusedRequestIsKeptAndTheNextRequestIsSent(status: Int, reason: Undeliverable) async throws {
    let fixture = QueueFixture()
    fixture.answers { $0.text == "2" ? .status(status) : nil }
    let queue = try fixture.queue()
    for number in 1...3 { try await queue.put("\(number)") }
    await queue.settles { $0.waiting.isEmpty && $0.sending == nil }
    let state = await queue.state()
    #expect(state.undeliverable.map(\.text) == ["2"])
    #expect(state.undeliverable.map(\.undeliverable) == [reason])
    #expect(fixture.sent.map(\.text) == ["1", "2", "3"])
    _ = await queue.flushNow()
    // The refused request isn't sent again, neither with this key nor with a new key.
    #expect(fixture.sent.count == 3)
    #expect(await queue.state().commands.map(\.text) == ["2"])
  }

  @Test("a retried request keeps its idempotency key and body", .fault("Q09"), arguments: [408, 409, 425, 503])
  func aRetriedRequestKeepsItsIdempotencyKeyAndBody(status: Int) async throws {
    let fixture = QueueFixture()
    fixture.answers { [fixture] _ in fixture.sent.count == 1 ? .status(status) : nil }
    let queue = try fixture.queue()
    try await queue.put("1")
    await queue.settles { $0.commands.isEmpty }
    #expect(fixture.sent.count == 2)
    #expect(Set(fixture.sent.map(\.content)).count == 1)
    #expect(fixture.time - 1_700_000_000_123 == 1000)
  }

  @Test("a failing request is dismissed after eight attempts", .fault("Q08"))
  func aFailingRequestIsDismissedAfterEightAttempts() async throws {
    let fixture = QueueFixture()
    fixture.answers { $0.text == "bad" ? .status(500) : nil }
    let queue = try fixture.queue()
    let start = fixture.time
    try await queue.put("bad")
    try await queue.put("good")
    await queue.settles { $0.waiting.isEmpty && $0.sending == nil }
    let bad = fixture.sent.filter { $0.text == "bad" }
    #expect(bad.count == 8)
    #expect(Set(bad.map(\.content)).count == 1)
    #expect(fixture.sent.last?.text == "good")
    #expect(fixture.time - start >= 127_000)
    #expect(await queue.state().undeliverable.map(\.undeliverable) == [.tooManyAttempts])
  }

  @Test("queued requests survive the end of the program", .fault("Q25"))
  func queuedRequestsSurviveTheEndOfTheProgram() async throws {
    let fixture = QueueFixture()
    fixture.answers { _ in .unreachable(.host) }
    let first = try fixture.queue(passing: false)
    for number in 1...5 { try await first.put("\(number)", member: "anna") }
    await first.close()
    let left = try await UserDatabase(path: fixture.path).queued()
    #expect(left.map(\.text) == ["1", "2", "3", "4", "5"])
    #expect(left.map(\.enqueued.milliseconds) == Array(repeating: 1_700_000_000_123, count: 5))
    #expect(left[0].enqueued.utcText == "2023-11-14T22:13:20.123Z")
    fixture.answers { _ in nil }
    let second = try fixture.queue(member: "anna", passing: false)
    #expect(await second.flushNow().delivered == 5)
    #expect(fixture.sent.suffix(5).map(\.content.key) == left.map(\.content.key))
  }

  @Test("queued requests are sent when the network returns")
  func queuedRequestsAreSentWhenTheNetworkReturns() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue(passing: false)
    let (network, changes) = AsyncStream.makeStream(of: Bool.self)
    await queue.follow(network)
    fixture.answers { _ in .unreachable(.host) }
    try await queue.put("1")
    await queue.settles { $0.nextTry != nil && $0.sending == nil }
    changes.yield(false)
    fixture.answers { _ in nil }
    fixture.time += 1
    changes.yield(true)
    // Sending starts at most once a second, so the test lets two seconds pass.
    fixture.time += 2000
    changes.yield(false)
    changes.yield(true)
    await queue.settles { $0.commands.isEmpty }
    #expect(fixture.sent.last?.text == "1")
  }

  @Test("after a 401, the queue pauses and later sends the refused request", .fault("Q17"))
  func afterA401TheQueuePausesAndLaterSendsTheRefusedRequest() async throws {
    let fixture = QueueFixture()
    fixture.answers { $0.text == "2" ? .status(401) : nil }
    let queue = try fixture.queue(member: "anna")
    for number in 1...3 { try await queue.put("\(number)", member: "anna") }
    await queue.settles { $0.commands.first?.history.fault == .notSignedIn && $0.sending == nil }
    #expect(await queue.state().commands.map(\.text) == ["2", "3"])
    #expect(await queue.state().commands[0].history.attempts == 0)
    fixture.answers { _ in nil }
    await queue.memberChanged("anna")
    await queue.settles { $0.commands.isEmpty }
    #expect(fixture.sent.map(\.text) == ["1", "2", "2", "3"])
  }

  @Test("changes of one member are not sent for another member", .fault("Q19"))
  func changesOfOneMemberAreNotSentForAnotherMember() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue(member: "bert", passing: false)
    for number in 1...10 { try await queue.put("\(number)", member: "anna") }
    try await queue.put("mine", member: "bert")
    await queue.flush()
    #expect(fixture.sent.map(\.text) == ["mine"])
    #expect(try await queue.wipe("anna") == 10)
    await queue.memberChanged("anna")
    _ = await queue.flushNow()
    #expect(fixture.sent.map(\.text) == ["mine"])
  }

  @Test("wiping a member's data cancels the member's running request", .fault("Q18"))
  func wipingAMembersDataCancelsTheMembersRunningRequest() async throws {
    let fixture = QueueFixture()
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let queue = OfflineQueue(
      storage: try UserDatabase(path: fixture.path), member: "anna", environment: fixture.environment(passing: false)
    ) { _ async throws(APIError) in
      starting.yield()
      do { try await Task.sleep(for: .seconds(3600)) } catch { throw .cancelled }
    }
    try await queue.put("1", member: "anna")
    for await _ in started { break }
    #expect(try await queue.wipe("anna") == 1)
    #expect(await queue.state().sending == nil)
    #expect(await queue.state().commands.isEmpty)
  }

  @Test("on a full disk, queueing a request fails and stores nothing", .fault("Q21", "S07", "S19"))
  func onAFullDiskQueueingARequestFailsAndStoresNothing() async throws {
    let fixture = QueueFixture()
    fixture.answers { _ in .unreachable(.host) }
    let storage = try UserDatabase(path: fixture.path)
    let content = QueuedCommand.Content(
      member: "", resource: "r", isDroppable: false, key: "k", command: "c", server: "https://s", method: "POST",
      path: "/", body: [UInt8](repeating: 1, count: 200_000))
    let now = Timestamp(milliseconds: 0)
    let pages = try await storage.file.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    try await storage.file.write { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 4)") }
    await #expect(throws: QueueRefusal.storage(.diskFull(path: fixture.path))) {
      try await storage.enqueue(content, at: now)
    }
    #expect(try await storage.queued().isEmpty)
    try await storage.file.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    _ = try await storage.enqueue(content, at: now)
    #expect(try await storage.queued().count == 1)
  }

  @Test("when the database is full, queueing fails until queued requests are removed", .fault("S19"))
  func whenTheDatabaseIsFullQueueingFailsUntilQueuedRequestsAreRemoved() async throws {
    let fixture = QueueFixture()
    let storage = try UserDatabase(path: fixture.path)
    func content(_ number: Int) -> QueuedCommand.Content {
      QueuedCommand.Content(
        member: "", resource: "r\(number)", isDroppable: false, key: "k\(number)", command: "c", server: "https://s",
        method: "POST", path: "/", body: [UInt8](repeating: 1, count: 3_000))
    }
    let now = Timestamp(milliseconds: 0)
    let pages = try await storage.file.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    try await storage.file.write { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 40)") }
    var kept: [QueuedCommand] = []
    var refusal: QueueRefusal?
    while refusal == nil, kept.count < 1000 {
      do {
        kept.append(try await storage.enqueue(content(kept.count), at: now))
      } catch {
        refusal = error
      }
    }
    #expect(refusal == .storage(.diskFull(path: fixture.path)))
    #expect(kept.count > 20)
    #expect(try await storage.queued().map(\.id) == kept.map(\.id))
    for command in kept.prefix(3) { try await storage.removeQueued(command.id) }
    _ = try await storage.enqueue(content(1000), at: now)
    #expect(try await storage.queued().count == kept.count - 2)
  }

  @Test("a damaged queued request is never sent", .fault("Q22"))
  func aDamagedQueuedRequestIsNeverSent() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue(member: "anna", passing: false)
    fixture.answers { _ in .unreachable(.host) }
    for number in 1...3 { try await queue.put("\(number)", member: "anna") }
    await queue.close()
    let file = try DatabaseQueue(path: fixture.path)
    try await file.write { try $0.execute(sql: "UPDATE queue SET body = x'33' WHERE id = 2") }
    try file.close()
    fixture.answers { _ in nil }
    let again = try fixture.queue(member: "anna", passing: false)
    let before = fixture.sent.count
    let report = await again.flushNow()
    #expect((report.delivered, report.dismissed) == (2, 1))
    #expect(fixture.sent.dropFirst(before).map(\.text) == ["1", "3"])
    #expect(await again.state().undeliverable.map(\.undeliverable) == [.damaged])
  }

  @Test("only one process sends queued requests at a time", .fault("Q26"))
  func onlyOneProcessSendsQueuedRequestsAtATime() async throws {
    let fixture = QueueFixture()
    let storage = try UserDatabase(path: fixture.path)
    let lease = try #require(try storage.queueLease())
    let queue = try fixture.queue(passing: false)
    try await queue.put("1")
    #expect(await queue.flush().isBusyElsewhere)
    await queue.settles { $0.nextTry?.milliseconds == 1_700_000_020_123 }
    #expect(fixture.sent.isEmpty)
    lease.end()
    #expect(await queue.flush().delivered == 1)
  }

  @Test(
    "a retry by the user clears a dismissed request's earlier attempts", .fault("Q07", "Q10"),
    arguments: [(400, "key-1"), (422, "key-2")])
  func aRetryByTheUserClearsADismissedRequestsEarlierAttempts(status: Int, key: String) async throws {
    let fixture = QueueFixture()
    fixture.answers { _ in .status(status) }
    let queue = try fixture.queue(passing: false)
    let id = try await queue.put("1")
    await queue.settles { !$0.undeliverable.isEmpty && $0.sending == nil }
    fixture.answers { _ in nil }
    // The request is older than a week, but the user retries it.
    fixture.time += 8 * 86_400_000
    #expect(try await queue.retry(id))
    _ = await queue.flush()
    #expect(fixture.sent.map(\.text) == ["1", "1"])
    #expect(fixture.sent.last?.content.key == key)
    #expect(fixture.sent.last?.history == QueuedCommand.History())
    #expect(await queue.state().commands.isEmpty)
    #expect(try await queue.retry(id) == false)
  }

  @Test("a retry by the user is sent without the usual wait")
  func aRetryByTheUserIsSentWithoutTheUsualWait() async throws {
    let fixture = QueueFixture()
    fixture.answers { _ in .unreachable(.host) }
    let queue = try fixture.queue(passing: false)
    let id = try await queue.put("1")
    await queue.settles { $0.nextTry != nil && $0.sending == nil }
    fixture.answers { _ in nil }
    #expect(try await queue.retry(id))
    #expect(await queue.flush().delivered == 1)
  }

  @Test("the user can't retry a damaged request", .fault("Q22"))
  func theUserCantRetryADamagedRequest() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue(member: "anna", passing: false)
    fixture.answers { _ in .status(400) }
    let id = try await queue.put("1", member: "anna")
    await queue.close()
    let file = try DatabaseQueue(path: fixture.path)
    try await file.write { try $0.execute(sql: "UPDATE queue SET body = x'33'") }
    try file.close()
    let again = try fixture.queue(member: "anna", passing: false)
    _ = await again.flushNow()
    #expect(try await again.retry(id) == false)
    #expect(await again.state().undeliverable.count == 1)
  }

  @Test("the log lists failed and dismissed requests") func theLogListsFailedAndDismissedRequests() async throws {
    let fixture = QueueFixture()
    let log = ActivityLog(path: fixture.folder.path + "/log")
    var environment = fixture.environment(passing: false)
    environment.note = { await log.note($0) }
    let queue = OfflineQueue(
      storage: try UserDatabase(path: fixture.path), environment: environment
    ) { command async throws(APIError) in
      throw command.text == "refused" ? APIError.status(400) : APIError.unreachable(.host)
    }
    try await queue.put("refused", "a")
    try await queue.put("secret", "b")
    _ = await queue.flush()
    fixture.time += 8 * 86_400_000
    _ = await queue.flush()
    let lines = await log.lines().map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(
      lines == [
        "queue keep-b dismissed: expired", "queue keep-b failed: unreachable: host",
        "queue keep-a dismissed: status 400",
      ])
  }

  @Test("a queued request can be cancelled") func aQueuedRequestCanBeCancelled() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue(passing: false)
    let id = try await queue.put("1", member: "anna")
    #expect(try await queue.cancel(id))
    #expect(try await queue.cancel(id) == false)
    #expect(await queue.state().commands.isEmpty)
  }

  @Test("a request of a kind that can't be queued is refused")
  func aRequestOfAKindThatCantBeQueuedIsRefused() async throws {
    let queue = try QueueFixture().queue(passing: false)
    await #expect(throws: QueueRefusal.notQueueable) {
      try await queue.enqueue(Endpoint("latest", path: "/", accept: "*/*"), body: [], to: "https://s")
    }
  }

  @Test("opening a file of an older version adds the queue's table")
  func openingAFileOfAnOlderVersionAddsTheQueuesTable() async throws {
    let fixture = QueueFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder.path + "/data", withIntermediateDirectories: true)
    let old = try DatabaseQueue(path: fixture.path)
    try await old.write { database in
      try database.execute(
        sql: """
          CREATE TABLE session (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
          INSERT INTO session VALUES ('amount', '42');
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1-session');
          """)
    }
    try old.close()
    let storage = try UserDatabase(path: fixture.path)
    #expect(try await storage.session() == ["amount": "42"])
    #expect(try await storage.queued().isEmpty)
  }
}
