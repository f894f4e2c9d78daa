// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// A toplevel window.
@MainActor
public final class Window: Widget {
  override class var type: GType { gtk_window_get_type() }

  /// The size it opens with, or has now while it is neither maximised nor full screen.
  public var size: (width: Int, height: Int) {
    get {
      var width: Int32 = 0
      var height: Int32 = 0
      gtk_window_get_default_size(cast(), &width, &height)
      return (Int(width), Int(height))
    }
    set { gtk_window_set_default_size(cast(), Int32(newValue.width), Int32(newValue.height)) }
  }

  /// The size it has now, maximised, tiled or not; before it is on the screen, the one it opens with.
  public var extent: (width: Int, height: Int) {
    // While it is free the two differ by what a desktop without transparency draws around it.
    guard isMapped, Self.isHeld(widget) else { return size }
    return (width, height)
  }

  /// Whether the window of a widget has the size of a screen or of a part of one, by the window manager.
  private static func isHeld(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else { return false }
    let held = [
      GDK_TOPLEVEL_STATE_MAXIMIZED, GDK_TOPLEVEL_STATE_FULLSCREEN, GDK_TOPLEVEL_STATE_TILED,
      GDK_TOPLEVEL_STATE_TOP_TILED, GDK_TOPLEVEL_STATE_RIGHT_TILED, GDK_TOPLEVEL_STATE_BOTTOM_TILED,
      GDK_TOPLEVEL_STATE_LEFT_TILED,
    ]
    let state = gdk_toplevel_get_state(surface).rawValue
    return held.contains { state & $0.rawValue != 0 }
  }

  /// The size of the first screen, in the units of `size`; nil before there is a display.
  public static var screen: (width: Int, height: Int)? {
    guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display),
      let monitor = g_list_model_get_item(monitors, 0)
    else { return nil }
    defer { g_object_unref(monitor) }
    var place = GdkRectangle()
    gdk_monitor_get_geometry(OpaquePointer(monitor), &place)
    return (Int(place.width), Int(place.height))
  }

  /// Whether it fills the screen by the window manager's maximise.
  public var isMaximized: Bool {
    get { gtk_window_is_maximized(cast()) != 0 }
    set { if newValue { gtk_window_maximize(cast()) } else { gtk_window_unmaximize(cast()) } }
  }

  /// The title in the task list.
  public func setTitle(_ title: String) { gtk_window_set_title(cast(), title) }

  /// Has GTK load the fonts and compute the styles that it will show it with.
  public func measure() { gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, nil, nil, nil) }

  /// Shows it, or brings it to the front.
  public func present() {
    gtk_window_present(cast())
    kurs_application_drawn()
  }

  /// Shows it above another window, where there is one, with the keyboard focus on `focused`.
  public func present(above parent: Window?, focusing focused: Widget? = nil) {
    if let parent { setTransient(for: parent) }
    present()
    focused?.grabFocus()
  }

  /// Asks it to close, as the close button does.
  public func close() { gtk_window_close(cast()) }

  /// Takes it down at once; closing goes through `close`.
  public func destroy() { gtk_window_destroy(cast()) }

  /// Keeps it above another window, and closes with it.
  public func setTransient(for parent: Window) {
    gtk_window_set_transient_for(cast(), parent.cast())
    // The keys of the program (quit, close) work in windows of an application alone; it would go on while one is open.
    guard gtk_window_get_application(cast()) == nil, let application = gtk_window_get_application(parent.cast())
    else { return }
    gtk_window_set_application(cast(), application)
    kurs_window_end_with(cast(), parent.cast())
  }

  /// Makes it belong to an application, which runs as long as one such window is open.
  public func setApplication(_ application: Application) { gtk_window_set_application(cast(), application.cast()) }

  /// Moves the keyboard focus within it, or takes it from all of it.
  public func focus(_ widget: Widget?) { gtk_window_set_focus(cast(), widget?.widget) }

  /// Calls `body` when it is asked to close.
  public func onCloseRequest(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectAnswering("close-request") {
      body()
      return false
    }
  }

  /// Calls `body` when its size changed.
  public func onResize(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("notify::default-width") { _ in body() }
    connectArgument("notify::default-height") { _ in body() }
    connectArgument("notify::maximized") { _ in body() }
  }

  /// Calls `body` each time it was given a size on the screen, maximised or not.
  public func onLayout(_ body: @escaping @MainActor @Sendable () -> Void) {
    // It has another surface each time it is realized, and that one takes the handler with it.
    connect("realize") { [weak self] in self?.connectSurface(body) }
    if gtk_widget_get_realized(widget) != 0 { connectSurface(body) }
  }

  private func connectSurface(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard let surface = gtk_native_get_surface(opaque) else { return }
    Object(UnsafeMutableRawPointer(surface)).connectSize("layout", body)
  }
}

extension Window {
  /// Calls `body` when Escape is pressed and nothing in the window used it.
  public func onEscape(_ body: @escaping @MainActor @Sendable () -> Void) {
    onKey { key in
      guard key.name == "Escape" else { return false }
      body()
      return true
    }
  }
}
