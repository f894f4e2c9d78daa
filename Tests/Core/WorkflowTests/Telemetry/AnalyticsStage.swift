// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import JSONSchema
import KursAPI
import KursModel
import KursStorage
import KursWorkflow
import Synchronization

/// Statistics in a temporary folder, with a clock that a test sets and a closure as the server.
final class AnalyticsStage: Sendable {
  let fixture = QueueFixture()
  let storage: UserDatabase
  let analytics: Analytics
  let queue: OfflineQueue
  let upload: AnalyticsUpload
  private let desk = Desk()
  private let asked: AsyncStream<Duration>

  private final class Desk: Sendable {
    let route = Mutex(AnalyticsUpload.Destination(member: "", server: "https://kurs.example"))
    let pauses = Mutex<[CheckedContinuation<Void, Never>]>([])
  }

  init() throws {
    storage = try UserDatabase(path: fixture.path)
    let (asked, asking) = AsyncStream.makeStream(of: Duration.self)
    self.asked = asked
    // A queue whose time does not move, so that a failed upload waits for the test.
    queue = try fixture.queue(passing: false)
    let (clock, desk) = (fixture, desk)
    analytics = Analytics(clock: { Timestamp(milliseconds: clock.time) }, newID: { UUID().uuidString.lowercased() })
    var environment = fixture.environment()
    environment.newKey = { UUID().uuidString.lowercased() }
    environment.sleep = { duration in
      await withCheckedContinuation { pause in
        desk.pauses.withLock { $0.append(pause) }
        asking.yield(duration)
      }
      try Task.checkCancellation()
    }
    upload = AnalyticsUpload(storage: storage, queue: queue, environment: environment) {
      desk.route.withLock { $0 }
    }
  }

  deinit {
    for pause in desk.pauses.withLock({ $0 }) { pause.resume() }
  }

  /// Makes later events belong to this member.
  func become(_ member: String, at server: String? = "https://kurs.example") {
    desk.route.withLock { $0 = .init(member: member, server: server) }
  }

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

  /// Tracks `count` events and waits until all of them are recorded.
  func track(_ count: Int, _ event: AnalyticsEvent = .opened) async {
    for _ in 0..<count { analytics.track(event) }
    await analytics.waitUntilDelivered()
  }

  /// Waits until a pause is requested, and returns its length.
  func pause() async -> Duration {
    for await duration in asked { return duration }
    return .zero
  }

  /// Advances the time by this many milliseconds and ends every pause.
  func pass(_ milliseconds: Int64) {
    fixture.time += milliseconds
    let ended = desk.pauses.withLock { pauses in
      defer { pauses = [] }
      return pauses
    }
    for pause in ended { pause.resume() }
  }

  /// Waits until `count` requests were sent.
  ///
  /// `byItself`: waits until the queue sends automatically, instead of flushing the queue.
  func sends(_ count: Int, byItself: Bool = false) async {
    if !byItself { _ = await queue.flushNow() }
    for await state in await queue.states() where state.commands.isEmpty && fixture.sent.count >= count { return }
  }

  func batches() throws -> [JSONValue] { try fixture.sent.map { try JSONReader().read($0.content.body) } }

  /// Returns the number of events in the sent batches. Each id counts once.
  func eventCount() throws -> Int {
    Set(try batches().flatMap { $0["events"]?.array ?? [] }.compactMap { $0["id"]?.string }).count
  }

  func rows(_ table: String) async throws -> Int {
    try await storage.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }
}
