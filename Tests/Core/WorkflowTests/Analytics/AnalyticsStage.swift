// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import JSONSchema
import KursAPI
import KursModel
import KursStorage
import KursWorkflow
import Synchronization

/// Events on a disk of their own, with a time that a test sets and a server that is a closure.
final class AnalyticsStage: Sendable {
  let fixture = QueueFixture()
  let storage: UserDatabase
  let analytics: Analytics
  let queue: OfflineQueue
  let upload: AnalyticsUpload
  private let desk = Desk()
  private let asked: AsyncStream<Duration>

  /// State that a test changes while the upload runs.
  private final class Desk: Sendable {
    let route = Mutex(AnalyticsUpload.Destination(member: "", server: "https://kurs.example"))
    let pauses = Mutex<[CheckedContinuation<Void, Never>]>([])
  }

  init() throws {
    storage = try UserDatabase(path: fixture.path)
    let (asked, asking) = AsyncStream.makeStream(of: Duration.self)
    self.asked = asked
    // A queue whose time stands still: a failed sending waits for the test.
    queue = try fixture.queue(passing: false)
    let (clock, desk) = (fixture, desk)
    analytics = Analytics(clock: { Timestamp(milliseconds: clock.time) }, newID: { UUID().uuidString.lowercased() })
    var surroundings = fixture.surroundings()
    surroundings.newKey = { UUID().uuidString.lowercased() }
    surroundings.sleep = { duration in
      await withCheckedContinuation { pause in
        desk.pauses.withLock { $0.append(pause) }
        asking.yield(duration)
      }
      try Task.checkCancellation()
    }
    upload = AnalyticsUpload(storage: storage, queue: queue, surroundings: surroundings) {
      desk.route.withLock { $0 }
    }
  }

  deinit {
    for pause in desk.pauses.withLock({ $0 }) { pause.resume() }
  }

  /// The member whose events follow.
  func become(_ member: String, at server: String? = "https://kurs.example") {
    desk.route.withLock { $0 = .init(member: member, server: server) }
  }

  /// A member that storage knows.
  func signIn(_ name: String) async throws -> MemberID {
    let number = name.padding(toLength: 12, withPad: "a", startingAt: 0)
    let id = MemberID("00000000-0000-4000-8000-\(number)", at: "https://kurs.example")
    try await storage.save(
      Member(id: id, server: "https://kurs.example", email: "\(name)@example.org", name: name), isSignedIn: true,
      at: Timestamp(milliseconds: fixture.time))
    become(id.text)
    await queue.memberChanged(id.text)
    return id
  }

  /// Names `count` events and waits until all of them are taken.
  func track(_ count: Int, _ event: AnalyticsEvent = .opened) async {
    for _ in 0..<count { analytics.track(event) }
    await analytics.settle()
  }

  /// Waits until a pause is asked for, and how long it is to be.
  func pause() async -> Duration {
    for await duration in asked { return duration }
    return .zero
  }

  /// Lets all that pause go on, so much later.
  func pass(_ milliseconds: Int64) {
    fixture.time += milliseconds
    let ended = desk.pauses.withLock { pauses in
      defer { pauses = [] }
      return pauses
    }
    for pause in ended { pause.resume() }
  }

  /// Waits until so many commands were sent; `byItself`: without a push, which passes over the pause between starts.
  func sends(_ count: Int, byItself: Bool = false) async {
    if !byItself { _ = await queue.flushNow() }
    for await state in await queue.states() where state.commands.isEmpty && fixture.sent.count >= count { return }
  }

  /// The sent batches, parsed.
  func batches() throws -> [JSONValue] { try fixture.sent.map { try JSONReader().read($0.content.body) } }

  /// How many events of these batches there are, each counted by its id.
  func eventCount() throws -> Int {
    Set(try batches().flatMap { $0["events"]?.array ?? [] }.compactMap { $0["id"]?.string }).count
  }

  func rows(_ table: String) async throws -> Int {
    try await storage.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }
}
