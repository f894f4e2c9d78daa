// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Decides when to sync with the account server, and how to react to its responses.
public struct SyncMachine: Sendable, Equatable {
  /// An action of `SyncWorkflow`. Each `exchange`, `wait` or `rest` ends an earlier `wait`.
  public enum Action: Equatable, Sendable {
    /// Sends at most `limit` objects and receives changes. Then calls `exchanged` or `failed` with the same `number`.
    case exchange(number: Int, limit: Int)
    case wait(until: Timestamp)
    case rest
    case startAfresh
    case restamp
  }

  private enum Step: Equatable, Sendable {
    // Valid transitions to: exchanging.
    case signedOut
    // If the current time is before `since`, the clock was set back. Valid transitions to: exchanging, signedOut.
    case waiting(since: Timestamp, until: Timestamp)
    // `again`: whether another exchange must follow. Valid transitions to: exchanging, waiting, signedOut.
    case exchanging(number: Int, again: Bool)
  }

  /// The milliseconds before an edit is sent. Edits during this time are sent together.
  static let settling: Int64 = 2_000
  /// The milliseconds between two syncs if nothing is edited on this computer.
  static let interval: Int64 = 15 * 60_000
  /// The milliseconds after a sync during which an activated window doesn't start another sync.
  static let shortestAfterActivation: Int64 = 30_000
  /// The minimum milliseconds between a failure and the next try.
  private static let shortest: Int64 = 1_000
  private static let backOff = BackOff(first: 5_000, longest: interval, longestRequested: 86_400_000)
  /// The maximum number of objects in one exchange. The server accepts at most 1,000 objects and 4 MiB.
  static let mostObjects = 200
  /// The maximum number of exchanges in a row. If more seem necessary, the sync fails with `unsound`.
  static let pagesInARow = 1000
  /// The maximum number of objects that one sync skips because the account is full.
  static let mostSkipped = 20

  public private(set) var status = SyncStatus()
  private var step = Step.signedOut
  private var lastNumber = 0
  private var failures = 0
  private var limit = Self.mostObjects
  private var isAccountFull = false
  /// The number of unsent objects that this sync skips at the start of the list, because the account is full.
  private(set) var skipped = 0
  private var pages = 0
  /// Whether `startAfresh` or `restamp` was tried since the last successful exchange. Neither is tried twice in a row.
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
      // After a failure, an edit doesn't shorten the wait.
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

  /// Handles a successful exchange. `hasMore`: whether unsent changes remain. `tooLarge`: objects that can't be sent.
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

  /// Handles a failed exchange. `jitter`: a random number from 0 to 1000, so that computers retry at different times.
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

  /// Returns the actions before an immediate retry. Nil if the retry can't help or was already tried.
  private mutating func remedy(for failure: SyncFailure) -> [Action]? {
    switch failure {
    case .tooLarge where limit > 1, .quotaFull where limit > 1:
      isAccountFull = isAccountFull || failure == .quotaFull
      limit = max(limit / 4, 1)
      return []
    case .quotaFull where skipped < Self.mostSkipped:
      skipped += 1  // guards B12
      return []
    case .serverIsBehind where !hasTriedRemedy, .differs where !hasTriedRemedy:
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
