// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursBus

struct RunningProgram: Sendable {
  static let icon = "org.kursapp.Kurs"

  static var installed: RunningProgram {
    RunningProgram(id: ProcessInfo.processInfo.environment["KURS_APP_ID"] ?? "org.kursapp.Kurs")
  }

  let id: String

  /// Starts Kurs without a window, so that a window opens faster when it is requested.
  func wake() { BusServer.start(id) }

  /// `time`: the timestamp of the user's click or key press, 0 or nil if unknown. Only a recent one raises the window.
  func run(_ action: String, _ target: String, at time: UInt32? = nil) {
    let platform = time.flatMap { $0 > 0 ? "{\"desktop-startup-id\": <\("_TIME\($0)".variant)>}" : nil } ?? "@a{sv} {}"
    _ = BusServer.ask(
      id, at: "/" + id.replacing(".", with: "/"), "org.freedesktop.Application", "ActivateAction", "(sava{sv})",
      "(\"\(action)\", [<\(target.variant)>], \(platform))")
  }
}
