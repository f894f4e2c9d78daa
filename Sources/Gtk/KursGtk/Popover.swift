// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// A `GtkPopover` for one use.
@MainActor
public final class Popover: Widget {
  override class var type: GType { gtk_popover_get_type() }

  /// Opens it beside a widget. When it closes it is removed, and `owner` released.
  ///
  /// `place`: a position within that widget.
  public func popUp(at anchor: Widget, place: (x: Double, y: Double)? = nil, keeping owner: AnyObject? = nil) {
    gtk_widget_set_parent(widget, anchor.widget)
    if let place {
      var point = GdkRectangle(x: Int32(place.x), y: Int32(place.y), width: 1, height: 1)
      gtk_popover_set_pointing_to(cast(), &point)
    }
    let held = Held(self, owner)
    connect("closed") {
      // The closing code still needs it, because a chosen action has to find its window.
      Task { held.letGo() }
    }
    gtk_popover_popup(cast())
  }

  public func popDown() { gtk_popover_popdown(cast()) }

  @MainActor
  private final class Held {
    private var popover: Popover?
    private var owner: AnyObject?

    init(_ popover: Popover, _ owner: AnyObject?) {
      self.popover = popover
      self.owner = owner
    }

    func letGo() {
      if let popover {
        // GTK 4.8 takes a reference to a hidden widget with the focus inside, and another when that is removed before
        // the focus moved, but releases only one (gtkwindow.c, move_focus_widget).
        kurs_popover_give_up_focus(popover.widget)
        gtk_widget_unparent(popover.widget)
      }
      popover = nil
      owner = nil
    }
  }
}
