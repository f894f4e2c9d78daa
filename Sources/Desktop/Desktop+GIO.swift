// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

extension Desktop {
  /// The desktop as GIO sees it; changes arrive while a GLib main loop runs.
  public static let gio = Desktop(
    // Leaves the battery out: asking for it starts D-Bus, and the first window should not wait for that.
    networkAvailable: { Connection.stream(power: nil, \.isAvailable) },
    connection: { Connection.stream(power: g_power_profile_monitor_dup_default()) { $0 } },
    proxies: { await Proxies.all(for: $0) })
}
