// SPDX-License-Identifier: GPL-3.0-or-later
import CBus
import KursCore

/// Looks at the person's alerts: asks the banks whose timetable has news, and tells of what is met.
struct AlertCheck {
  let session: Session
  let objects: PersonObjects
  let providers: ProviderOptions
  let notifications: AlertNotifications

  /// Throws where nobody shows notifications; then it is told of the next time.
  func run(refreshing: Bool) async throws {
    let waiting = try await Failure.wording { try await objects.alerts() }.map(\.alert).filter(\.isWaiting)
    if waiting.isEmpty { return }
    if refreshing { await refreshDue() }
    var met: [(alert: RateAlert, point: RateSeries.Point)] = []
    for alert in waiting {
      // A currency without a rate keeps no other alert from being looked at.
      guard let series = try? await series(of: alert), let point = alert.met(by: series.points) else { continue }
      met.append((alert, point))
    }
    if met.isEmpty { return }
    // Kept before it is shown: whatever happens meanwhile, nobody is told twice.
    for (alert, point) in met { try await set(alert, .told(point.day)) }
    guard let again = notifications.tell(met) else {
      for (alert, _) in met { try await set(alert, alert.state) }
      throw Failure(.unavailable, tr("No program on this desktop shows notifications."))
    }
    for (alert, point) in met where again.contains(alert) { try await set(alert, .waiting(after: point.day)) }
  }

  private func refreshDue() async {
    let refresher = await session.core.startRefreshing(after: .seconds(3600))
    await refresher.refreshDue(Connectivity(isMetered: kurs_bus_is_metered()))
  }

  private func series(of alert: RateAlert) async throws -> RateSeries {
    try await session.series(alert.from.code, alert.to.code, between: nil, and: nil, of: providers).series
  }

  private func set(_ alert: RateAlert, _ state: RateAlert.State) async throws {
    var alert = alert
    alert.state = state
    try await Failure.wording { [alert] in _ = try await objects.set(alert) }
  }
}

extension RateAlert {
  var isWaiting: Bool { if case .waiting = state { true } else { false } }
}

/// The timer that looks at alerts, in the person's own systemd.
enum AlertTimer {
  static let unit = "org.kursapp.Kurs.Alerts.timer"

  /// Switches it on or off; false where there is none to switch.
  static func set(_ isOn: Bool) -> Bool {
    let (name, path) = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1")
    let manager = "\(name).Manager"
    if isOn {
      return SessionBus.ask(name, at: path, manager, "EnableUnitFiles", "(asbb)", "([\"\(unit)\"], false, true)")
        && SessionBus.ask(name, at: path, manager, "StartUnit", "(ss)", "(\"\(unit)\", \"replace\")")
    }
    return SessionBus.ask(name, at: path, manager, "DisableUnitFiles", "(asb)", "([\"\(unit)\"], false)")
      && SessionBus.ask(name, at: path, manager, "StopUnit", "(ss)", "(\"\(unit)\", \"replace\")")
  }
}
