// SPDX-License-Identifier: GPL-3.0-or-later
import CBus
import Dispatch

/// The portal by which a program in a sandbox runs without a window.
public enum Background {
  public enum Answer: Sendable {
    case granted
    case refused
    /// There is no such portal.
    case nobody
  }

  /// Whether it is the portal that has to be asked.
  public static var isAsked: Bool { kurs_bus_is_flatpak() }

  /// Asks by the arguments of RequestBackground, in GVariant's text form; the person may be asked in turn.
  public static func ask(_ request: String) async -> Answer {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        switch kurs_bus_ask_background(request) {
        case KURS_BUS_GRANTED: continuation.resume(returning: .granted)
        case KURS_BUS_REFUSED: continuation.resume(returning: .refused)
        default: continuation.resume(returning: .nobody)
        }
      }
    }
  }
}
