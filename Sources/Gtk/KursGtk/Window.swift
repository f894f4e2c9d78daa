// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk
public import KursDrawing

@MainActor
public final class Window: Widget {
  override class var type: GType { gtk_window_get_type() }

  /// The initial size. For a window that is neither maximised nor full screen, this is also its current size.
  public var size: (width: Int, height: Int) {
    get {
      var width: Int32 = 0
      var height: Int32 = 0
      gtk_window_get_default_size(cast(), &width, &height)
      return (Int(width), Int(height))
    }
    set { gtk_window_set_default_size(cast(), Int32(newValue.width), Int32(newValue.height)) }
  }

  /// The current size, even if the window is maximised or tiled. Before the window is shown, the initial size.
  public var extent: (width: Int, height: Int) {
    // A floating window returns `size`. Without transparency, the widget's size would differ from `size` by the shadow.
    guard isMapped, Self.isHeld(widget) else { return size }
    return (width, height)
  }

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

  /// The size of the first screen, in the same unit as `size`. Nil without a display.
  public static var screen: (width: Int, height: Int)? {
    guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display),
      let monitor = g_list_model_get_item(monitors, 0)
    else { return nil }
    defer { g_object_unref(monitor) }
    var place = GdkRectangle()
    gdk_monitor_get_geometry(OpaquePointer(monitor), &place)
    return (Int(place.width), Int(place.height))
  }

  public var isMaximized: Bool {
    get { gtk_window_is_maximized(cast()) != 0 }
    set { if newValue { gtk_window_maximize(cast()) } else { gtk_window_unmaximize(cast()) } }
  }

  public func setTitle(_ title: String) {
    let shown = gtk_window_get_title(cast()).map { String(cString: $0) }
    if title != shown { gtk_window_set_title(cast(), title) }
  }

  /// Makes GTK load fonts and compute styles before the window is shown.
  public func measure() { gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, nil, nil, nil) }

  public func present() {
    gtk_window_present(cast())
    kurs_application_drawn()
  }

  /// The width below which a window is as narrow as a phone.
  public static let narrow = 480

  public func present(above parent: Window?, focusing focused: Widget? = nil) {
    if let parent {
      setTransient(for: parent)
      // A narrow parent window, as on a phone, limits the width of this window.
      if 1..<Self.narrow ~= parent.width, size.width > parent.width { size.width = parent.width }
    }
    if Appearance.isTextLarge {
      style("large-text", true)
      Self.fitTitles(in: widget)
    }
    present()
    focused?.grabFocus()
  }

  /// Breaks the titles of windows and groups into two lines, and gives them all the space between a header's buttons.
  /// Breaks the labels of buttons, so that two buttons fit side by side on a phone.
  static func fitTitles(in widget: UnsafeMutablePointer<GtkWidget>, isInHeader: Bool = false) {
    let isHeader = isObject(widget, a: adw_header_bar_get_type())
    if isHeader { adw_header_bar_set_centering_policy(OpaquePointer(widget), ADW_CENTERING_POLICY_LOOSE) }
    if isObject(widget, a: gtk_label_get_type()),
      gtk_widget_has_css_class(widget, isInHeader ? "title" : "heading") != 0
    {
      let label = OpaquePointer(widget)
      gtk_label_set_single_line_mode(label, 0)
      gtk_label_set_wrap(label, 1)
      gtk_label_set_lines(label, 2)
      if isInHeader { gtk_label_set_justify(label, GTK_JUSTIFY_CENTER) }
    } else if isObject(widget, a: gtk_label_get_type()), let button = gtk_widget_get_parent(widget),
      gtk_widget_has_css_class(button, "text-button") != 0
    {
      gtk_label_set_wrap(OpaquePointer(widget), 1)
      gtk_label_set_justify(OpaquePointer(widget), GTK_JUSTIFY_CENTER)
    }
    for child in childWidgets(of: widget) { fitTitles(in: child, isInHeader: isInHeader || isHeader) }
  }

  public func close() { gtk_window_close(cast()) }

  public func destroy() { gtk_window_destroy(cast()) }

  /// Keeps this window above `parent`. When `parent` closes, this window closes too.
  public func setTransient(for parent: Window) {
    gtk_window_set_transient_for(cast(), parent.cast())
    // Adds the window to the application. So the window handles the program's keys and keeps the program running.
    guard gtk_window_get_application(cast()) == nil, let application = gtk_window_get_application(parent.cast())
    else { return }
    gtk_window_set_application(cast(), application)
    endTogether(with: parent)
  }

  /// Replaces GTK's "destroy-with-parent", with which GTK 4.8 reads the freed parent, for example after Ctrl+Q.
  private func endTogether(with parent: Window) {
    let handler: @convention(c) (UnsafeMutablePointer<GtkWindow>, UnsafeMutableRawPointer?) -> Void = { window, _ in
      gtk_window_destroy(window)
    }
    g_signal_connect_object(
      parent.raw, "destroy", unsafeBitCast(handler, to: GCallback.self), raw, GConnectFlags(rawValue: swapped))
  }

  public func setApplication(_ application: Application) { gtk_window_set_application(cast(), application.cast()) }

  public func focus(_ widget: Widget?) { gtk_window_set_focus(cast(), widget?.widget) }

  public func onCloseRequest(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectAnswering("close-request") {
      body()
      return false
    }
  }

  public func confirmClosing(_ mayClose: @escaping @MainActor @Sendable () -> Bool) {
    connectAnswering("close-request") { !mayClose() }
  }

  public func onResize(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("notify::default-width") { _ in body() }
    connectArgument("notify::default-height") { _ in body() }
    connectArgument("notify::maximized") { _ in body() }
  }

  public func onLayout(_ body: @escaping @MainActor @Sendable () -> Void) {
    // The handler belongs to a surface, and the window gets a new surface each time it is realized.
    connect("realize") { [weak self] in self?.connectSurface(body) }
    if gtk_widget_get_realized(widget) != 0 { connectSurface(body) }
  }

  private func connectSurface(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard let surface = gtk_native_get_surface(opaque) else { return }
    Object(UnsafeMutableRawPointer(surface)).connectSize("layout", body)
  }
}

