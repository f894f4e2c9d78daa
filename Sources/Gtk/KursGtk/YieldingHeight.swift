// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Requests its child's height without requiring it. Otherwise a wrapping label would keep the window from narrowing.
public enum YieldingHeight {
  @MainActor
  public static func take(over container: Widget) {
    container.placeChildren(
      measure: { container, orientation, size, minimum, natural, _, _ in
        guard let child = gtk_widget_get_first_child(container) else { return }
        let isHeight = orientation == GTK_ORIENTATION_VERTICAL
        // The width doesn't depend on the height. Otherwise a lower window would have to be wider.
        gtk_widget_measure(child, orientation, isHeight ? size : -1, minimum, natural, nil, nil)
        if isHeight { minimum?.pointee = 0 }
      },
      allocate: { container, width, height, _ in
        guard let child = gtk_widget_get_first_child(container) else { return }
        var least: Int32 = 0
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &least, nil, nil, nil)
        gtk_widget_allocate(child, width, max(least, height), -1, nil)
      })
    gtk_widget_set_overflow(container.widget, GTK_OVERFLOW_HIDDEN)
  }
}
