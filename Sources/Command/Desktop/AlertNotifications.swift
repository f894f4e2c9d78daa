// SPDX-License-Identifier: GPL-3.0-or-later
import CBus
import Glibc
import KursCore

struct AlertNotifications {
  /// The longest wait for a press on a button, in seconds.
  static let patience: UInt32 = 300

  let program: RunningProgram
  let format: NumberFormat

  /// Shows one notification per alert and opens the chart of a pressed one.
  /// Returns the alerts to repeat, or nil if no desktop shows notifications.
  func tell(_ met: [(alert: RateAlert, point: RateSeries.Point)]) -> [RateAlert]? {
    // Through the portal a press starts the program, so there is nothing to wait for.
    if kurs_bus_is_flatpak() { return met.allSatisfy { isShownByPortal($0.alert, $0.point) } ? [] : nil }
    let texts = met.map { notification($0.alert, $0.point) }
    let presses = Presses { number in
      program.run("open-chart", "\(met[number].alert.from)/\(met[number].alert.to)")
    }
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    let isShown = pointers.map { UnsafePointer<CChar>($0) }.withUnsafeBufferPointer { buffer in
      kurs_bus_notify(
        buffer.baseAddress, UInt32(buffer.count), Self.patience,
        { number, key, context in
          guard let key, let context else { return }
          Unmanaged<Presses>.fromOpaque(context).takeUnretainedValue().pressed(Int(number), String(cString: key))
        }, Unmanaged.passUnretained(presses).toOpaque())
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

  /// The arguments of Notify: program, replaced id, icon, title, text, buttons, hints, timeout.
  private func notification(_ alert: RateAlert, _ point: RateSeries.Point) -> String {
    let rate = alert.rateLine(point.rate, format)
    let buttons = ["default", tr("Open Chart"), "chart", tr("Open Chart"), "again", tr("Notify Again")]
    return "(\"Kurs\", uint32 0, \"\(RunningProgram.icon)\", \(rate.variant), \(alert.message(metOn: point.day.description, format).variant), "
      + "\(buttons.map(\.variant).variant("as")), {\"desktop-entry\": <\"\(RunningProgram.icon)\">}, -1)"
  }

  private func isShownByPortal(_ alert: RateAlert, _ point: RateSeries.Point) -> Bool {
    let (chart, pair) = (tr("Open Chart").variant, "\(alert.from)/\(alert.to)".variant)
    let buttons = [(chart, "open-chart", pair), (tr("Notify Again").variant, "alert-again", alert.id.text.variant)].map {
      "{\"label\": <\($0)>, \"action\": <\"app.\($1)\">, \"target\": <\($2)>}"
    }
    let parts = [
      "\"title\": <\(alert.rateLine(point.rate, format).variant)>", "\"body\": <\(alert.message(metOn: point.day.description, format).variant)>",
      "\"default-action\": <\"app.open-chart\">", "\"default-action-target\": <\(pair)>",
      "\"buttons\": <\(buttons.variant("aa{sv}"))>",
    ]
    return BusServer.ask(
      "org.freedesktop.portal.Desktop", at: "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Notification",
      "AddNotification", "(sa{sv})", "(\(alert.id.text.variant), {\(parts.joined(separator: ", "))})")
  }
}
