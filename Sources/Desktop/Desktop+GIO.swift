// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

extension Desktop {
  /// The desktop as GIO sees it; changes arrive while a GLib main loop runs.
  public static let gio = Desktop(
    // Without the battery: to ask for it starts D-Bus, and the first window does not wait for that.
    networkAvailable: { Connection.stream(power: nil, \.isAvailable) },
    connection: { Connection.stream(power: g_power_profile_monitor_dup_default()) { $0 } },
    proxy: { await Proxies.first(for: $0) })
}
