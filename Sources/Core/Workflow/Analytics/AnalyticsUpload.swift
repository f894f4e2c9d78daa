// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
public import KursModel
public import KursStorage

/// The strategy that tells the account server, through the offline queue: one lot after the other, each once.
///
/// An event is on the disk when `take` returns and until the server has answered for its lot.
public actor AnalyticsUpload: AnalyticsStrategy {
  /// The member and the server.
  public struct Destination: Hashable, Sendable {
    /// The member's, for what waits goes with their other data; empty without an account. Never sent.
    public var member: String
    /// Without a trailing slash; nil where there is none: then nothing is kept.
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
  private let surroundings: QueueSurroundings
  private let route: @Sendable () async -> Destination
  private var following: Task<Void, Never>?
  private var waking: (due: Timestamp, task: Task<Void, Never>)?

  public init(
    storage: UserDatabase, queue: OfflineQueue, policy: UploadPolicy = UploadPolicy(),
    surroundings: QueueSurroundings, route: @escaping @Sendable () async -> Destination
  ) {
    self.storage = storage
    self.queue = queue
    self.policy = policy
    self.surroundings = surroundings
    self.route = route
  }

  public func take(_ tracked: TrackedEvent) async throws {
    let route = await route()
    guard route.server != nil else { return }
    try await storage.keepAnalytics(
      tracked, of: route.member, installation: surroundings.newKey(), keeping: policy.kept)
    await look()
  }

  /// Sends what an earlier run left, and follows the queue from now on: when a lot has arrived, the next may go.
  public func start() {
    guard following == nil else { return }
    following = Task { [weak self] in
      var wasOnItsWay: Bool?
      guard let states = await self?.queue.states() else { return }
      for await state in states {
        let isOnItsWay = state.waiting.contains { $0.content.resource == AnalyticsBatch.resource }
        guard isOnItsWay != wasOnItsWay else { continue }
        wasOnItsWay = isOnItsWay
        await self?.look()
      }
    }
  }

  /// Ends waiting; what was not sent is still on the disk.
  public func end() async {
    waking?.task.cancel()
    waking = nil
    following?.cancel()
    await following?.value
    following = nil
  }

  /// The person no longer agrees: what was not sent yet never is.
  public func withdraw() async throws(StorageError) {
    try await queue.drop(resource: AnalyticsBatch.resource)
    try await storage.forgetAnalytics()
  }

  /// A member's data was wiped: what is sent from now on is of another installation.
  func renewInstallation() async throws(StorageError) {
    try await storage.renewInstallation(surroundings.newKey())  // guards R07
  }

  /// Puts a lot in the queue whatever its size or age; false where nothing waits, or one is there already.
  func queueNow() async -> Bool {
    let route = await route()
    guard let server = route.server else { return false }
    let (member, key) = (route.member, surroundings.newKey())
    let isSent = try? await storage.sendAnalytics(
      of: member, atMost: policy.largest, at: surroundings.clock()
    ) { lot in
      QueuedCommand.Content(AnalyticsBatch(lot), of: member, to: server, key: key)
    }
    // A full disk or queue: what waits goes on waiting.
    return isSent == true
  }

  func server() async -> String? { await route().server }

  /// The next batch, if it were sent now.
  func next() async -> (batch: AnalyticsBatch, server: String)? {
    let route = await route()
    guard let server = route.server else { return nil }
    let lot = try? await storage.nextAnalytics(of: route.member, atMost: policy.largest)
    return lot.map { (AnalyticsBatch($0), server) }
  }
}

extension AnalyticsUpload {
  private func look() async {
    let member = await route().member
    guard let standing = try? await storage.analyticsStanding(of: member) else { return }
    switch policy.next(standing, at: surroundings.clock()) {
    case .send: if await queueNow() { await queue.wake() }
    case .wait(let until): wake(at: until)
    case .rest: break
    }
  }

  private func wake(at due: Timestamp) {
    guard waking?.due != due else { return }
    waking?.task.cancel()
    let pause = max(0, due.milliseconds - surroundings.clock().milliseconds)
    let task = Task { [weak self, sleep = surroundings.sleep] in
      do { try await sleep(.milliseconds(pause)) } catch { return }
      await self?.woken()
    }
    waking = (due, task)
  }

  private func woken() async {
    waking = nil
    await look()
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

/// A receiver of events.
public protocol AnalyticsStrategy: Sendable {
  /// Tells it from the others.
  var id: String { get }

  /// Takes an event; the next one is not offered before this returns. What it throws is nobody's trouble.
  func take(_ tracked: TrackedEvent) async throws
}

/// How a workflow names an event: once, and without knowing who listens.
public typealias Track = @Sendable (AnalyticsEvent) -> Void

/// A document that goes to the account server by the person's leave, as it is sent.
public struct OutgoingDocument: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    /// A batch of so many events.
    case statistics(events: Int)
    case report
  }

  public enum Standing: Hashable, Sendable {
    /// It waits for the network, or is on its way.
    case queued
    /// Events are still being gathered for it.
    case gathering
    /// Nothing waits: this is what the last event would be sent as.
    case example
  }

  public let id: String
  public let kind: Kind
  public let standing: Standing
  /// Nil where there is none: then nothing goes out.
  public let server: String?
  /// JSON; of a queued one each byte of it.
  public let body: String
}

/// When events leave for the account server: a value that decides, without clock, disk or network.
public struct UploadPolicy: Hashable, Sendable {
  /// The decision about waiting events.
  public enum Step: Hashable, Sendable {
    case send
    /// Not before then, where nothing else happens.
    case wait(until: Timestamp)
    /// Nothing waits, or a lot is on its way.
    case rest
  }

  /// So many are enough for a lot of their own.
  public var enough = 20  // guards R01: 20 => 200
  /// The oldest waits no longer for others: 30 seconds.
  public var span: Int64 = 30_000  // guards R01: 30_000 => 300_000
  /// As many as go at once where more have gathered, offline perhaps.
  public var largest = AnalyticsBatch.largest
  /// So many are kept at most, those on their way included.
  public var kept = 1000

  public init() {}

  public func next(_ standing: AnalyticsStanding, at now: Timestamp) -> Step {
    guard let oldest = standing.oldest, !standing.isOnItsWay else { return .rest }
    let due = oldest + span
    // A clock that was set back must not hold them for years.
    let isLate = due <= now || oldest > now
    return standing.waiting >= enough || isLate ? .send : .wait(until: due)
  }
}

extension AnalyticsBatch {
  init(_ lot: StoredAnalyticsBatch) {
    self.init(installation: lot.installation, dropped: lot.dropped, events: lot.events.map(Event.init))
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
