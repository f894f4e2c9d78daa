// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A `GMenu` for one popover. The popover empties the menu when the popover is freed.
@MainActor
public final class Menu: Object {
  public convenience init() {
    let made = g_menu_new()!
    self.init(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
  }

  /// Adds an entry. `action` may include a target, as in `win.copy-result::USD`.
  public func append(_ label: String, action: String) {
    g_menu_append(opaque, label, action)
  }

  public func append(_ label: String, submenu: Menu) {
    g_menu_append_submenu(opaque, label, submenu.cast())
  }

  public func append(section: Menu) {
    g_menu_append_section(opaque, nil, section.cast())
  }
}

extension Menu {
  /// Creates a popover whose items have accessible names. Call this only once, because the popover empties the menu.
  func popover() -> UnsafeMutablePointer<GtkWidget> {
    let popover = gtk_popover_menu_new_from_model(cast())!
    Self.connect("map", of: popover) { popover, _ in Menu.nameItems(in: popover) }
    // Removes the focus, because GTK 4.8 leaves it on the hidden menu entry after a choice in a submenu.
    Self.connect("closed", of: popover) { popover, _ in giveUpFocus(of: popover) }
    onFreed(popover) { [self] in empty() }
    return popover
  }

  /// Empties the menu, because GTK leaks the parts of a menu that a popover has shown (docs/BUILD.md).
  private func empty() {
    for item in 0..<g_menu_model_get_n_items(cast()) {
      for link in ["section", "submenu"] { Self.empty(link, of: item, in: cast()) }
    }
    g_menu_remove_all(opaque)
  }

  private static func empty(_ link: String, of item: gint, in menu: UnsafeMutablePointer<GMenuModel>) {
    guard let part = g_menu_model_get_item_link(menu, item, link) else { return }
    for item in 0..<g_menu_model_get_n_items(part) { empty("section", of: item, in: part) }
    g_menu_remove_all(OpaquePointer(part))
    g_object_unref(part)
  }

  private typealias Handler = @convention(c) (UnsafeMutablePointer<GtkWidget>, UnsafeMutableRawPointer?) -> Void

  private static func connect(
    _ signal: String, of popover: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping Handler
  ) {
    g_signal_connect_data(
      popover, signal, unsafeBitCast(handler, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
  }

  /// Gives a menu's items accessible names. In GTK 4.18, an item's label has no role, so it doesn't count as a name.
  private nonisolated static func nameItems(in widget: UnsafeMutablePointer<GtkWidget>) {
    guard isObject(widget, named: "GtkModelButton") else {
      return childWidgets(of: widget).forEach { nameItems(in: $0) }
    }
    if let text = firstText(in: widget) { Accessibility.setLabel(text, of: widget) }
  }

  private nonisolated static func firstText(in widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    if isObject(widget, a: gtk_label_get_type()) {
      let text = String(cString: gtk_label_get_text(OpaquePointer(widget)))
      return text.isEmpty ? nil : text
    }
    return childWidgets(of: widget).lazy.compactMap { firstText(in: $0) }.first
  }
}

@MainActor
public final class MenuButton: Widget {
  override class var type: GType { gtk_menu_button_get_type() }

  /// Creates the menu only when the button is first pressed, so that the first frame is faster.
  public func onFirstOpen(_ body: @escaping @MainActor @Sendable () -> Menu) {
    let box = Unmanaged.passRetained(Box(body) as AnyObject).toOpaque()
    gtk_menu_button_set_create_popup_func(
      opaque,
      { button, data in
        guard let button, let data else { return }
        // `nonisolated(unsafe)` is safe, because the pointers are used only during this call and on this thread.
        nonisolated(unsafe) let target = button
        nonisolated(unsafe) let held = data
        MainActor.assumeIsolated {
          guard gtk_menu_button_get_popover(target) == nil,
            let box = Unmanaged<AnyObject>.fromOpaque(held).takeUnretainedValue()
              as? Box<@MainActor @Sendable () -> Menu>
          else { return }
          let menu = box.body()
          gtk_menu_button_set_popover(target, menu.popover())
        }
      }, box, releaseBox)
  }
}

extension Widget {
  /// Opens a menu beside this widget, or at a position in this widget. The menu is freed when it closes.
  public func popUp(_ menu: Menu, place: (x: Double, y: Double)? = nil) {
    Popover(UnsafeMutableRawPointer(menu.popover())).popUp(at: self, place: place)
  }
}

@MainActor
public final class Popover: Widget {
  override class var type: GType { gtk_popover_get_type() }

  /// Opens the popover beside a widget, or at `place` in the widget. Releases popover and `owner` after closing.
  public func popUp(at anchor: Widget, place: (x: Double, y: Double)? = nil, keeping owner: AnyObject? = nil) {
    // A menu button passes the Tab key only to its own popover. So the parent is the button inside the menu button.
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

  /// Reserves the real height. GTK 4.8 measures wrapped text too wide, including the shadow, and would cut it off.
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
    /// The widget beside which the popover opens. It is retained, because a popover's parent must not be freed first.
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