extension Window {
  public func onEscape(_ body: @escaping @MainActor @Sendable () -> Void) {
    onKey { key in
      guard key.name == "Escape" else { return false }
      body()
      return true
    }
  }
}

typealias PathHandler = @MainActor @Sendable (String) -> Void

extension Window {
  public func chooseFile(
    title: String, name: String, accept: String, _ chosen: @escaping @MainActor @Sendable (String) -> Void
  ) {
    kurs_file_save(cast(), title, accept, name, tellPath, retained(chosen))
  }

  public func chooseFile(
    title: String, types: [String], named filter: String, accept: String,
    _ chosen: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let kinds = gtk_file_filter_new()!
    gtk_file_filter_set_name(kinds, filter)
    for type in types { gtk_file_filter_add_mime_type(kinds, type) }
    kurs_file_open(cast(), title, accept, kinds, tellPath, retained(chosen))
    g_object_unref(UnsafeMutableRawPointer(kinds))
  }
}

/// Replaces a file that has a URI but no path, as on a phone or a server. Writes it completely or not at all. Blocks
/// the thread. Returns 0 or an `errno` value.
public func replaceFile(uri: String, with bytes: [UInt8]) -> Int32 {
  let file = g_file_new_for_uri(uri)
  defer { g_object_unref(UnsafeMutableRawPointer(file)) }
  var error: UnsafeMutablePointer<GError>?
  let isReplaced = bytes.withUnsafeBytes { bytes in
    g_file_replace_contents(
      file, bytes.baseAddress, gsize(bytes.count), nil, 0, G_FILE_CREATE_NONE, nil, nil, &error)
  }
  guard isReplaced == 0 else { return 0 }
  defer { g_clear_error(&error) }
  let codes: [(GIOErrorEnum, Int32)] = [
    (G_IO_ERROR_NOT_FOUND, ENOENT), (G_IO_ERROR_PERMISSION_DENIED, EACCES), (G_IO_ERROR_READ_ONLY, EROFS),
    (G_IO_ERROR_NO_SPACE, ENOSPC), (G_IO_ERROR_NOT_SUPPORTED, EOPNOTSUPP),
  ]
  return codes.first { g_error_matches(error, g_io_error_quark(), gint($0.0.rawValue)) != 0 }?.1 ?? EIO
}

