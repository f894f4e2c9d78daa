// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel

/// Decides when to refresh each provider. Refreshes run one at a time, and due providers in the user's order.
struct RefreshPlan: Sendable {
  enum Decision: Equatable, Sendable {
    case refresh(ProviderID)
    case sleep(until: Timestamp?)
  }

  private struct Entry {
    var schedule: RateSchedule
    var newest: Day?
    var hasKey: Bool
    /// The number of the current schedule. A request that an earlier schedule started doesn't change this schedule.
    var number = 0
    var isRequested = false
    var state = RefreshState()
  }

  private var entries: [ProviderID: Entry] = [:]
  private var settings = Settings()
  private var connectivity = Connectivity()
  private var asking: (id: ProviderID, number: Int)?

  var order: [ProviderID] { settings.providers }
  var states: [ProviderID: RefreshState] { entries.mapValues(\.state) }

  var unscheduled: [ProviderID] { order.filter { entries[$0] == nil } }

  mutating func use(_ settings: Settings) { self.settings = settings }

  mutating func connected(_ connectivity: Connectivity) { self.connectivity = connectivity }

  mutating func schedule(_ id: ProviderID, _ schedule: RateSchedule, _ standing: StoredRatesStatus, hasKey: Bool) {
    var schedule = schedule
    if let answered = standing.answered { schedule.resumed(answered: answered, newest: standing.newest) }
    entries[id] = Entry(schedule: schedule, newest: standing.newest, hasKey: hasKey)
  }

  /// Starts a new schedule after a change of key or server. Earlier failures no longer count.
  mutating func restart(_ id: ProviderID, _ schedule: RateSchedule, hasKey: Bool) {
    entries[id]?.hasKey = hasKey
    entries[id]?.schedule = schedule
    entries[id]?.number += 1
    entries[id]?.state.failure = nil
  }

  mutating func request(_ ids: [ProviderID]) {
    for id in ids { entries[id]?.isRequested = true }
  }

  mutating func decide(at now: Timestamp) -> Decision {
    guard asking == nil else { return .sleep(until: nil) }
    var earliest = Timestamp?.none
    for id in order {
      guard var entry = entries[id] else { continue }
      defer { entries[id] = entry }
      var conditions = RateSchedule.Conditions(settings, connectivity)
      conditions.hasKey = entry.hasKey
      entry.state.next = nil
      entry.state.skipReason = RateSchedule.skipReason(under: conditions)
      if entry.isRequested {
        if entry.state.skipReason?.yieldsToRequest ?? true { return .refresh(id) }
        entry.isRequested = false
      }
      switch entry.schedule.decide(at: now, newest: entry.newest, under: conditions) {
      case .refresh: return .refresh(id)
      case .skip: continue
      case .wait(let until):
        entry.state.next = until
        earliest = min(earliest ?? until, until)
      }
    }
    return .sleep(until: earliest)
  }

  mutating func requested(_ id: ProviderID, at now: Timestamp) {
    asking = (id, entries[id]?.number ?? 0)
    entries[id]?.isRequested = false
    entries[id]?.state.isRunning = true
    entries[id]?.schedule.requested(at: now)
  }

  mutating func succeeded(_ id: ProviderID, at now: Timestamp, newest: Day?) {
    // The newest stored day is noted even if the schedule has changed since the request, because the rates are stored.
    entries[id]?.newest = newest
    guard ended(id, failure: nil) else { return }
    entries[id]?.schedule.succeeded(at: now, newest: newest)
  }

  mutating func failed(_ id: ProviderID, at now: Timestamp, _ failure: RatesFailure) {
    guard ended(id, failure: failure) else { return }
    var wait = Int?.none
    if case .api(_, let error) = failure.cause { wait = error.retryAfter }
    entries[id]?.schedule.failed(at: now, retryAfter: wait)
  }

  /// Handles the end of a request. Returns false if a change of key or server replaced the schedule during the request.
  private mutating func ended(_ id: ProviderID, failure: RatesFailure?) -> Bool {
    let isCurrent = asking.map { $0.number == entries[id]?.number } ?? true
    asking = nil
    entries[id]?.state.isRunning = false
    if isCurrent { entries[id]?.state.failure = failure }
    return isCurrent
  }
}

extension SkipReason {
  fileprivate var yieldsToRequest: Bool {
    switch self {
    case .metered, .manual: true
    // A refresh that the user requests is tried, because the desktop may wrongly report that it is offline.
    case .offline: true
    case .switchedOff, .needsKey: false
    }
  }
}
