// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A `GtkPopover` that is made for one use.
@MainActor
public final class Popover: Widget {
  override class var type: GType { gtk_popover_get_type() }

  /// Opens it beside a widget; it is taken away again when it closes.
  public func popUp(at anchor: Widget) {
    gtk_widget_set_parent(widget, anchor.widget)
    connect("closed") { [weak self] in
      // Whoever closed it is not done with it yet.
      Task { if let self { gtk_widget_unparent(self.widget) } }
    }
    gtk_popover_popup(cast())
  }

  /// Closes it.
  public func popDown() { gtk_popover_popdown(cast()) }
}
