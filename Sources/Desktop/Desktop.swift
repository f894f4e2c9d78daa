// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import KursBus

public struct Desktop: Sendable {
  /// Yields whether a network is available, now and after each change.
  public var networkAvailable: @Sendable () -> AsyncStream<Bool>
  public var connection: @Sendable () -> AsyncStream<Connection>

  /// Returns the proxies for a web address from the desktop's settings, in order. Empty means a direct connection.
  public var proxies: @Sendable (String) async -> [String]
}

public enum System {
  public static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    let list = g_get_environ()
    defer { g_strfreev(list) }
    var next = list
    while let entry = next?.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next = next?.advanced(by: 1)
    }
    return variables
  }

  /// Returns a time such as 14:05, in local time.
  public static func clockTime(ofMilliseconds milliseconds: Int64) -> String {
    guard let time = g_date_time_new_from_unix_local(gint64(milliseconds / 1000)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, "%H:%M") else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  public static func absolutePath(_ path: String) -> String {
    guard let text = g_canonicalize_filename(path, nil) else { return path }
    defer { g_free(text) }
    return String(cString: text)
  }

  public static func isFile(_ path: String) -> Bool { g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0 }

  public static func executable() -> String {
    guard let path = g_file_read_link("/proc/self/exe", nil) else { return "/" }
    defer { g_free(path) }
    return String(cString: path)
  }
}

public enum StandardError {
  public static func write(_ line: String) {
    // The compiler treats the C variable `stderr` as shared mutable state, so `fputs` can't be used.
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { CAdwaita.write(2, $0.baseAddress, $0.count) }
  }
}

public enum Notifications {
  /// Whether the desktop shows notifications. The check may start the desktop's notification service.
  public static func areShown() async -> Bool {
    // In a sandbox, the portal shows notifications.
    if BackgroundPortal.isSandboxed { return true }
    return await BusServer.isAnswered(
      "org.freedesktop.Notifications", at: "/org/freedesktop/Notifications", "org.freedesktop.DBus.Peer", "Ping")
  }
}

public enum Browser {
  /// Opens a web address in the browser. Returns false if the desktop has no browser or the browser didn't start.
  @MainActor public static func open(_ address: String) async -> Bool {
    await withCheckedContinuation { continuation in
      g_app_info_launch_default_for_uri_async(
        address, nil, nil,
        { _, result, data in
          guard let data else { return }
          let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
          waiting.continuation.resume(returning: g_app_info_launch_default_for_uri_finish(result, nil) != 0)
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
  }

  private final class Waiting: Sendable {
    let continuation: CheckedContinuation<Bool, Never>
    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }
  }
}

extension Desktop {
  /// The desktop's services through GIO. Changes arrive only while a GLib main loop runs.
  public static let gio = Desktop(
    // No power monitor is passed here, because it would start D-Bus and delay the first window.
    networkAvailable: { Connection.stream(power: nil, \.isAvailable) },
    connection: { Connection.stream(power: g_power_profile_monitor_dup_default()) { $0 } },
    proxies: { await Proxies.all(for: $0) })
}
