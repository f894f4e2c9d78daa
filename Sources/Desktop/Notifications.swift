// SPDX-License-Identifier: GPL-3.0-or-later
import CBus

/// The desktop's notifications.
public enum Notifications {
  /// Whether somebody shows them; the bus starts who would.
  public static func areShown() async -> Bool {
    // In a sandbox the portal shows them.
    if kurs_bus_is_flatpak() { return true }
    return await SessionBus.ask(
      "org.freedesktop.Notifications", at: "/org/freedesktop/Notifications", "org.freedesktop.DBus.Peer", "Ping")
  }
}
