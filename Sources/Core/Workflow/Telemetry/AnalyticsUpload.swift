// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
public import KursModel
public import KursStorage

/// Sends events to the account server, one batch at a time. Events stay on disk until the server confirms the batch.
public actor AnalyticsUpload: AnalyticsStrategy {
  public struct Destination: Hashable, Sendable {
    /// The id of the member who owns the events, empty without an account. This id is never sent.
    public var member: String
    /// The server's address without a trailing slash. If it is nil, no event is saved.
    public var server: String?

    public init(member: String, server: String?) {
      self.member = member
      self.server = server
    }
  }

  public nonisolated let id = "server"
  private let storage: UserDatabase
  private let queue: OfflineQueue
  private let policy: UploadPolicy
  private let environment: QueueEnvironment
  private let route: @Sendable () async -> Destination
  private var following: Task<Void, Never>?
  private var wakeUpTask: (due: Timestamp, task: Task<Void, Never>)?

  public init(
    storage: UserDatabase, queue: OfflineQueue, policy: UploadPolicy = UploadPolicy(),
    environment: QueueEnvironment, route: @escaping @Sendable () async -> Destination
  ) {
    self.storage = storage
    self.queue = queue
    self.policy = policy
    self.environment = environment
    self.route = route
  }

  public func record(_ tracked: TrackedEvent) async throws {
    let route = await route()
    guard route.server != nil else { return }
    try await storage.keepAnalytics(
      tracked, of: route.member, installation: environment.newKey(), keeping: policy.mostSaved)  // guards R05: environment.newKey() => route.member
    await sendIfDue()
  }

  /// Sends events of earlier runs, then observes the queue. After each delivered batch, sends the next batch.
  public func start() {
    guard following == nil else { return }
    following = Task { [weak self] in
      var wasOnItsWay: Bool?
      guard let states = await self?.queue.states() else { return }
      for await state in states {
        let isOnItsWay = state.waiting.contains { $0.content.resource == AnalyticsBatch.resource }
        guard isOnItsWay != wasOnItsWay else { continue }
        wasOnItsWay = isOnItsWay
        await self?.sendIfDue()
      }
    }
  }

  public func end() async {
    wakeUpTask?.task.cancel()
    wakeUpTask = nil
    following?.cancel()  // guards R06
    await following?.value
    following = nil
  }

  public func withdraw() async throws(StorageError) {
    try await queue.drop(resource: AnalyticsBatch.resource)
    try await storage.forgetAnalytics()
  }

  func renewInstallation() async throws(StorageError) {
    try await storage.renewInstallation(environment.newKey())  // guards R07
  }

  /// Queues a batch, even a small or new batch. Returns false if no event waits or a batch is already queued.
  func queueNow() async -> Bool {
    let route = await route()
    guard let server = route.server else { return false }
    let (member, key) = (route.member, environment.newKey())
    let isSent = try? await storage.sendAnalytics(
      of: member, atMost: policy.largest, at: environment.clock()
    ) { storedBatch in
      QueuedCommand.Content(AnalyticsBatch(storedBatch), of: member, to: server, key: key)
    }
    return isSent == true
  }

  func server() async -> String? { await route().server }

  func next() async -> (batch: AnalyticsBatch, server: String)? {
    let route = await route()
    guard let server = route.server else { return nil }
    let storedBatch = try? await storage.nextAnalytics(of: route.member, atMost: policy.largest)
    return storedBatch.map { (AnalyticsBatch($0), server) }
  }

  private func sendIfDue() async {
    let member = await route().member
    guard let standing = try? await storage.analyticsStanding(of: member) else { return }
    switch policy.next(standing, at: environment.clock()) {
    case .send: if await queueNow() { await queue.wake() }
    case .wait(let until): wake(at: until)
    case .rest: break
    }
  }

  private func wake(at due: Timestamp) {
    guard wakeUpTask?.due != due else { return }
    wakeUpTask?.task.cancel()
    let pause = max(0, due.milliseconds - environment.clock().milliseconds)
    let task = Task { [weak self, sleep = environment.sleep] in
      do { try await sleep(.milliseconds(pause)) } catch { return }
      await self?.timerFired()
    }
    wakeUpTask = (due, task)
  }

  private func timerFired() async {
    wakeUpTask = nil
    await sendIfDue()
  }
}

