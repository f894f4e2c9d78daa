// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

struct AlertsMachine: StateMachine {
  enum Action: Equatable, Sendable {
    case save(RateAlert)
    case delete(UserObject.ID)
    case check
    case switchTimer(Bool)
  }

  private(set) var state = AlertsState()
  private var hasTimer = false

  mutating func send(_ event: AlertsEvent) -> [Action] {
    state.failure = nil
    switch event {
    case .set(let alert): return put(alert)
    case .paused(let id): return change(id) { $0.paused }
    case .resumed(let id): return change(id) { $0.resumed }
    case .removed(let id):
      state.alerts.removeAll { $0.id == id }
      return [.delete(id)]
    }
  }

  mutating func read(_ alerts: [RateAlert]) -> [Action] {
    state.alerts = alerts
    let needsTimer = !alerts.isEmpty
    defer { hasTimer = needsTimer }
    return (needsTimer == hasTimer ? [] : [.switchTimer(needsTimer)]) + checks
  }

  func ratesUpdated(_ update: RatesUpdate) -> [Action] {
    switch update {
    case .newest, .orderChanged: checks
    case .importProgress, .failed, .fileRecovered, .damagedSeries: []
    }
  }

  mutating func timerAnswered(_ watch: AlertWatch) -> [Action] {
    state.watch = watch
    return []
  }

  mutating func failed(_ failure: StorageError) -> [Action] {
    state.failure = failure
    return []
  }

  private var checks: [Action] { state.alerts.contains(where: \.isWaiting) ? [.check] : [] }

  private mutating func change(
    _ id: UserObject.ID, _ next: (RateAlert.State) -> RateAlert.State
  ) -> [Action] {
    guard var alert = state.alerts.first(where: { $0.id == id }) else { return [] }
    alert.state = next(alert.state)
    return put(alert)
  }

  private mutating func put(_ alert: RateAlert) -> [Action] {
    state.alerts.removeAll { $0.id == alert.id }
    state.alerts.append(alert)
    state.alerts.sort { ($0.from, $0.to, $0.id) < ($1.from, $1.to, $1.id) }
    return [.save(alert)]
  }
}

public struct AlertsState: Equatable, Sendable {
  public var alerts: [RateAlert] = []
  /// The desktop's reply to the request to check alerts while no window is open. Nil before the reply.
  public var watch: AlertWatch?
  public var failure: StorageError?
}

public enum AlertsEvent: Hashable, Sendable {
  case set(RateAlert)
  case paused(UserObject.ID)
  /// The user resumed an alert that was paused or had sent its notification. The alert then waits for a newer rate.
  case resumed(UserObject.ID)
  case removed(UserObject.ID)
}
