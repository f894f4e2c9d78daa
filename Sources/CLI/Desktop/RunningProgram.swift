// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

struct RunningProgram: Sendable {
  static let icon = "org.kursapp.Kurs"

  /// The installed name. Tests use another one.
  static var installed: RunningProgram {
    RunningProgram(id: ProcessInfo.processInfo.environment["KURS_APP_ID"] ?? "org.kursapp.Kurs")
  }

  let id: String

  /// Starts it without a window, so that a window opens at once later.
  func wake() { BusServer.start(id) }

  func run(_ action: String, _ target: String) {
    _ = BusServer.ask(
      id, at: "/" + id.replacing(".", with: "/"), "org.freedesktop.Application", "ActivateAction", "(sava{sv})",
      "(\"\(action)\", [<\(target.variant)>], @a{sv} {})")
  }
}