extension QueuedCommand.Content {
  fileprivate init(_ batch: AnalyticsBatch, of member: String, to server: String, key: String) {
    let command = AnalyticsBatch.command
    self.init(
      member: member, resource: AnalyticsBatch.resource, isDroppable: true, key: key, command: command.name,
      server: server, method: command.method.rawValue, path: command.path, body: batch.body)
  }
}

public protocol AnalyticsStrategy: Sendable {
  var id: String { get }

  /// Records an event. The next event comes only after this call returns. Thrown errors are ignored.
  func record(_ tracked: TrackedEvent) async throws
}

public typealias Track = @Sendable (AnalyticsEvent) -> Void

/// Statistics or a report, exactly as the account server receives it if the user agrees.
public struct OutgoingDocument: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    case statistics(events: Int)
    case report
  }

  public enum Standing: Hashable, Sendable {
    /// The document waits for the network or is being sent.
    case queued
    case gathering
    /// No event waits. The newest event is shown as an example.
    case example
  }

  public let id: String
  public let kind: Kind
  public let standing: Standing
  /// The address of the account server. If it is nil, nothing is sent.
  public let server: String?
  /// The document as JSON. A queued document is sent with exactly these bytes.
  public let body: String
}

public struct UploadPolicy: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    case send
    case wait(until: Timestamp)
    case rest
  }

  public var enough = 20  // guards R01: 20 => 200
  /// The maximum time that the oldest event waits, in milliseconds.
  public var span: Int64 = 30_000  // guards R01: 30_000 => 300_000
  /// The maximum number of events in one batch.
  public var largest = AnalyticsBatch.largest
  /// The maximum number of saved events, including events that are being sent.
  public var mostSaved = 1000

  public init() {}

  public func next(_ standing: AnalyticsStanding, at now: Timestamp) -> Step {
    guard let oldest = standing.oldest, !standing.isOnItsWay else { return .rest }
    let due = oldest + span
    // If the clock was set back, events must be sent now instead of waiting for years.
    let isLate = due <= now || oldest > now
    return standing.waiting >= enough || isLate ? .send : .wait(until: due)
  }
}

extension AnalyticsBatch {
  init(_ storedBatch: StoredAnalyticsBatch) {
    self.init(
      installation: storedBatch.installation, dropped: storedBatch.dropped, events: storedBatch.events.map(Event.init))
  }
}

extension AnalyticsBatch.Event {
  init(_ tracked: TrackedEvent) {
    let answers = tracked.event.answers.map { ($0.question.rawValue, $0.answer) }
    self.init(
      id: tracked.id, name: tracked.event.name.rawValue, time: tracked.time.utcText,
      answers: Dictionary(answers, uniquingKeysWith: { first, _ in first }))
  }
}

public struct AnalyticsLog: AnalyticsStrategy {
  public static let limit = 1000

  private let storage: UserDatabase
  private let member: @Sendable () async -> MemberID?

  /// Creates a log. `member`: returns the member whose data includes the events. Nil without an account.
  public init(storage: UserDatabase, member: @escaping @Sendable () async -> MemberID?) {
    self.storage = storage
    self.member = member
  }

  public var id: String { "log" }

  public func record(_ tracked: TrackedEvent) async throws {
    try await storage.logAnalytics(tracked, of: await member()?.text ?? "", keeping: Self.limit)
  }

  public func withdraw() async throws(StorageError) { try await storage.clearAnalyticsLog() }
}
