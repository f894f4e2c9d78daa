// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// GTK without an application, as widget tests need it.
@MainActor
enum MainLoop {
  /// Initialises GTK and libadwaita; false without a display.
  static func prepare() -> Bool {
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    return true
  }

  /// Runs the main loop for so long; never from main-actor jobs, which would not run meanwhile.
  static func run(milliseconds: UInt32) {
    let loop = g_main_loop_new(nil, 0)!
    g_timeout_add(
      milliseconds,
      { data in
        g_main_loop_quit(OpaquePointer(data))
        return 0
      }, UnsafeMutableRawPointer(loop))
    g_main_loop_run(loop)
    g_main_loop_unref(loop)
  }
}