private func retained(_ chosen: @escaping PathHandler) -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(Box(chosen)).toOpaque()
}

private func tellPath(_ path: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?) {
  guard let data else { return }
  let box = Unmanaged<Box<PathHandler>>.fromOpaque(data).takeRetainedValue()
  guard let path = path.map({ String(cString: $0) }) else { return }
  MainActor.assumeIsolated { box.body(path) }
}

extension Window {
  public func hasFocus(within place: Widget) -> Bool {
    guard let focused = gtk_window_get_focus(cast()) else { return false }
    return focused == place.widget || gtk_widget_is_ancestor(focused, place.widget) != 0
  }

  public var hasFocusInPopover: Bool {
    guard let focused = gtk_window_get_focus(cast()), let native = gtk_widget_get_native(focused) else { return false }
    return UnsafeMutableRawPointer(native) != raw
  }

  /// Calls `body` when a focused popover has closed and no other popover has opened.
  public func onFocusReturn(_ body: @escaping @MainActor @Sendable () -> Void) {
    let watch = PopoverWatch()
    connectArgument("notify::focus-widget") { [weak self] _ in
      guard let self else { return }
      let wasInPopover = watch.isInPopover
      watch.isInPopover = hasFocusInPopover
      guard wasInPopover, !watch.isInPopover else { return }
      // The check runs in a task, after GTK has moved the focus, because a menu entry may open a second popover.
      Task { [weak self] in if let self, !hasFocusInPopover { body() } }
    }
  }
}

@MainActor
private final class PopoverWatch {
  var isInPopover = false
}

extension Entry {
  /// Focuses the entry. Selection and cursor position stay the same.
  public func takeFocus(in window: Window) {
    restoreSelection()
    let (selected, cursor) = (selection, position)
    window.focus(self)
    if let selected {
      gtk_editable_select_region(opaque, Int32(selected.lowerBound), Int32(selected.upperBound))
    } else {
      position = cursor
    }
  }

  public func paste() {
    guard let delegate = gtk_editable_get_delegate(opaque) else { return }
    Widget(UnsafeMutableRawPointer(delegate)).activateAction("clipboard.paste")
  }
}

extension Window {
  public func open(address: String) { kurs_link_open(cast(), address) }

  /// Opens a file in the desktop's program for it. `path`: a path, or a URI if the file has no local path.
  public func open(path: String) {
    let address = path.contains("://") ? nil : g_filename_to_uri(path, nil, nil)
    defer { g_free(address) }
    open(address: address.map { String(cString: $0) } ?? path)
  }
}

