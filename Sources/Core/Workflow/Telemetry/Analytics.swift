// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage
import Synchronization

/// Passes each event to all enabled strategies. A strategy that throws or hangs doesn't delay other code.
public final class Analytics: Sendable {
  /// The maximum number of events in memory before the settings are read.
  static let patience = 64
  /// The maximum number of events in memory for a strategy that hangs.
  static let backlog = 1000

  private enum Item: Sendable {
    case event(TrackedEvent)
    case marker(CheckedContinuation<Void, Never>)
  }

  private struct Destination {
    let id: String
    let items: AsyncStream<Item>.Continuation
    let delivery: Task<Void, Never>
  }

  private struct State {
    /// The destinations of the enabled strategies. Nil until the settings are read.
    var routes: [Destination]?
    var eventsBeforeChoice: [TrackedEvent] = []
    var last: TrackedEvent?
    var observers = Broadcast<Void>()
  }

  private let state = Mutex(State())
  private let clock: @Sendable () -> Timestamp
  private let newID: @Sendable () -> String

  public init(clock: @escaping @Sendable () -> Timestamp, newID: @escaping @Sendable () -> String) {
    self.clock = clock
    self.newID = newID
  }

  deinit { for route in state.withLock({ $0.routes ?? [] }) { route.items.finish() } }

  public var last: TrackedEvent? { state.withLock(\.last) }

  public var strategies: [String] { state.withLock { ($0.routes ?? []).map(\.id) } }

  public func track(_ event: AnalyticsEvent) {
    let tracked = TrackedEvent(id: newID(), event: event, time: clock())
    state.withLock { state in
      state.last = tracked
      guard let routes = state.routes else {
        if state.eventsBeforeChoice.count < Self.patience { state.eventsBeforeChoice.append(tracked) }
        return
      }
      for route in routes { route.items.yield(.event(tracked)) }
    }
    announce()
  }

  /// Sets the strategies for later events. Returns after the removed strategies have received all earlier events.
  public func use(_ strategies: [any AnalyticsStrategy]) async {
    let ended = state.withLock { state in
      let before = state.routes ?? []
      let routes = strategies.map { strategy in before.first { $0.id == strategy.id } ?? route(to: strategy) }
      for tracked in state.eventsBeforeChoice { for route in routes { route.items.yield(.event(tracked)) } }
      state.eventsBeforeChoice = []
      state.routes = routes
      return before.filter { old in !routes.contains { $0.id == old.id } }
    }
    for route in ended { route.items.finish() }
    for route in ended { await route.delivery.value }  // guards R08: ended => []
    announce()
  }

  public func waitUntilDelivered() async {
    let routes = state.withLock { $0.routes ?? [] }
    for route in routes {
      await withCheckedContinuation { mark in
        switch route.items.yield(.marker(mark)) {
        case .enqueued: break
        default: mark.resume()
        }
      }
    }
  }

  /// Returns a stream that yields now and after each recorded or delivered event. A slow reader can miss values.
  public func updates() -> AsyncStream<Void> {
    state.withLock { $0.observers.states(from: ()) }
  }

  func announce() {
    state.withLock { $0.observers.send(()) }
  }

  private func route(to strategy: any AnalyticsStrategy) -> Destination {
    let (stream, items) = AsyncStream.makeStream(of: Item.self, bufferingPolicy: .bufferingOldest(Self.backlog))
    let delivery = Task { [weak self] in
      for await item in stream {
        switch item {
        case .marker(let mark): mark.resume()
        case .event(let tracked):
          try? await strategy.record(tracked)  // guards R04: strategy.record(tracked) => ()
          self?.announce()
        }
      }
    }
    return Destination(id: strategy.id, items: items, delivery: delivery)
  }
}

public actor AnalyticsChoice {
  public nonisolated let analytics: Analytics
  public nonisolated let upload: AnalyticsUpload
  private let log: AnalyticsLog
  private var lastChoice: (logs: Bool, sends: Bool)?

  public init(analytics: Analytics, log: AnalyticsLog, upload: AnalyticsUpload) {
    self.analytics = analytics
    self.log = log
    self.upload = upload
  }

  /// Deletes statistics that the user no longer allows. Call this function before anything is sent.
  func withdraw(by settings: Settings) async {
    // A failed deletion is tried again when the settings are next read.
    if !settings.logsStatistics { try? await log.withdraw() }
    if !settings.sendsStatistics { try? await upload.withdraw() }
  }

  /// Logs or sends events if the user agrees, and deletes statistics if not. `isStaying`: whether to start the upload.
  func settingsChanged(_ settings: Settings, isStaying: Bool = true) async {
    let choice = (logs: settings.logsStatistics, sends: settings.sendsStatistics)
    if let lastChoice, lastChoice == choice { return }
    let isFirst = lastChoice == nil
    lastChoice = choice
    await analytics.use((choice.logs ? [log as any AnalyticsStrategy] : []) + (choice.sends ? [upload] : []))  // guards R02: choice.sends => true
    if choice.sends, isStaying { await upload.start() }
    if !choice.sends { await upload.end() }
    if !isFirst { await withdraw(by: settings) }  // guards R02
    analytics.announce()
  }

  public func clear() async throws(StorageError) {
    await analytics.waitUntilDelivered()
    try await log.withdraw()
    try await upload.withdraw()
    analytics.announce()
  }

  func end() async {
    await analytics.waitUntilDelivered()
    await upload.end()
  }
}
