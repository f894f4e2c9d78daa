// SPDX-License-Identifier: GPL-3.0-or-later
import COpened

public enum NotificationService {
  /// The type of the arguments of the method Notify.
  public static let type = "(susssasa{sv}i)"
  public static let name = "org.freedesktop.Notifications"
  public static let path = "/org/freedesktop/Notifications"

  /// Shows notifications (Notify's arguments in GVariant's text form) and waits up to `seconds` until all are closed.
  /// `pressed`: receives a notification's index and its button's key. `open`: the ids, 0 for a closed notification.
  public static func show(
    _ notifications: [String], for seconds: UInt32, pressed: @escaping (Int, String) -> Void
  ) -> (open: [UInt32], isShown: Bool) {
    guard let connection = BusConnection() else { return (notifications.map { _ in 0 }, false) }
    let gio = connection.gio
    // The loop has a separate context, because this thread waits for the signals.
    let shown = Shown(connection, BusLoop(gio), pressed)
    defer { shown.loop.end() }
    let listening = gio.g_dbus_connection_signal_subscribe(
      connection.bus, name, name, nil, path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, signal, arguments, shown in
        guard let signal, let arguments, let shown else { return }
        Unmanaged<Shown>.fromOpaque(shown).takeUnretainedValue().received(String(cString: signal), arguments)
      }, Unmanaged.passUnretained(shown).toOpaque(), nil)
    defer { gio.g_dbus_connection_signal_unsubscribe(connection.bus, listening) }
    for notification in notifications { shown.show(notification) }
    let isShown = !shown.open.contains(0)
    if shown.open.contains(where: { $0 != 0 }) { shown.loop.run(seconds: seconds) }
    return (shown.open, isShown)
  }

  private final class Shown {
    let loop: BusLoop
    private(set) var open: [UInt32] = []
    private let connection: BusConnection
    private let pressed: (Int, String) -> Void

    init(_ connection: BusConnection, _ loop: BusLoop, _ pressed: @escaping (Int, String) -> Void) {
      (self.connection, self.loop, self.pressed) = (connection, loop, pressed)
    }

    func show(_ notification: String) {
      let reply = connection.reply(of: name, at: path, name, "Notify", type, notification)
      open.append(reply.flatMap { connection.number(0, of: $0) } ?? 0)
      if let reply { connection.gio.g_variant_unref(reply) }
    }

    func received(_ signal: String, _ arguments: OpaquePointer) {
      guard connection.gio.g_variant_n_children(arguments) >= 2, let number = connection.number(0, of: arguments),
        let index = open.firstIndex(of: number)
      else { return }
      switch signal {
      case "ActionInvoked": pressed(index, connection.withChild(1, of: arguments, connection.string))
      case "NotificationClosed":
        open[index] = 0
        if open.allSatisfy({ $0 == 0 }) { loop.quit() }
      default: break
      }
    }
  }
}
