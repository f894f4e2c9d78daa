// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// The program with the windows, which the bus starts where it does not run.
struct RunningProgram: Sendable {
  static let icon = "org.kursapp.Kurs"

  /// The installed name; tests give theirs another one.
  static var installed: RunningProgram {
    RunningProgram(id: ProcessInfo.processInfo.environment["KURS_APP_ID"] ?? "org.kursapp.Kurs")
  }

  let id: String

  /// Has the bus start it without a window, so that one is there at once when it is asked for.
  func wake() { SessionBus.start(id) }

  /// Has it do one of its actions.
  func run(_ action: String, _ target: String) {
    _ = SessionBus.ask(
      id, at: "/" + id.replacing(".", with: "/"), "org.freedesktop.Application", "ActivateAction", "(sava{sv})",
      "(\"\(action)\", [<\(target.variant)>], @a{sv} {})")
  }
}
