// SPDX-License-Identifier: GPL-3.0-or-later

/// The timer that looks at alerts every hour, in the person's own systemd.
public enum AlertTimer {
  /// A method of systemd's, with its arguments in GVariant's text form.
  public struct Call: Equatable, Sendable {
    public let method: String
    public let type: String
    public let arguments: String
  }

  public static let name = "org.freedesktop.systemd1"
  public static let path = "/org/freedesktop/systemd1"
  public static let interface = "org.freedesktop.systemd1.Manager"
  private static let unit = "org.kursapp.Kurs.Alerts.timer"

  /// The commands that switch it on or off; each but the last has to succeed before the next.
  public static func calls(toSwitch isOn: Bool) -> [Call] {
    let control = Call(
      method: isOn ? "StartUnit" : "StopUnit", type: "(ss)", arguments: "(\"\(unit)\", \"replace\")")
    return isOn
      ? [Call(method: "EnableUnitFiles", type: "(asbb)", arguments: "([\"\(unit)\"], false, true)"), control]
      : [Call(method: "DisableUnitFiles", type: "(asb)", arguments: "([\"\(unit)\"], false)"), control]
  }
}
