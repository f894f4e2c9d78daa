// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

/// The process's environment and locale.
public enum System {
  /// The environment variables.
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

  /// A moment as the time of day here, such as 14:05.
  public static func clockTime(ofMilliseconds milliseconds: Int64) -> String {
    guard let time = g_date_time_new_from_unix_local(gint64(milliseconds / 1000)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, "%H:%M") else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The running program's own path.
  public static func executable() -> String {
    guard let path = g_file_read_link("/proc/self/exe", nil) else { return "/" }
    defer { g_free(path) }
    return String(cString: path)
  }
}
