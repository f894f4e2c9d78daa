// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

public enum AlertWatch: Hashable, Sendable {
  /// The alerts are checked during the desktop session: by a timer or, in a sandbox, by a background program.
  case session
  /// No program checks the alerts, because the desktop doesn't allow Kurs to run in the background.
  case refused
  case whileOpen

  public struct Bus: Sendable {
    /// A D-Bus call to another program. The arguments are in GVariant's text format.
    public struct Call: Equatable, Sendable {
      public let name: String
      public let path: String
      public let interface: String
      public let method: String
      public var type = "()"
      public var arguments = "()"
    }

    /// Whether Kurs runs in a sandbox, where systemd isn't available.
    var isSandboxed: Bool
    var isDone: @Sendable (Call) async -> Bool
    /// Requests permission from the desktop's portal to run in the background. Returns `whileOpen` if no portal exists.
    var request: @Sendable (String) async -> AlertWatch

    public init(
      isSandboxed: Bool, isDone: @escaping @Sendable (Call) async -> Bool,
      request: @escaping @Sendable (String) async -> AlertWatch
    ) {
      (self.isSandboxed, self.isDone, self.request) = (isSandboxed, isDone, request)
    }
  }

  /// Starts or stops the hourly check. `reason`: the text that the desktop shows with the permission request.
  public static func switched(
    _ isOn: Bool, of program: String, reason: String, over bus: Bus
  ) async -> AlertWatch {
    if bus.isSandboxed {
      let answer = await bus.request(AlertBackground.request(toSwitch: isOn, reason: reason))
      if isOn, answer != .session { return answer }
      // The portal starts the program only at the next login, so this D-Bus call starts it now.
      return await bus.isDone(AlertBackground.statusCall(of: program)) ? .session : .whileOpen
    }
    for call in AlertTimer.calls(toSwitch: isOn) {
      guard await bus.isDone(call) else { return .whileOpen }
    }
    return .session
  }
}

public enum AlertBackground {
  public static let command = ["kurs-cli", "alerts", "watch"]
  public static let interface = "org.kursapp.Kurs.Watch"

  public static func name(of program: String) -> String { program + ".Watch" }

  public static func path(of program: String) -> String { "/" + name(of: program).replacing(".", with: "/") }

  static func statusCall(of program: String) -> AlertWatch.Bus.Call {
    AlertWatch.Bus.Call(name: name(of: program), path: path(of: program), interface: interface, method: "Look")
  }

  /// Returns the arguments of the portal's method `RequestBackground`, in GVariant's text format.
  public static func request(toSwitch isOn: Bool, reason: String) -> String {
    let words = command.map { "\"\($0)\"" }.joined(separator: ", ")
    return "(\"\", {\"reason\": <\(quoted(reason))>, \"autostart\": <\(isOn)>, \"commandline\": <[\(words)]>, "
      + "\"dbus-activatable\": <false>})"
  }

  public static func status(_ message: String) -> String { "({\"message\": <\(quoted(message))>},)" }

  /// Returns the pause before the refresh at `next`. A long pause is split, because timers are late after a suspend.
  public static func pause(until next: Timestamp?, now: Timestamp) -> Duration {
    let longest = RatesRefresher.longestSleep * 1000
    guard let next else { return .milliseconds(longest) }
    return .milliseconds(min(max(next.milliseconds - now.milliseconds, 60_000), longest))
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

enum AlertTimer {
  private static let unit = "org.kursapp.Kurs.Alerts.timer"

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
