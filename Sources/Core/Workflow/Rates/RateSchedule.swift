// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// Decides when to request a provider, by the bank's timetable. The server's freshness header may be wrong.
public struct RateSchedule: Hashable, Sendable {
  public struct Conditions: Hashable, Sendable {
    public var isOnline = true
    public var isMetered = false
    public var isSavingBattery = false
    public var mayUseMetered = false
    public var isSwitchedOff = false
    /// The least number of seconds between refreshes. Nil allows only refreshes by the user.
    public var interval: Int? = 0
    public var hasKey = true
  }

  public enum Decision: Hashable, Sendable {
    case refresh
    case wait(until: Timestamp)
    case skip(SkipReason)
  }

  private static let backOff = BackOff(first: 60_000, longest: 21_600_000)
  /// The shortest interval while the battery is being saved, in seconds.
  static let batteryInterval = 3600
  /// The interval of retries in seconds, if a publication window brought no new rates.
  static let lateInterval = 1800

  private let provider: Provider
  private let minimumInterval: Int
  private var random: Jitter
  private var lastRequest: Timestamp?
  private var failures = 0
  private var due: Timestamp?
  /// The time at which `due` was calculated. If it is in the future, `due` is invalid.
  private var decided: Timestamp?

  /// Creates a schedule. `minimumInterval` is in seconds. `seed` differs between computers, to spread their requests.
  public init(provider: Provider, minimumInterval: Int, seed: UInt64) {
    self.provider = provider
    self.minimumInterval = minimumInterval
    random = Jitter(state: seed)
  }

  /// Decides whether to send a request now. `newest`: the newest stored day.
  public mutating func decide(at now: Timestamp, newest: Day?, under conditions: Conditions) -> Decision {
    if let skipReason = Self.skipReason(under: conditions) { return .skip(skipReason) }
    if [lastRequest, decided].contains(where: { $0.map { $0 > now } ?? false }) {
      (lastRequest, decided, due, failures) = (nil, nil, nil, 0)
    }
    var start = due ?? firstDue(at: now, newest: newest)
    // The time is calculated once, because a new random delay at each call would never end.
    if due == nil { decided = now }
    due = start
    if let lastRequest {
      if conditions.isSavingBattery { start = max(start, lastRequest.adding(seconds: Self.batteryInterval)) }
      // The user's interval applies after a success. After a failure, the back-off applies instead.
      if failures == 0, let interval = conditions.interval { start = max(start, lastRequest.adding(seconds: interval)) }
    }
    return start <= now ? .refresh : .wait(until: start)
  }

  static func skipReason(under conditions: Conditions) -> SkipReason? {
    if conditions.isSwitchedOff { return .switchedOff }
    guard conditions.isOnline else { return .offline }
    if conditions.isMetered, !conditions.mayUseMetered { return .metered }
    guard conditions.hasKey else { return .needsKey }
    return conditions.interval == nil ? .manual : nil
  }

  public mutating func resumed(answered: Timestamp, newest: Day?) {
    requested(at: answered)
    succeeded(at: answered, newest: newest)
  }

  public mutating func requested(at now: Timestamp) {
    lastRequest = now
  }

  public mutating func succeeded(at now: Timestamp, newest: Day?) {
    failures = 0
    let late = now.adding(seconds: max(Self.lateInterval, minimumInterval))
    let next = nextPublication(after: now, newest: newest)
    // The publication window opened without rates of the day. They are late, or the day is a holiday.
    let again = late.adding(seconds: random.upTo(Self.lateInterval / 6))
    decided = now
    due = isOverdue(at: now, newest: newest) ? again : max(next, now.adding(seconds: minimumInterval))
  }

  /// Notes a missing or refused response. `retryAfter`: the seconds to wait, if the server sent them.
  public mutating func failed(at now: Timestamp, retryAfter: Int? = nil) {
    failures += 1
    let pause = Int64(random.upTo(Int(Self.backOff.span(after: failures))))
    decided = now
    due = now + max(pause, Self.backOff.requestedPause(retryAfter), 1000)
  }
}

extension RateSchedule {
  /// Returns the time of the first request: now if newer rates than the stored rates were published.
  private mutating func firstDue(at now: Timestamp, newest: Day?) -> Timestamp {
    guard let newest else { return now }
    return isOverdue(at: now, newest: newest) ? now : nextPublication(after: now, newest: newest)
  }

  private func isOverdue(at now: Timestamp, newest: Day?) -> Bool {
    guard let newest else { return true }
    if hasNoHours { return false }
    var day = now.day
    let published = provider.publicationDay(ofNewest: newest)
    for _ in 0..<40 where day > published {
      if publication.isDue(on: day), publication.appointment(on: day).opens <= now { return true }
      day = day - 1
    }
    return false
  }

  private mutating func nextPublication(after now: Timestamp, newest: Day?) -> Timestamp {
    let width = (publication.window.upperBound - publication.window.lowerBound) * 60
    if hasNoHours { return now.adding(seconds: max(minimumInterval, 3600) + random.upTo(300)) }
    // Tomorrow's rates may be published today. The search begins after the publication day of the newest stored rates.
    var day = max(now.day, provider.publicationDay(ofNewest: newest ?? now.day) + 1)
    for _ in 0..<40 {
      let opens = publication.appointment(on: day).opens
      if publication.isDue(on: day), opens > now { return opens.adding(seconds: random.upTo(min(width, 900))) }
      day = day + 1
    }
    return now.adding(seconds: 86_400)
  }

  private var publication: Publication { provider.publication }

  private var hasNoHours: Bool { publication.rhythm == .hourly || publication.rhythm == .irregular }
}

/// SplitMix64: small, seeded, and the same on every computer (Steele, Lea and Flood, 2014).
private struct Jitter: Hashable, Sendable {
  var state: UInt64

  mutating func upTo(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return limit <= 0 ? 0 : Int((z ^ (z >> 31)) % UInt64(limit + 1))
  }
}

extension Timestamp {
  fileprivate func adding(seconds: Int) -> Timestamp { self + Int64(seconds) * 1000 }
}

extension RateSchedule.Conditions {
  init(_ settings: Settings, _ connectivity: Connectivity) {
    self.init()
    isOnline = connectivity.isOnline
    isMetered = connectivity.isMetered
    isSavingBattery = connectivity.isSavingBattery
    mayUseMetered = settings.refreshesOnMetered
    isSwitchedOff = settings.isOffline
    interval = settings.refreshInterval.seconds
  }
}
