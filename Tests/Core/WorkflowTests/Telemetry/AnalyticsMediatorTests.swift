// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import Synchronization
import Testing
import TestSupport

/// Every observer of statistics receives every event, even if other observers fail.
@Suite(.timeLimit(.minutes(1))) struct AnalyticsMediatorTests {
  struct Broken: Error {}

  /// Records the events that it receives. A test can make it throw or hang.
  final class Listener: AnalyticsStrategy {
    let id: String
    private let taken = Mutex<[String]>([])
    private let body: @Sendable () async throws -> Void

    init(_ id: String, _ body: @escaping @Sendable () async throws -> Void = {}) {
      self.id = id
      self.body = body
    }

    var ids: [String] { taken.withLock { $0 } }

    func record(_ tracked: TrackedEvent) async throws {
      try await body()
      taken.withLock { $0.append(tracked.id) }
    }
  }

  let analytics: Analytics

  init() {
    let count = Mutex(0)
    analytics = Analytics(clock: { Timestamp(milliseconds: 0) }) {
      count.withLock {
        $0 += 1
        return "\($0)"
      }
    }
  }

  @Test("a failing or hanging statistics observer does not block other observers", .fault("R04"))
  func aFailingOrHangingStatisticsObserverDoesNotBlockOtherObservers() async throws {
    let (never, hanging) = AsyncStream.makeStream(of: Void.self)
    let third = Listener("third")
    let (got, getting) = AsyncStream.makeStream(of: Void.self)
    let last = Listener("last") { getting.yield() }
    await analytics.use([
      Listener("broken") { throw Broken() }, Listener("hangs") { for await _ in never {} }, third, last,
    ])
    let began = ContinuousClock.now
    for _ in 0..<1000 { analytics.track(.opened) }
    #expect((ContinuousClock.now - began) / 1000 < .milliseconds(1))
    var count = 0
    for await _ in got {
      count += 1
      if count == 1000 { break }
    }
    hanging.finish()
    await analytics.waitUntilDelivered()
    #expect(third.ids == (1...1000).map(String.init))
  }

  @Test("changing observers while events happen loses no event", .fault("R08"))
  func changingObserversWhileEventsHappenLosesNoEvent() async {
    let (stays, comes, goes) = (Listener("stays"), Listener("comes"), Listener("goes") { await Task.yield() })
    await analytics.use([stays, goes])
    for round in 0..<50 {
      for _ in 0..<20 { analytics.track(.opened) }
      await analytics.use(round.isMultiple(of: 2) ? [comes, stays] : [stays, goes, comes])
    }
    await analytics.waitUntilDelivered()
    let all = (1...1000).map(String.init)
    #expect(stays.ids == all)
    // The observer `comes` was added after the first twenty events.
    #expect(comes.ids == Array(all[20...]))
    let isIn = (0..<50).flatMap { round in Array(repeating: round == 0 || round.isMultiple(of: 2), count: 20) }
    #expect(goes.ids == zip(all, isIn).filter(\.1).map(\.0))
  }

  @Test("an event that occurred before the settings were loaded is delivered")
  func anEventThatOccurredBeforeTheSettingsWereLoadedIsDelivered() async {
    analytics.track(.opened)
    let listener = Listener("a")
    await analytics.use([listener])
    await analytics.waitUntilDelivered()
    #expect(listener.ids == ["1"])
  }

  @Test("without consent, an event before the settings were loaded is discarded")
  func withoutConsentAnEventBeforeTheSettingsWereLoadedIsDiscarded() async {
    analytics.track(.opened)
    await analytics.use([])
    let listener = Listener("a")
    await analytics.use([listener])
    await analytics.waitUntilDelivered()
    #expect(listener.ids.isEmpty)
  }
}
