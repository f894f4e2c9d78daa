// SPDX-License-Identifier: GPL-3.0-or-later
import KursBus
import KursCore

struct AlertCheck {
  let session: CLIContext
  let objects: UserObjects
  let providers: ProviderOptions
  let notifications: AlertNotifications

  init(
    _ session: CLIContext, _ providers: ProviderOptions, patience: UInt32 = AlertNotifications.patience
  ) async throws {
    (self.session, self.providers, objects) = (session, providers, try await session.objects())
    notifications = AlertNotifications(
      program: .installed, format: CLIContext.shownFormat, patience: patience)
  }

  /// Checks alerts. Returns the next publication's time; nil if unknown or without alerts. Throws if notifying fails.
  @discardableResult
  func run(refreshing: Bool) async throws -> Timestamp? {
    await objects.reportCopies(with: .alert)
    let waiting = try await objects.alerts().map(\.alert).filter(\.isWaiting)
    if waiting.isEmpty { return nil }
    let next = refreshing ? await refreshDue() : nil
    var (met, saveError) = ([(alert: RateAlert, point: RateSeries.Point)](), (any Error)?.none)
    for alert in waiting {
      // One currency without a rate must not stop the check of other alerts.
      guard let series = try? await series(of: alert), let point = alert.met(by: series.points) else { continue }
      do {
        // The notification is saved before it is shown. So an alert notifies only once, even if a window is open too.
        if try await claim(alert, point) { met.append((alert, point)) }
      } catch {
        // The notifications that could be saved are shown before the error is reported.
        saveError = error
        break
      }
    }
    if met.isEmpty, let saveError { throw saveError }
    if met.isEmpty { return next }
    guard let again = notifications.tell(met) else {
      for (alert, _) in met { try await set(alert, alert.state) }
      throw Failure(.unavailable, tr("This desktop can't show notifications. Install a notification service."))
    }
    for (alert, point) in met where again.contains(alert) { try await set(alert, .waiting(after: point.day)) }
    if let saveError { throw saveError }
    return next
  }

  private func refreshDue() async -> Timestamp? {
    let refresher = await session.core.startRefreshing(after: .seconds(3600))
    return await refresher.refreshDue(Connectivity(isMetered: NetworkCost.isMetered))
  }

  private func series(of alert: RateAlert) async throws -> RateSeries {
    try await session.core.rates.series(of: alert, by: try await session.order(of: providers))
  }

  private func claim(_ alert: RateAlert, _ point: RateSeries.Point) async throws -> Bool {
    try await objects.claimNotification(alert, on: point.day)
  }

  private func set(_ alert: RateAlert, _ state: RateAlert.State) async throws {
    var alert = alert
    alert.state = state
    _ = try await objects.set(alert)
  }
}

extension AlertWatch {
  static func set(_ isOn: Bool) async -> AlertWatch {
    let bus = Bus(
      isSandboxed: BackgroundPortal.isSandboxed,
      isDone: { BusServer.ask($0.name, at: $0.path, $0.interface, $0.method, $0.type, $0.arguments) },
      request: { request in
        switch await BackgroundPortal.ask(request) {
        case .granted: .session
        case .refused: .refused
        case .noPortal: .whileOpen
        }
      })
    return await switched(isOn, of: RunningProgram.installed.id, reason: AlertBackground.reason, over: bus)
  }
}
