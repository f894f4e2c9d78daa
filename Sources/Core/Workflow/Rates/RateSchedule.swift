// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// When one provider is asked next: a value that is told what happened and decides, without clock or network.
///
/// A bank's own timetable counts, not what its server says of freshness (BoC: 30 seconds for daily rates).
public struct RateSchedule: Hashable, Sendable {
  /// The conditions set by the desktop and the person.
  public struct Conditions: Hashable, Sendable {
    public var isOnline = true
    public var isMetered = false
    public var isSavingBattery = false
    /// Whether the person lets Kurs refresh over a metered connection.
    public var mayUseMetered = false
    /// Whether the person switched the network off.
    public var isSwitchedOff = false
    /// Seconds that the person wants between two questions at least; nil where only a wish of theirs asks.
    public var interval: Int? = 0
    /// False where the provider wants a key and there is none.
    public var hasKey = true
  }

  /// The next step.
  public enum Decision: Hashable, Sendable {
    case ask
    /// Nothing to do before this time, or until the conditions change.
    case wait(until: Timestamp)
    /// Nothing to do until the conditions change.
    case hold(SkipReason)
  }

  private static let backOff = BackOff(first: 60_000, longest: 21_600_000)
  /// The shortest interval while the battery is being saved, in seconds.
  static let batteryInterval = 3600
  /// After the window without news it is tried again so often, in seconds.
  static let lateInterval = 1800

  private let publication: Publication
  /// How many days ahead a rate is dated on the day it comes out.
  private let lead: Int
  private let minimumInterval: Int
  private var random: Jitter
  private var lastAsked: Timestamp?
  private var failures = 0
  private var due: Timestamp?

  /// `minimumInterval` in seconds; `seed` differs from machine to machine, so that not all ask in one second.
  public init(provider: Provider, minimumInterval: Int, seed: UInt64) {
    publication = provider.publication
    // Rates that take effect on a day come out on the day before: tomorrow's are no reason to skip tomorrow.
    lead = provider.lead
    self.minimumInterval = minimumInterval
    random = Jitter(state: seed)
  }

  /// Whether to ask now, where `newest` is the newest stored day.
  public mutating func decide(at now: Timestamp, newest: Day?, under conditions: Conditions) -> Decision {
    if let hindrance = Self.hindrance(under: conditions) { return .hold(hindrance) }
    var start = due ?? firstDue(at: now, newest: newest)
    // Decided once: a jitter that is drawn anew at each question would never come due.
    due = start
    if let lastAsked {
      if conditions.isSavingBattery { start = max(start, lastAsked.adding(seconds: Self.batteryInterval)) }
      // The person's interval is for successes; a failure is tried again by its back-off.
      if failures == 0, let interval = conditions.interval { start = max(start, lastAsked.adding(seconds: interval)) }
    }
    return start <= now ? .ask : .wait(until: start)
  }

  /// Why a provider is not asked at all.
  static func hindrance(under conditions: Conditions) -> SkipReason? {
    if conditions.isSwitchedOff { return .switchedOff }
    guard conditions.isOnline else { return .offline }
    if conditions.isMetered, !conditions.mayUseMetered { return .metered }
    guard conditions.hasKey else { return .needsKey }
    return conditions.interval == nil ? .manual : nil
  }

  /// It answered in an earlier run, and the answer is stored.
  public mutating func resumed(answered: Timestamp, newest: Day?) {
    asked(at: answered)
    succeeded(at: answered, newest: newest)
  }

  /// The request was sent.
  public mutating func asked(at now: Timestamp) {
    lastAsked = now
  }

  /// An answer came and was taken; `newest` is the newest stored day after it.
  public mutating func succeeded(at now: Timestamp, newest: Day?) {
    failures = 0
    let late = now.adding(seconds: max(Self.lateInterval, minimumInterval))
    let next = nextPublication(after: now, newest: newest)
    // The window is over or open and the day's rates are not there: they are late, or it was a holiday.
    let again = late.adding(seconds: random.upTo(Self.lateInterval / 6))
    due = isOverdue(at: now, newest: newest) ? again : max(next, now.adding(seconds: minimumInterval))
  }

  /// No answer, or one that was refused; `retryAfter` in seconds where the server said so.
  public mutating func failed(at now: Timestamp, retryAfter: Int? = nil) {
    failures += 1
    let pause = Int64(random.upTo(Int(Self.backOff.span(after: failures))))
    due = now + max(pause, Self.backOff.asked(retryAfter), 1000)
  }
}

extension RateSchedule {
  /// On the first question: at once where rates have come out since the newest stored ones.
  private mutating func firstDue(at now: Timestamp, newest: Day?) -> Timestamp {
    guard let newest else { return now }
    return isOverdue(at: now, newest: newest) ? now : nextPublication(after: now, newest: newest)
  }

  /// Whether a day's window has opened whose rates are not stored.
  private func isOverdue(at now: Timestamp, newest: Day?) -> Bool {
    guard let newest else { return true }
    if hasNoHours { return false }
    var day = now.day
    for _ in 0..<40 where day > newest - lead {
      if publication.isDue(on: day), publication.appointment(on: day).opens <= now { return true }
      day = day - 1
    }
    return false
  }

  /// The next time at which a window opens, and a little after it: the earlier rates come, the less is gained.
  private mutating func nextPublication(after now: Timestamp, newest: Day?) -> Timestamp {
    let width = (publication.window.upperBound - publication.window.lowerBound) * 60
    if hasNoHours { return now.adding(seconds: max(minimumInterval, 3600) + random.upTo(300)) }
    var day = max(now.day, (newest ?? now.day) - lead + 1)
    for _ in 0..<40 {
      let opens = publication.appointment(on: day).opens
      if publication.isDue(on: day), opens > now { return opens.adding(seconds: random.upTo(min(width, 900))) }
      day = day + 1
    }
    return now.adding(seconds: 86_400)
  }

  /// Whether news may come at any time of day.
  private var hasNoHours: Bool { publication.rhythm == .hourly || publication.rhythm == .irregular }
}

/// SplitMix64: small, seeded, the same on every machine (Steele, Lea and Flood, 2014).
private struct Jitter: Hashable, Sendable {
  var state: UInt64

  /// 0…`limit`.
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
  /// The current settings and the desktop's state.
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
