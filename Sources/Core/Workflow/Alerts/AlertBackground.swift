// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The program that looks at alerts from a sandbox, where no systemd is: the desktop's portal lets it run.
public enum AlertBackground {
  public static let command = ["kurs-cli", "alerts", "watch"]
  public static let interface = "org.kursapp.Kurs.Watch"

  /// Its name on the bus, where it is told to look again.
  public static func name(of program: String) -> String { program + ".Watch" }

  public static func path(of program: String) -> String { "/" + name(of: program).replacing(".", with: "/") }

  static func look(of program: String) -> AlertWatch.Bus.Call {
    AlertWatch.Bus.Call(name: name(of: program), path: path(of: program), interface: interface, method: "Look")
  }

  /// The arguments of RequestBackground, in GVariant's text form.
  public static func request(toSwitch isOn: Bool, reason: String) -> String {
    let words = command.map { "\"\($0)\"" }.joined(separator: ", ")
    return "(\"\", {\"reason\": <\(quoted(reason))>, \"autostart\": <\(isOn)>, \"commandline\": <[\(words)]>, "
      + "\"dbus-activatable\": <false>})"
  }

  /// The arguments of SetStatus: what the desktop says of a program without a window.
  public static func status(_ message: String) -> String { "({\"message\": <\(quoted(message))>},)" }

  /// How long it sleeps: until a bank's timetable has news, in pieces, as a machine that slept wakes late.
  public static func pause(until next: Timestamp?, now: Timestamp) -> Duration {
    let longest = RatesRefresher.longestSleep * 1000
    guard let next else { return .milliseconds(longest) }
    return .milliseconds(min(max(next.milliseconds - now.milliseconds, 60_000), longest))
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
