// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@testable import KursGtk

/// Runs GTK without an application, for widget tests.
@MainActor
enum MainLoop {
  /// Initialises GTK and libadwaita. Returns false without a display.
  static func prepare() -> Bool {
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    return true
  }

  /// Runs the main loop for this time. Don't call it from a main-actor job, because other such jobs couldn't run.
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

  /// Runs until a window was drawn and none of its parts has moved for 0.4 seconds, for at most twenty seconds.
  ///
  /// Checks again and again, because some versions of GTK need longer for a layout.
  static func settle(_ window: Window) {
    var (last, still) = ([graphene_rect_t](), 0)
    for _ in 0..<400 where still < 8 {
      run(milliseconds: 50)
      let clock = gtk_widget_get_frame_clock(window.widget)
      let now = places(below: window.widget, in: window.widget)
      let isSame = now.elementsEqual(last) {
        ($0.origin.x, $0.origin.y, $0.size.width, $0.size.height) == ($1.origin.x, $1.origin.y, $1.size.width, $1.size.height)
      }
      still = isSame && clock.map { gdk_frame_clock_get_frame_counter($0) > 1 } ?? false ? still + 1 : 0
      last = now
    }
  }

  private static func places(
    below widget: UnsafeMutablePointer<GtkWidget>, in window: UnsafeMutablePointer<GtkWidget>
  ) -> [graphene_rect_t] {
    var (found, child) = ([graphene_rect_t](), gtk_widget_get_first_child(widget))
    while let part = child {
      var bounds = graphene_rect_t()
      if gtk_widget_compute_bounds(part, window, &bounds) != 0 { found.append(bounds) }
      found += places(below: part, in: window)
      child = gtk_widget_get_next_sibling(part)
    }
    return found
  }
}
