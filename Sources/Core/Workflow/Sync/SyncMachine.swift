// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// When the account server is asked, and what follows from its answers: one mutating function for each event.
public struct SyncMachine: Sendable, Equatable {
  /// An action for the workflow; a later one replaces one that waits.
  public enum Action: Equatable, Sendable {
    /// Sends at most `limit` objects and asks what is new; ends in `exchanged` with the same number.
    case exchange(number: Int, limit: Int)
    /// Says `timeReached` then.
    case wait(until: Timestamp)
    /// Cancels the waiting action.
    case rest
    /// Everything is sent anew, and asked for from the beginning.
    case startAfresh
    /// Edits from the future are edits of now.
    case restamp
  }

  private enum Step: Equatable, Sendable {
    // Valid transitions to: settling, exchanging.
    case signedOut
    // Valid transitions to: exchanging, signedOut.
    case waiting(until: Timestamp)
    // `again`: something was edited or asked for meanwhile. Valid transitions to: exchanging, waiting, signedOut.
    case exchanging(number: Int, again: Bool)
  }

  /// An edit is sent this long after it, with what is edited in between.
  static let settling: Int64 = 2_000
  /// How often to ask when nothing happens here.
  static let interval: Int64 = 15 * 60_000
  /// A window that comes to the front asks for news, but not more often than this.
  static let attention: Int64 = 30_000
  /// The least, so that no failure is answered at once.
  private static let shortest: Int64 = 1_000
  private static let backOff = BackOff(first: 5_000, longest: interval, longestAsked: 86_400_000)
  /// How many objects an exchange sends; the server takes 1,000, and 4 MiB.
  static let most = 200

  public private(set) var status = SyncStatus()
  private var step = Step.signedOut
  private var lastNumber = 0
  private var failures = 0
  private var limit = Self.most
  /// Whether the remedy for the last failure has been tried; what it did not cure is waited out.
  private var isRemedied = false

  public init() {}

  /// Somebody is signed in, at the start or since now.
  public mutating func signedIn() -> [Action] {
    guard step == .signedOut else { return [] }
    return exchange()
  }

  /// Nobody is signed in any more; an answer that is still on its way is nobody's.
  public mutating func signedOut() -> [Action] {
    let number = lastNumber + 1
    self = SyncMachine()
    lastNumber = number
    return [.rest]
  }

  /// Something was changed here.
  public mutating func edited(now: Timestamp) -> [Action] {
    switch step {
    case .signedOut: return []
    case .exchanging(let number, _):
      step = .exchanging(number: number, again: true)
      return []
    case .waiting(let until):
      let settled = now + Self.settling
      // After a failure the wait is the server's, or the network's; an edit does not shorten it.
      guard failures == 0, settled < until else { return [] }
      return wait(until: settled)
    }
  }

  /// A window came to the front.
  public mutating func attended(now: Timestamp) -> [Action] {
    // After a failure the wait is the server's, or the network's; looking does not shorten it.
    guard case .waiting = step, failures == 0, let last = status.lastDone, now >= last + Self.attention else {
      return []
    }
    return exchange()
  }

  /// A window opened, the network came back, or the person asked.
  public mutating func asked() -> [Action] {
    switch step {
    case .signedOut: return []
    case .waiting: return exchange()
    case .exchanging(let number, _):
      step = .exchanging(number: number, again: true)
      return []
    }
  }

  public mutating func timeReached(now: Timestamp) -> [Action] {
    guard case .waiting(let until) = step, now >= until else { return [] }
    return exchange()
  }

  /// An exchange succeeded. `hasMore`: not everything that was changed here went with it; `stayed`: what never will.
  /// `sent`, `received`: how many changes went with it and came of it.
  public mutating func exchanged(
    _ number: Int, hasMore: Bool, stayed: [UserObject] = [], sent: Int = 0, received: Int = 0,
    now: Timestamp
  ) -> [Action] {
    guard case .exchanging(number, let again) = step else { return [] }
    (failures, isRemedied, limit) = (0, false, Self.most)
    status.stayed = stayed.map { $0["title"] ?? "" }
    status.sent += sent
    status.received += received
    status.failure = nil
    status.lastDone = now
    return hasMore || again ? exchange() : wait(until: now + Self.interval)
  }

  /// An exchange failed. `jitter`: 0 to 1000, so that machines that failed together do not come back together.
  public mutating func failed(_ number: Int, _ failure: SyncFailure, jitter: Int64, now: Timestamp) -> [Action] {
    guard case .exchanging(number, _) = step else { return [] }
    if let remedy = remedy(for: failure) { return remedy + exchange() }
    status.failure = failure
    failures += 1
    let pause = Self.shortest + Self.backOff.pause(after: failures, chance: jitter)
    let asked = Self.backOff.asked(failure.retryAfter)
    return wait(until: now + max(failure.isOnlyCuredByTime ? Self.interval : pause, asked))
  }

  /// The remedy before asking again at once; nil if only time can help, or the remedy was tried.
  private mutating func remedy(for failure: SyncFailure) -> [Action]? {
    switch failure {
    case .tooLarge where limit > 1:
      limit = max(limit / 4, 1)
      return []
    case .serverIsBehind where !isRemedied:
      isRemedied = true
      return [.startAfresh]
    case .clockIsAhead where !isRemedied:
      isRemedied = true
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

  private mutating func wait(until: Timestamp) -> [Action] {
    step = .waiting(until: until)
    status.phase = .waiting(until: until)
    return [.wait(until: until)]
  }
}
