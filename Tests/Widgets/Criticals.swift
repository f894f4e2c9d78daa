// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Synchronization

/// Collects critical messages from GTK and its libraries. They report a wrong widget or a wrong call.
///
/// Newer versions of GTK also report that they measure a width for a height that is too small.
enum Criticals {
  private static let said = Mutex<[String]>([])
  /// Parts of the warnings that tests must not cause. They report a height too small, a parent freed before its child,
  /// an endless layout, or an ampersand that was read as markup.
  private static let complaints = [
    "Trying to measure", "Finalizing", "continuously requested", "error parsing markup",
  ]

  /// Ignored messages, which GTK 4.8 writes when it looks for a tooltip in a popover whose row was removed.
  private static let excused = ["gdk_surface_get_device_position", "_gtk_widget_find_at_coords"]

  /// Starts collecting critical messages, and still writes them as before.
  static func collect() {
    g_log_set_writer_func(
      { level, fields, count, _ in
        let isComplaint = level.rawValue & (G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue) != 0
        if isComplaint, let text = g_log_writer_format_fields(level, fields, count, 0) {
          let (isCritical, said) = (level.rawValue & G_LOG_LEVEL_CRITICAL.rawValue != 0, String(cString: text))
          let counts = isCritical && !Criticals.excused.contains(where: said.contains)
          if counts || Criticals.complaints.contains(where: said.contains) {
            Criticals.said.withLock { $0.append(said) }
          }
          g_free(text)
        }
        return g_log_writer_default(level, fields, count, nil)
      }, nil, nil)
  }

  /// Returns the messages since the last call.
  static func taken() -> [String] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }
}
