// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import JSONSchema
import KursAPI
import KursModel
import Testing
import TestSupport

@testable import KursStorage
@testable import KursWorkflow

@Suite(.timeLimit(.minutes(3))) struct AnalyticsUploadTests {
  let stage: AnalyticsStage

  init() async throws {
    stage = try AnalyticsStage()
    await stage.analytics.use([stage.upload])
  }

  @Test("the twentieth event sends all twenty events in a single request", .fault("R01"))
  func theTwentiethEventSendsAllTwentyEventsInASingleRequest() async throws {
    await stage.track(19)
    #expect(stage.fixture.sent.isEmpty)
    await stage.track(1)
    await stage.sends(1, byItself: true)
    #expect(try stage.batches().map { $0["events"]?.array?.count } == [20])
    #expect(stage.fixture.sent.first?.content.path == "/api/v1/track/notification/")
  }

  @Test("a single event is sent after thirty seconds", .fault("R01"))
  func aSingleEventIsSentAfterThirtySeconds() async throws {
    await stage.track(1)
    #expect(await stage.pause() == .milliseconds(30_000))
    #expect(stage.fixture.sent.isEmpty)
    stage.pass(30_000)
    await stage.sends(1, byItself: true)
    #expect(try stage.batches().map { $0["events"]?.array?.count } == [1])
  }

  @Test("offline, a thousand events are kept and further events are counted", .fault("R03"))
  func offlineAThousandEventsAreKeptAndFurtherEventsAreCounted() async throws {
    stage.fixture.answers { _ in .unreachable(.host) }
    // Doesn't wait for the disk after each of the ten thousand commits.
    try await stage.storage.file.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    // Events are tracked no faster than they are recorded. Another test checks the limit of events in memory.
    for _ in 0..<20 { await stage.track(500, .chartOpened(lines: .one)) }
    #expect(try await stage.rows("analytics_waiting") == 1000)
    stage.fixture.answers { _ in nil }
    let before = stage.fixture.sent.count
    repeat { _ = await stage.queue.flushNow() } while await stage.upload.queueNow()
    let batches = try stage.batches().dropFirst(before)
    let dropped = batches.compactMap { $0["dropped"]?.number?.text }.compactMap { Int($0) }
    let sizes = batches.compactMap { $0["events"]?.array?.count }
    #expect(dropped.reduce(0, +) == 9000)
    #expect(sizes.reduce(0, +) == 1000)
    #expect(sizes.allSatisfy { $0 <= 100 })
  }

  @Test("after a full batch of events, the next batch is sent")
  func afterAFullBatchOfEventsTheNextBatchIsSent() async throws {
    await stage.upload.start()
    await stage.track(40)
    while try stage.eventCount() < 40 { _ = await stage.queue.flushNow() }
    await stage.sends(2)
    #expect(try stage.batches().map { $0["events"]?.array?.count } == [20, 20])
    await stage.upload.end()
  }

  @Test("unsent events survive a restart", .fault("R06"))
  func unsentEventsSurviveARestart() async throws {
    stage.fixture.answers { _ in .unreachable(.host) }
    await stage.upload.start()
    await stage.track(30)
    let began = ContinuousClock.now
    await stage.analytics.use([])
    await stage.upload.end()
    await stage.queue.close()
    #expect(ContinuousClock.now - began < .milliseconds(500))
    let again = try UserDatabase(path: stage.fixture.path)
    #expect(try await again.analyticsStanding(of: "") == AnalyticsStanding(
      waiting: 10, oldest: Timestamp(milliseconds: stage.fixture.time), isOnItsWay: true))
    #expect(try await stage.rows("analytics_waiting") == 30)
  }

  @Test("after a member's data is wiped, events lack the old installation id", .fault("R07"))
  func afterAMembersDataIsWipedEventsLackTheOldInstallationId() async throws {
    let ada = try await stage.signIn("ada")
    await stage.track(20)
    await stage.sends(1)
    await stage.track(5)
    let old = try #require(try stage.batches().first?["installation"]?.string)
    let member = try #require(try await stage.storage.members().first?.member)
    try await stage.storage.startLeaving(member, .user, at: evening)
    // Events that are tracked during the wipe aren't saved.
    await stage.track(3)
    for step in [.rows, .files, .secrets] as [LeavingStep] { try await stage.storage.finish(step, of: ada) }
    await stage.track(2)
    #expect(try await stage.rows("analytics_waiting") == 0)
    stage.become("")
    await stage.track(20)
    await stage.sends(2)
    let bodies = stage.fixture.sent.dropFirst().map(\.text)
    #expect(bodies.count == 1 && !bodies[0].contains(old) && !bodies[0].contains(ada.text))
  }

  @Test("without an account, wiping data also gives a new installation id", .fault("R07"))
  func withoutAnAccountWipingDataAlsoGivesANewInstallationId() async throws {
    await stage.track(20)
    await stage.sends(1)
    // Every wipe calls this function, also a wipe of data without an account.
    try await stage.upload.renewInstallation()
    await stage.track(20)
    await stage.sends(2)
    let ids = try stage.batches().map { $0["installation"]?.string }
    #expect(ids.count == 2 && Set(ids).count == 2)
  }

  @Test("each member has a separate installation id") func eachMemberHasASeparateInstallationId() async throws {
    await stage.track(20)
    await stage.sends(1)
    _ = try await stage.signIn("ada")
    await stage.track(20)
    await stage.sends(2)
    _ = try await stage.signIn("bert")
    await stage.track(20)
    await stage.sends(3)
    let installations = try stage.batches().compactMap { $0["installation"]?.string }
    #expect(Set(installations).count == 3)
  }

  @Test("events that the server refuses are counted and discarded")
  func eventsThatTheServerRefusesAreCountedAndDiscarded() async throws {
    stage.fixture.answers { _ in .status(400) }
    await stage.track(20)
    for await state in await stage.queue.states() where state.undeliverable.count == 1 { break }
    stage.fixture.answers { _ in nil }
    await stage.track(20)
    await stage.sends(2)
    #expect(try stage.batches().last?["dropped"]?.number?.text == "20")
    #expect(await stage.queue.state().commands.isEmpty)
  }

  @Test("without a server, no event is stored") func withoutAServerNoEventIsStored() async throws {
    stage.become("", at: nil)
    await stage.track(50)
    #expect(try await stage.rows("analytics_waiting") == 0)
    let next = await stage.upload.next()
    #expect(next?.batch == nil)
  }

  @Test("withdrawing consent deletes all unsent events") func withdrawingConsentDeletesAllUnsentEvents() async throws {
    stage.fixture.answers { _ in .unreachable(.host) }
    await stage.track(30)
    try await stage.upload.withdraw()
    for table in ["queue", "analytics_waiting", "analytics_sender"] {
      #expect(try await stage.rows(table) == 0, "\(table)")
    }
  }

  @Test("a damaged event is not sent") func aDamagedEventIsNotSent() async throws {
    await stage.track(3)
    try await stage.storage.file.write {
      try $0.execute(sql: "UPDATE analytics_waiting SET event = 'ada@example.org 19.90 EUR' WHERE number = 2")
    }
    #expect(await stage.upload.queueNow())
    await stage.queue.flush()
    let sent = try #require(stage.fixture.sent.first)
    #expect(try stage.batches().first?["events"]?.array?.count == 2)
    #expect(!sent.text.contains("ada"))
  }
}
