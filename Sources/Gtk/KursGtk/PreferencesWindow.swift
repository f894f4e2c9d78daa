// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

@MainActor
public final class PreferencesWindow: Widget {
  override class var type: GType { kurs_preferences_get_type() }

  public convenience init(title: String, width: Int, height: Int) {
    self.init(UnsafeMutableRawPointer(kurs_preferences_new(title, Int32(width), Int32(height))!))
    onKey(first: true) { [weak self] key in
      guard let self else { return false }
      return openFound(key) || toggleSwitch(key)
    }
  }

  /// Whether the settings are a window. Since libadwaita 1.5 they are a dialog.
  private var isWindow: Bool { isObject(raw, a: gtk_window_get_type()) }

  public var page: String {
    get { kurs_preferences_get_page(widget).map { String(cString: $0) } ?? "" }
    set { kurs_preferences_set_page(widget, newValue) }
  }

  /// The window that shows the settings. Nil until they are presented.
  public private(set) var window: Window?

  public func add(_ page: Widget) {
    let groups = Self.groups(in: page.widget)
    let before = groups.map(Self.references)
    kurs_preferences_add(widget, page.cast())
    // Releases the group references that libadwaita's search leaks before version 1.5 (adw_preferences_page_get_rows).
    guard isWindow, adw_get_major_version() == 1, adw_get_minor_version() < 5 else { return }
    for (group, count) in zip(groups, before) {
      for _ in count..<max(count, Self.references(to: group)) { g_object_unref(group) }
    }
  }

  public func present(subpage: Widget, title: String) {
    if Appearance.isTextLarge { Window.fitTitles(in: subpage.widget) }
    kurs_preferences_open_subpage(widget, subpage.widget, title)
  }

  public func closeSubpage() { kurs_preferences_close_subpage(widget) }

  public func present(above parent: Window? = nil, of application: Application? = nil) {
    let window = opened()
    if let application { window.setApplication(application) }
    window.present(above: parent)
    self.window = window
  }

  public func close() { window?.close() }

  /// Destroys the settings window at once. `close` closes it as the user would.
  public func destroy() { opened().destroy() }

  public func onClose(_ body: @escaping @MainActor @Sendable () -> Void) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> gboolean = { _, data in
      let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body() }
      // close-request needs a result, and 0 lets the window close. The newer signal, closed, ignores the result.
      return 0
    }
    attach(isWindow ? "close-request" : "closed", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  /// Names the search button and field for screen readers. `found`: receives the number of found rows and the field.
  public func setSearchLabel(_ label: String, found: @escaping @MainActor @Sendable (Int, Widget) -> Void) {
    for name in ["search_button", "search_entry"] { part(name)?.setAccessibleLabel(label) }
    part("search_entry")?.connect("search-changed") { [weak self] in
      guard let self, let list = part("search_results"), let entry = part("search_entry") else { return }
      // Counts only the visible rows, because the list hides rows that don't match.
      found(childWidgets(of: list.widget).count { gtk_widget_get_child_visible($0) != 0 }, entry)
    }
  }

  private func part(_ name: String) -> Widget? {
    gtk_widget_get_template_child(widget, Self.type, name).map { Widget(UnsafeMutableRawPointer($0)) }
  }

  /// The overlay for toasts, which Kurs queues. libadwaita's own queue would show each toast for five seconds.
  private(set) lazy var toasts = gtk_widget_get_template_child(widget, PreferencesWindow.type, "toast_overlay").map {
    ToastOverlay(UnsafeMutableRawPointer($0))
  }

  public func toast(_ sentence: String, button: (label: String, action: String)? = nil) {
    toasts?.show(sentence, button: button)
  }
}

extension PreferencesWindow {
  /// Opens the settings. Returns their window. A dialog gets a separate window, so that the calculator stays usable.
  private func opened() -> Window {
    if isWindow {
      Accessibility.nameIcons(in: widget)
      return Window(raw)
    }
    if let root = gtk_widget_get_root(widget) { return Window(UnsafeMutableRawPointer(root)) }
    kurs_dialog_present(widget, nil)
    let window = Window(UnsafeMutableRawPointer(gtk_widget_get_root(widget)!))
    gtk_window_set_resizable(window.cast(), 1)
    if let application = g_application_get_default(), isObject(application, a: gtk_application_get_type()) {
      installAccelerators(of: UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
    }
    return window
  }

  /// Adds the program's keys, such as those for quit and close, because a dialog doesn't pass keys to its window.
  private func installAccelerators(of application: UnsafeMutablePointer<GtkApplication>) {
    let keys = gtk_shortcut_controller_new()!
    gtk_shortcut_controller_set_scope(keys, GTK_SHORTCUT_SCOPE_MANAGED)
    for action in strings(gtk_application_list_action_descriptions(application))
    where action.hasPrefix("app.") || action.hasPrefix("window.") {
      for key in strings(gtk_application_get_accels_for_action(application, action)) {
        let trigger = gtk_shortcut_trigger_parse_string(key)
        gtk_shortcut_controller_add_shortcut(keys, gtk_shortcut_new(trigger, gtk_named_action_new(action)))
      }
    }
    gtk_widget_add_controller(widget, keys)
  }

  /// When Enter is pressed, opens the focused search result, or the first one. libadwaita doesn't handle this key.
  private func openFound(_ key: KeyPress) -> Bool {
    guard key.name == "Return" || key.name == "KP_Enter",
      let entry = Self.firstMapped(gtk_search_entry_get_type(), in: widget),
      gtk_editable_get_text(OpaquePointer(entry)).pointee != 0, let root = gtk_widget_get_root(widget)
    else { return false }
    var row = gtk_root_get_focus(root)
    if let focused = row, gtk_widget_is_ancestor(focused, entry) != 0 {
      row = Self.firstMapped(gtk_list_box_row_get_type(), in: widget)
    }
    guard let row, isObject(row, a: gtk_list_box_row_get_type()) else { return false }
    return gtk_widget_activate(row) != 0
  }

  /// Toggles the focused switch when Space is pressed. With GTK 4.24, the search of a dialog takes this key first.
  private func toggleSwitch(_ key: KeyPress) -> Bool {
    guard key.name == "space", !key.hasControl, !key.hasAlt, let root = gtk_widget_get_root(widget),
      let focused = gtk_root_get_focus(root), isObject(focused, a: gtk_switch_get_type())
    else { return false }
    return gtk_widget_activate(focused) != 0
  }

  private static func firstMapped(
    _ type: GType, in widget: UnsafeMutablePointer<GtkWidget>
  ) -> UnsafeMutablePointer<GtkWidget>? {
    if isObject(widget, a: type), gtk_widget_get_mapped(widget) != 0 { return widget }
    return childWidgets(of: widget).lazy.compactMap { firstMapped(type, in: $0) }.first
  }

  private static func groups(in widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    isObject(widget, a: adw_preferences_group_get_type())
      ? [widget] : childWidgets(of: widget).flatMap { groups(in: $0) }
  }

  private static func references(to widget: UnsafeMutablePointer<GtkWidget>) -> UInt32 {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self).pointee.ref_count
  }
}
