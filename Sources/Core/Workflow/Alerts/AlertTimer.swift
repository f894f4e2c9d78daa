// SPDX-License-Identifier: GPL-3.0-or-later

/// The timer that looks at alerts every hour, in the person's own systemd.
enum AlertTimer {
  private static let unit = "org.kursapp.Kurs.Alerts.timer"

  /// The commands that switch it on or off; each but the last has to succeed before the next.
  static func calls(toSwitch isOn: Bool) -> [AlertWatch.Bus.Call] {
    let control = call(isOn ? "StartUnit" : "StopUnit", "(ss)", "(\"\(unit)\", \"replace\")")
    return isOn
      ? [call("EnableUnitFiles", "(asbb)", "([\"\(unit)\"], false, true)"), control]
      : [call("DisableUnitFiles", "(asb)", "([\"\(unit)\"], false)"), control]
  }

  private static func call(_ method: String, _ type: String, _ arguments: String) -> AlertWatch.Bus.Call {
    AlertWatch.Bus.Call(
      name: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
      interface: "org.freedesktop.systemd1.Manager", method: method, type: type, arguments: arguments)
  }
}
