// SPDX-License-Identifier: GPL-3.0-or-later
import COpened
import Dispatch
import Glibc

public enum BackgroundPortal {
  public enum Answer: Sendable {
    case granted
    case refused
    case noPortal
  }

  /// Whether Kurs runs as a Flatpak. A Flatpak must use portals.
  public static var isSandboxed: Bool { access("/.flatpak-info", F_OK) == 0 }

  /// The maximum wait for an answer in seconds. The desktop may ask the user, and the user may be away.
  private static let seconds: UInt32 = 120

  /// Sends RequestBackground and waits for the answer. `request`: the arguments in GVariant's text form.
  public static func ask(_ request: String) async -> Answer {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(returning: answer(to: request)) }
    }
  }

  private static func answer(to request: String) -> Answer {
    guard let connection = BusConnection() else { return .noPortal }
    let gio = connection.gio
    let waiting = Waiting(connection, BusLoop(gio))
    defer { waiting.loop.end() }
    let portal = "org.freedesktop.portal.Desktop"
    // Subscribes before the request, so that no response is missed. Needs no filter: Kurs gets only its own responses.
    let listening = gio.g_dbus_connection_signal_subscribe(
      connection.bus, portal, "org.freedesktop.portal.Request", "Response", nil, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, arguments, waiting in
        guard let arguments, let waiting else { return }
        Unmanaged<Waiting>.fromOpaque(waiting).takeUnretainedValue().responded(arguments)
      }, Unmanaged.passUnretained(waiting).toOpaque(), nil)
    defer { gio.g_dbus_connection_signal_unsubscribe(connection.bus, listening) }
    guard
      let reply = connection.reply(
        of: portal, at: "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Background", "RequestBackground",
        "(sa{sv})", request)
    else { return .noPortal }
    gio.g_variant_unref(reply)
    waiting.loop.run(seconds: seconds)
    return waiting.isGranted ? .granted : .refused
  }

  private final class Waiting {
    let loop: BusLoop
    private let connection: BusConnection
    private(set) var isGranted = false

    init(_ connection: BusConnection, _ loop: BusLoop) { (self.connection, self.loop) = (connection, loop) }

    func responded(_ arguments: OpaquePointer) {
      let gio = connection.gio
      connection.withChild(1, of: arguments) { results in
        guard let isAllowed = gio.g_variant_lookup_value(results, "autostart", nil) else { return }
        defer { gio.g_variant_unref(isAllowed) }
        isGranted =
          connection.number(0, of: arguments) == 0 && connection.type(of: isAllowed) == "b"
          && gio.g_variant_get_boolean(isAllowed) != 0
      }
      loop.quit()
    }
  }
}

public enum NetworkCost {
  public static var isMetered: Bool {
    guard let gio = GIO.functions else { return false }
    return gio.g_network_monitor_get_network_metered(gio.g_network_monitor_get_default()) != 0
  }
}
