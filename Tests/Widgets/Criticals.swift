// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Synchronization

/// What GTK and its libraries called critical: a widget or a call of ours that is not as they need it.
enum Criticals {
  private static let said = Mutex<[String]>([])

  /// From now on what is critical is kept, and written as before.
  static func collect() {
    g_log_set_writer_func(
      { level, fields, count, _ in
        let isCritical = level.rawValue & G_LOG_LEVEL_CRITICAL.rawValue != 0
        if isCritical, let text = g_log_writer_format_fields(level, fields, count, 0) {
          Criticals.said.withLock { $0.append(String(cString: text)) }
          g_free(text)
        }
        return g_log_writer_default(level, fields, count, nil)
      }, nil, nil)
  }

  /// What was said since the last time.
  static func taken() -> [String] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }
}
