// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Decides when to sync with the account server, and how to react to its responses.
public struct SyncMachine: Sendable, Equatable {
  /// The next action. A new action replaces an action that waits.
  public enum Action: Equatable, Sendable {
    /// Sends at most `limit` objects and requests changes. The end is reported to `exchanged` with the same number.
    case exchange(number: Int, limit: Int)
    case wait(until: Timestamp)
    case rest
    case startAfresh
    case restamp
  }

  private enum Step: Equatable, Sendable {
    // Valid transitions to: exchanging.
    case signedOut
    // `since` shows whether the clock was set back. Valid transitions to: exchanging, signedOut.
    case waiting(since: Timestamp, until: Timestamp)
    // `again`: whether an edit or request came since. Valid transitions to: exchanging, waiting, signedOut.
    case exchanging(number: Int, again: Bool)
  }

  /// The delay before an edit is sent, so that later edits are sent together with it.
  static let settling: Int64 = 2_000
  /// The interval between syncs without local changes.
  static let interval: Int64 = 15 * 60_000
  /// The shortest time between syncs that are started by activated windows.
  static let shortestAfterActivation: Int64 = 30_000
  /// The shortest wait. It prevents an immediate retry after any failure.
  private static let shortest: Int64 = 1_000
  private static let backOff = BackOff(first: 5_000, longest: interval, longestRequested: 86_400_000)
  /// The most objects per sync. The server accepts at most 1,000 objects and 4 MiB.
  static let mostObjects = 200
  /// The most exchanges in a row. If the server still has more, the rest waits for the next sync.
  static let pagesInARow = 1000
  /// The most objects to leave out in a sync because a full account has no room for them.
  static let mostSkipped = 20

  public private(set) var status = SyncStatus()
  private var step = Step.signedOut
  private var lastNumber = 0
  private var failures = 0
  private var limit = Self.mostObjects
  private var isAccountFull = false
  /// The objects to skip in this sync because the account had no room, counted in the order of sending.
  private(set) var skipped = 0
  private var pages = 0
  /// Whether the remedy for the last failure was tried. If it didn't help, the state machine waits.
  private var hasTriedRemedy = false

  public init() {}

  public mutating func signedIn() -> [Action] {
    guard step == .signedOut else { return [] }
    return exchange()
  }

  public mutating func signedOut() -> [Action] {
    let number = lastNumber + 1
    self = SyncMachine()
    lastNumber = number
    return [.rest]
  }

  public mutating func edited(now: Timestamp) -> [Action] {
    switch step {
    case .signedOut: return []
    case .exchanging(let number, _):
      step = .exchanging(number: number, again: true)
      return []
    case .waiting(_, let until):
      let settled = now + Self.settling
      // After a failure, the server or the network determines the wait. An edit doesn't shorten this wait.
      guard failures == 0, settled < until else { return [] }
      return wait(until: settled, now: now)
    }
  }

  public mutating func windowActivated(now: Timestamp) -> [Action] {
    guard case .waiting = step, failures == 0, let last = status.lastDone,
      now >= last + Self.shortestAfterActivation || now < last
    else { return [] }
    return exchange()
  }

  public mutating func syncRequested() -> [Action] {
    switch step {
    case .signedOut: return []
    case .waiting: return exchange()
    case .exchanging(let number, _):
      step = .exchanging(number: number, again: true)
      return []
    }
  }

  public mutating func timeReached(now: Timestamp) -> [Action] {
    guard case .waiting(let since, let until) = step else { return [] }
    return now >= until || now < since ? exchange() : [.wait(until: until)]
  }

  /// Handles the end of an exchange. `hasMore`: whether local changes remain. `stayed`: objects that are never sent.
  public mutating func exchanged(
    _ number: Int, hasMore: Bool, tooLarge: [UserObject] = [], sent: Int = 0, received: Int = 0,
    now: Timestamp
  ) -> [Action] {
    guard case .exchanging(number, let again) = step else { return [] }
    pages = hasMore ? pages + 1 : 0
    guard pages <= Self.pagesInARow else { return failed(number, .unsound, jitter: 0, now: now) }
    (failures, hasTriedRemedy) = (0, false)
    if !isAccountFull { limit = Self.mostObjects }
    status.tooLargeTitles = tooLarge.map { $0["title"] ?? "" }
    status.sent += sent
    status.received += received
    status.failure = nil
    status.lastDone = now
    if hasMore || again { return exchange() }
    if skipped > 0 { status.failure = .quotaFull }
    (limit, isAccountFull, skipped) = (Self.mostObjects, false, 0)
    return wait(until: now + Self.interval, now: now)
  }

  /// Handles a failed sync. `jitter` is random, from 0 to 1000, so that computers don't all retry at the same time.
  public mutating func failed(_ number: Int, _ failure: SyncFailure, jitter: Int64, now: Timestamp) -> [Action] {
    guard case .exchanging(number, _) = step else { return [] }
    if let remedy = remedy(for: failure) { return remedy + exchange() }
    (pages, isAccountFull, skipped) = (0, false, 0)
    status.failure = failure
    failures += 1
    let pause = Self.shortest + Self.backOff.pause(after: failures, chance: jitter)
    let asked = Self.backOff.requestedPause(failure.retryAfter)
    return wait(until: now + max(failure.onlyTimeHelps ? Self.interval : pause, asked), now: now)
  }

  /// Returns the remedy before an immediate retry. Nil if only time can help, or if the remedy was already tried.
  private mutating func remedy(for failure: SyncFailure) -> [Action]? {
    switch failure {
    case .tooLarge where limit > 1, .quotaFull where limit > 1:
      isAccountFull = isAccountFull || failure == .quotaFull
      limit = max(limit / 4, 1)
      return []
    case .quotaFull where skipped < Self.mostSkipped:
      skipped += 1  // guards B12
      return []
    case .serverIsBehind where !hasTriedRemedy:
      hasTriedRemedy = true
      return [.startAfresh]
    case .differs where !hasTriedRemedy:
      hasTriedRemedy = true
      return [.startAfresh]
    case .clockIsAhead where !hasTriedRemedy:
      hasTriedRemedy = true
      return [.restamp]
    default: return nil
    }
  }

  private mutating func exchange() -> [Action] {
    lastNumber += 1
    step = .exchanging(number: lastNumber, again: false)
    status.phase = .working
    return [.exchange(number: lastNumber, limit: limit)]
  }

  private mutating func wait(until: Timestamp, now: Timestamp) -> [Action] {
    step = .waiting(since: now, until: until)
    status.phase = .waiting(until: until)
    return [.wait(until: until)]
  }
}
