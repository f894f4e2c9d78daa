// SPDX-License-Identifier: GPL-3.0-or-later
import KursBus
import KursCore

/// Checks the alerts repeatedly until no alert is left. Kurs uses this only without systemd.
struct AlertWatcher {
  let common: CommonOptions
  let providers: ProviderOptions

  func run() async throws {
    let program = RunningProgram.installed.id
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    look.yield()
    let isServing = BusServer.serve(
      AlertBackground.name(of: program), at: AlertBackground.path(of: program),
      interfaces: "<node><interface name=\"\(AlertBackground.interface)\"><method name=\"Look\"/></interface></node>"
    ) { _ in
      look.yield()
      return .nothing
    } ended: {
      // Another process already checks the alerts, or the desktop session has ended.
      ProgramEnd.now(0)
    }
    guard isServing else {
      throw Failure(.unavailable, tr("Can't connect to D-Bus. Run this command in a desktop session."))
    }
    var alarm = Task<Void, Never>?.none
    for await _ in looks {
      alarm?.cancel()
      guard await hasAlerts() else { break }
      say(of: program)
      let next = await check()
      alarm = Task {
        let pause = AlertBackground.pause(until: next, now: CLIContext.now())
        guard (try? await Task.sleep(for: pause)) != nil else { return }
        look.yield()
      }
    }
    let isSandboxed = common.dataDir == nil && BackgroundPortal.isSandboxed
    if isSandboxed {
      _ = await BackgroundPortal.ask(AlertBackground.request(toSwitch: false, reason: AlertBackground.reason))
    }
    BusServer.leave()
    // If an alert was added while this process ended, a new process must be started to check the alert.
    if isSandboxed, await hasAlerts() { _ = await AlertWatch.set(true) }
  }

  /// Whether there are alerts. Also true if they can't be read now, so that they are checked later.
  private func hasAlerts() async -> Bool {
    do {
      return try await !CLIContext(common).alerts().isEmpty
    } catch {
      report(error)
      return true
    }
  }

  /// Checks the alerts once. Prints an error if that fails. The watcher tries again later.
  private func check() async -> Timestamp? {
    do {
      // The files are opened for each check, because other programs may have changed alerts and settings.
      let session = try CLIContext(common, secrets: SecretServiceStore())
      return try await AlertCheck(session, providers).run(refreshing: true)
    } catch {
      report(error)
      return nil
    }
  }

  private func report(_ error: any Error) {
    Terminal.printError(Failure(any: error)?.description ?? "\(error)")
  }

  private func say(of program: String) {
    guard BackgroundPortal.isSandboxed else { return }
    _ = BusServer.ask(
      "org.freedesktop.portal.Desktop", at: "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Background",
      "SetStatus", "(a{sv})", AlertBackground.status(tr("Checks rates for your alerts")))
  }
}

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

struct AlertNotifications {
  /// The maximum wait for the press of a button, in seconds.
  static let patience: UInt32 = 300

  let program: RunningProgram
  let format: NumberFormat
  let patience: UInt32

  /// Shows a notification per alert. Returns the alerts that the user turned on again; nil if notifications fail. The
  /// portal and GNOME start Kurs for a pressed button. Otherwise, waits for a press and then removes the buttons.
  func tell(_ met: [(alert: RateAlert, point: RateSeries.Point)]) -> [RateAlert]? {
    if BackgroundPortal.isSandboxed { return met.allSatisfy { isShownByPortal($0.alert, $0.point) } ? [] : nil }
    let others = met.filter { !isShownByGNOME($0.alert, $0.point) }
    return others.isEmpty ? [] : tellAndWait(others)
  }

  private func tellAndWait(_ met: [(alert: RateAlert, point: RateSeries.Point)]) -> [RateAlert]? {
    let texts = met.map { notification($0.alert, $0.point) }
    let presses = Presses { number in
      program.run("open-chart", "\(met[number].alert.from)/\(met[number].alert.to)")
    }
    let (open, isShown) = NotificationService.show(texts, for: patience, pressed: presses.pressed)
    for (number, identifier) in open.enumerated() where identifier != 0 {
      takeButtonsAway(met[number].alert, met[number].point, from: identifier)
    }
    guard isShown else { return nil }
    return presses.again.map { met[$0].alert }
  }

  private final class Presses {
    var again: [Int] = []
    private let openChart: (Int) -> Void

    init(openChart: @escaping (Int) -> Void) { self.openChart = openChart }

    func pressed(_ number: Int, _ key: String) {
      if key == "again" { again.append(number) } else { openChart(number) }
    }
  }

  /// Returns the arguments of Notify: program, replaced id, icon, title, text, buttons, hints and timeout.
  private func notification(_ alert: RateAlert, _ point: RateSeries.Point) -> String {
    let buttons = ["default", tr("Open Chart"), "chart", tr("Open Chart"), "again", tr("Notify Again")]
    return notification(alert, point, replacing: 0, buttons: buttons)
  }

  private func notification(
    _ alert: RateAlert, _ point: RateSeries.Point, replacing identifier: UInt32, buttons: [String]
  ) -> String {
    let (rate, message) = (alert.rateLine(point.rate, format), alert.message(metOn: point.day.description, format))
    return "(\"Kurs\", uint32 \(identifier), \"\(RunningProgram.icon)\", \(rate.variant), \(message.variant), "
      + "\(buttons.map(\.variant).variant("as")), {\"desktop-entry\": <\"\(RunningProgram.icon)\">}, -1)"
  }

  /// Shows the notification again without buttons, because this process no longer waits for a press.
  private func takeButtonsAway(_ alert: RateAlert, _ point: RateSeries.Point, from identifier: UInt32) {
    _ = BusServer.ask(
      NotificationService.name, at: NotificationService.path, NotificationService.name, "Notify",
      NotificationService.type, notification(alert, point, replacing: identifier, buttons: []))
  }

  private func isShownByPortal(_ alert: RateAlert, _ point: RateSeries.Point) -> Bool {
    BusServer.ask(
      "org.freedesktop.portal.Desktop", at: "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Notification",
      "AddNotification", "(sa{sv})", "(\(alert.id.text.variant), \(startingNotification(alert, point)))")
  }

  private func isShownByGNOME(_ alert: RateAlert, _ point: RateSeries.Point) -> Bool {
    BusServer.ask(
      "org.gtk.Notifications", at: "/org/gtk/Notifications", "org.gtk.Notifications", "AddNotification", "(ssa{sv})",
      "(\(program.id.variant), \(alert.id.text.variant), \(startingNotification(alert, point)))")
  }

  /// Returns a notification whose buttons are actions of Kurs. The desktop starts Kurs to run them.
  private func startingNotification(_ alert: RateAlert, _ point: RateSeries.Point) -> String {
    let (chart, pair) = (tr("Open Chart").variant, "\(alert.from)/\(alert.to)".variant)
    let again = (tr("Notify Again").variant, "alert-again", alert.id.text.variant)
    let buttons = [(chart, "open-chart", pair), again].map {
      "{\"label\": <\($0)>, \"action\": <\"app.\($1)\">, \"target\": <\($2)>}"
    }
    let (rate, message) = (alert.rateLine(point.rate, format), alert.message(metOn: point.day.description, format))
    let parts = [
      "\"title\": <\(rate.variant)>", "\"body\": <\(message.variant)>",
      "\"default-action\": <\"app.open-chart\">", "\"default-action-target\": <\(pair)>",
      "\"buttons\": <\(buttons.variant("aa{sv}"))>",
    ]
    return "{\(parts.joined(separator: ", "))}"
  }
}
