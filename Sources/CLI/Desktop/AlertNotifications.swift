// SPDX-License-Identifier: GPL-3.0-or-later
import KursBus
import KursCore

struct AlertNotifications {
  /// The maximum wait for the press of a button, in seconds.
  static let patience: UInt32 = 300

  let program: RunningProgram
  let format: NumberFormat
  let patience: UInt32

  /// Shows a notification per alert. Returns the alerts that the user turned on again; nil if the desktop shows none.
  /// Without the portal or GNOME, which start Kurs, waits for a button press and then removes the buttons.
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
