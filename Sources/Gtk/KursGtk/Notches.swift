// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Counts the notches of a wheel; some wheels tell of parts of one.
struct Notches {
  private var turned = 0.0

  /// The whole notches that are there with `more`.
  mutating func whole(after more: Double) -> Int {
    turned += more
    let steps = Int(turned)
    turned -= Double(steps)
    return steps
  }
}

extension Scroller {
  /// Its vertical adjustment; nil where there is nothing to scroll.
  var scrollable: UnsafeMutablePointer<GtkAdjustment>? {
    let adjustment = gtk_scrolled_window_get_vadjustment(opaque)
    guard let adjustment, gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) + 1 else {
      return nil
    }
    return adjustment
  }

  /// Calls `turned` with the notches of the wheel before anything within sees them; it answers whether they were used.
  func onWheel(_ turned: @escaping WheelHandler) {
    let scroll = controller(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
    gtk_event_controller_set_propagation_phase(scroll.opaque, GTK_PHASE_CAPTURE)
    scroll.connectWheel(turned)
  }
}