extension Window {
  /// Prints one page. `page`: returns the page for a size in points. `failed`: receives the system's message.
  public func print(
    _ name: String, isUpright: Bool = false, failed: @escaping @MainActor @Sendable (String) -> Void,
    _ page: @escaping @MainActor @Sendable (Size) -> DisplayList
  ) {
    let made = gtk_print_operation_new()!
    let operation = Object(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
    gtk_print_operation_set_n_pages(operation.cast(), 1)
    if let setup = gtk_page_setup_new() {
      gtk_page_setup_set_orientation(setup, isUpright ? GTK_PAGE_ORIENTATION_PORTRAIT : GTK_PAGE_ORIENTATION_LANDSCAPE)
      gtk_print_operation_set_default_page_setup(operation.cast(), setup)
      g_object_unref(UnsafeMutableRawPointer(setup))
    }
    gtk_print_operation_set_job_name(operation.cast(), name)
    // Without asynchronous mode, GTK would run a nested main loop, in which the main actor's work doesn't run.
    gtk_print_operation_set_allow_async(operation.cast(), 1)
    operation.connectPage { context in
      let size = Size(gtk_print_context_get_width(context), gtk_print_context_get_height(context))
      guard let cairo = gtk_print_context_get_cairo_context(context) else { return }
      CairoCanvas(context: cairo)?.draw(page(size))
    }
    operation.connectDone { raw, result in
      guard result == GTK_PRINT_OPERATION_RESULT_ERROR else { return }
      var error: UnsafeMutablePointer<GError>?
      gtk_print_operation_get_error(raw, &error)
      failed(error.map { String(cString: $0.pointee.message) } ?? "")
      g_clear_error(&error)
    }
    gtk_print_operation_run(operation.cast(), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, cast(), nil)
  }
}

typealias PageHandler = @MainActor @Sendable (OpaquePointer) -> Void

extension Object {
  func connectPage(_ body: @escaping PageHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, OpaquePointer, Int32, UnsafeMutableRawPointer) -> Void = {
        _, context, _, data in
        let box = Unmanaged<Box<PageHandler>>.fromOpaque(data).takeUnretainedValue()
        // `nonisolated(unsafe)` is safe, because the pointer is used only during this call and on this thread.
        nonisolated(unsafe) let context = context
        MainActor.assumeIsolated { box.body(context) }
      }
    attach("draw-page", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectDone(
    _ body: @escaping @MainActor @Sendable (UnsafeMutablePointer<GtkPrintOperation>, GtkPrintOperationResult) -> Void
  ) {
    typealias Body = @MainActor @Sendable (UnsafeMutablePointer<GtkPrintOperation>, GtkPrintOperationResult) -> Void
    let trampoline:
      @convention(c) (UnsafeMutablePointer<GtkPrintOperation>, GtkPrintOperationResult, UnsafeMutableRawPointer) -> Void
      = { operation, result, data in
        let box = Unmanaged<Box<Body>>.fromOpaque(data).takeUnretainedValue()
        // `nonisolated(unsafe)` is safe, because the pointer is used only during this call and on this thread.
        nonisolated(unsafe) let operation = operation
        MainActor.assumeIsolated { box.body(operation, result) }
      }
    attach("done", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}

extension Window {
  /// Shows a page of keyboard shortcuts. The name of each row is an action, or keys separated by spaces.
  ///
  /// GTK's own window of shortcuts isn't used, because it is wider than a phone.
  @discardableResult
  public func showShortcuts(_ page: Widget, title: String) -> PreferencesWindow {
    writeKeys(into: page.widget, gtk_window_get_application(cast()))
    let shortcuts = PreferencesWindow(title: title, width: 440, height: 640)
    shortcuts.style("shortcuts", true)
    shortcuts.add(page)
    page.leaveRowsOnTab()
    shortcuts.present(above: self)
    if let window = shortcuts.window { gtk_window_set_modal(window.cast(), 1) }
    return shortcuts
  }
}

@MainActor
private func writeKeys(
  into widget: UnsafeMutablePointer<GtkWidget>, _ application: UnsafeMutablePointer<GtkApplication>?
) {
  guard isObject(widget, a: adw_action_row_get_type()) else {
    return childWidgets(of: widget).forEach { writeKeys(into: $0, application) }
  }
  let (row, name) = (ActionRow(UnsafeMutableRawPointer(widget)), String(cString: gtk_widget_get_name(widget)))
  let ofAction = name.contains(".") ? application.map { gtk_application_get_accels_for_action($0, name) } : nil
  let keys = (ofAction.map(strings) ?? name.split(separator: " ").map(String.init)).compactMap(nameOfKey)
  // At most two keys are in a line, so that the row's sentence has enough space.
  let lines = stride(from: 0, to: keys.count, by: 2).map { keys[$0..<min($0 + 2, keys.count)].joined(separator: " / ") }
  let text = lines.joined(separator: "\n")
  if Appearance.isTextLarge {
    // Keys are Latin text. Without the marks, they would begin at the other edge of a row in Arabic.
    let text = Appearance.isRightToLeft && !text.isEmpty ? "\u{200F}\u{2066}\(text)\u{2069}" : text
    return row.subtitle = [row.subtitle, text].filter { !$0.isEmpty }.joined(separator: "\n")
  }
  let label = Label(text: text)
  gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
  gtk_label_set_justify(label.opaque, GTK_JUSTIFY_RIGHT)
  label.style("dim-label", true)
  row.addSuffix(label)
  row.setAccessibleDescription(label.text)
}

/// Returns a key's name, such as `Ctrl+C`, in the user's language. Nil if the text isn't a key.
private func nameOfKey(_ accelerator: String) -> String? {
  var (key, modifiers) = (guint(0), GdkModifierType(rawValue: 0))
  guard gtk_accelerator_parse(accelerator, &key, &modifiers) != 0,
    let name = gtk_accelerator_get_label(key, modifiers)
  else { return nil }
  defer { g_free(name) }
  return String(cString: name)
}
