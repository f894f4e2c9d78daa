// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@MainActor
public final class Popover: Widget {
  override class var type: GType { gtk_popover_get_type() }

  /// Opens the popover beside a widget, or at `place` in the widget. Releases popover and `owner` after closing.
  public func popUp(at anchor: Widget, place: (x: Double, y: Double)? = nil, keeping owner: AnyObject? = nil) {
    // The parent is the button inside a menu button. The menu button passes the Tab key only to its own popover.
    let inner = anchor is MenuButton ? gtk_widget_get_first_child(anchor.widget) : nil
    gtk_widget_set_parent(widget, inner ?? anchor.widget)
    if let place {
      var point = GdkRectangle(x: Int32(place.x), y: Int32(place.y), width: 1, height: 1)
      gtk_popover_set_pointing_to(cast(), &point)
    }
    let held = Held(self, at: anchor, owner)
    connect("closed") {
      // Releases the popover later, because GTK still needs it to find the window of a chosen menu action.
      Task { held.release() }
    }
    // GTK emits no `closed` if the row under an open popover is removed. So a popover without a window is released.
    connectArgument("notify::root") { _ in
      if held.isAdrift { Task { held.release() } }
    }
    fitPhone()
    keepHeight()
    gtk_popover_popup(cast())
  }

  /// The space for a popover's edge and shadow on both sides, in pixels.
  private static let edges: Int32 = 44

  /// Limits the width to a narrow window, because large text would make the popover wider than a phone's screen.
  private func fitPhone() {
    guard Appearance.isTextLarge, let content = gtk_popover_get_child(cast()), let root = gtk_widget_get_root(widget)
    else { return }
    let width = gtk_widget_get_width(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self))
    guard 1..<Int32(Window.narrow) ~= width else { return }
    style("phone", true)
    Window.fitTitles(in: content)
    let clamp = Widget(UnsafeMutableRawPointer(adw_clamp_new()))
    adw_clamp_set_maximum_size(clamp.opaque, width - Self.edges)
    adw_clamp_set_tightening_threshold(clamp.opaque, width - Self.edges)
    let held = Widget(UnsafeMutableRawPointer(content))
    gtk_popover_set_child(cast(), nil)
    adw_clamp_set_child(clamp.opaque, held.widget)
    gtk_popover_set_child(cast(), clamp.widget)
  }

  /// Reserves the content's real height. GTK 4.8 adds the shadow to the width of wrapped text, and cuts the text off.
  private func keepHeight() {
    guard let content = gtk_popover_get_child(cast()) else { return }
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    gtk_widget_measure(content, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    gtk_widget_set_size_request(content, -1, height)
  }

  public func popDown() { gtk_popover_popdown(cast()) }

  @MainActor
  private final class Held {
    private var popover: Popover?
    /// The widget beside the popover. It is retained, because the popover must not keep a freed widget as its parent.
    private var anchor: Widget?
    private var owner: AnyObject?

    init(_ popover: Popover, at anchor: Widget, _ owner: AnyObject?) {
      self.popover = popover
      self.anchor = anchor
      self.owner = owner
    }

    var isAdrift: Bool { popover.map { gtk_widget_get_root($0.widget) == nil } ?? false }

    func release() {
      if let popover {
        // Removes the focus, because GTK 4.8 leaks a popover that contains the focus (gtkwindow.c, move_focus_widget).
        giveUpFocus(of: popover.widget)
        gtk_widget_unparent(popover.widget)
      }
      popover = nil
      anchor = nil
      owner = nil
    }
  }
}
