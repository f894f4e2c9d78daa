// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// Decides when to request rates. Uses the bank's timetable, because the server's cache headers may be wrong.
public struct RateSchedule: Hashable, Sendable {
  public struct Conditions: Hashable, Sendable {
    public var isOnline = true
    public var isMetered = false
    public var isSavingBattery = false
    public var mayUseMetered = false
    public var isSwitchedOff = false
    /// The minimum seconds between refreshes. Nil allows only refreshes that the user starts.
    public var interval: Int? = 0
    public var hasKey = true
  }

  public enum Decision: Hashable, Sendable {
    case refresh
    case wait(until: Timestamp)
    case skip(SkipReason)
  }

  private static let backOff = BackOff(first: 60_000, longest: 21_600_000)
  /// The minimum seconds between refreshes while the computer saves battery power.
  static let batteryInterval = 3600
  /// The seconds between retries if new rates weren't published at the expected time.
  static let lateInterval = 1800

  private let provider: Provider
  private let minimumInterval: Int
  private var random: Jitter
  private var lastRequest: Timestamp?
  private var failures = 0
  private var due: Timestamp?
  /// The time at which `due` was calculated. If it is in the future, the clock was set back and `due` is invalid.
  private var decided: Timestamp?

  /// Creates a schedule. `minimumInterval`: seconds between requests. `seed`: spreads the requests of many computers.
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
    // The time of the next request is calculated only once, because each calculation adds a new random delay.
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
    // `again` is the next try if the publication time has passed without new rates, because of a delay or a holiday.
    let again = late.adding(seconds: random.upTo(Self.lateInterval / 6))
    decided = now
    due = isOverdue(at: now, newest: newest) ? again : max(next, now.adding(seconds: minimumInterval))
  }

  /// Handles a missing or refused response. `retryAfter`: the seconds to wait, nil if the server sent no number.
  public mutating func failed(at now: Timestamp, retryAfter: Int? = nil) {
    failures += 1
    let pause = Int64(random.upTo(Int(Self.backOff.span(after: failures))))
    decided = now
    due = now + max(pause, Self.backOff.requestedPause(retryAfter), 1000)
  }

  /// Returns the time of the first request, which is `now` if rates newer than the stored rates should be available.
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
    // Starts on the day after the newest stored rates were published. A bank may publish tomorrow's rates today.
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

/// Generates random numbers by SplitMix64 (Steele, Lea and Flood, 2014). The same seed gives the same numbers.
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
