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

@MainActor
public final class PreferencesGroup: Widget {
  override class var type: GType { adw_preferences_group_get_type() }

  public func add(_ row: Widget) { adw_preferences_group_add(cast(), row.widget) }

  public func remove(_ row: Widget) { adw_preferences_group_remove(cast(), row.widget) }

  public func setDescription(_ text: String) { adw_preferences_group_set_description(cast(), text) }

  /// Sorts the group's rows without moving the focus.
  public func arrange(_ rows: [Widget]) {
    guard let first = rows.first, let list = gtk_widget_get_parent(first.widget),
      isObject(list, a: gtk_list_box_get_type())
    else { return }
    let box = OpaquePointer(list)
    let places = rows.map { gtk_list_box_row_get_index($0.cast()) }
    guard places != places.sorted() else { return }
    let order = RowOrder(rows)
    gtk_list_box_set_sort_func(
      box,
      { a, b, data in
        guard let a, let b, let data else { return 0 }
        return Unmanaged<RowOrder>.fromOpaque(data).takeUnretainedValue().compare(a, b)
      }, Unmanaged.passRetained(order as AnyObject).toOpaque(), releaseBox)
    // Removes the sort function, so that rows that are added later go to the end.
    gtk_list_box_set_sort_func(box, nil, nil, nil)
  }
}

extension Widget {
  /// Lets the Tab key leave a list from any of its rows. The arrow keys move between the rows.
  public func leaveRowsOnTab() {
    // The handler may outlive this object, but not the GTK widget. So the handler uses the widget's address.
    let address = UInt(bitPattern: raw)
    onKey(first: true) { key in
      guard key.isTab, let raw = UnsafeMutableRawPointer(bitPattern: address) else { return false }
      return Widget(raw).moveFocus(isBackward: key.hasShift)
    }
  }

  /// Moves the focus in its row. At the row's end, moves it to the list's end. Returns whether the row keeps the focus.
  func moveFocus(isBackward: Bool) -> Bool {
    guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root),
      let row = isObject(focused, a: gtk_list_box_row_get_type())
        ? focused : gtk_widget_get_ancestor(focused, gtk_list_box_row_get_type()),
      let list = gtk_widget_get_parent(row)
    else { return false }
    let direction = isBackward ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
    if gtk_widget_child_focus(row, direction) != 0 { return true }
    let rows = childWidgets(of: list).filter { gtk_widget_get_mapped($0) != 0 }
    guard let end = isBackward ? rows.first : rows.last, end != row else { return false }
    gtk_widget_grab_focus(end)
    if !isBackward { while gtk_widget_child_focus(end, direction) != 0 {} }
    return false
  }
}

private final class RowOrder: Sendable {
  /// The position of each row, by the row's memory address. The rows exist until the sorting ends.
  private let places: [UInt: Int]

  @MainActor
  init(_ rows: [Widget]) {
    places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { (UInt(bitPattern: $1.raw), $0) })
  }

  func compare(_ a: UnsafeMutablePointer<GtkListBoxRow>, _ b: UnsafeMutablePointer<GtkListBoxRow>) -> Int32 {
    let (a, b) = (places[UInt(bitPattern: a)] ?? .max, places[UInt(bitPattern: b)] ?? .max)
    return a < b ? -1 : a > b ? 1 : 0
  }
}

extension Widget {
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  /// Calls `body` when the widget is hidden. Doesn't call it if the window was closed.
  public func onHidden(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("unmap") { [weak self] in
      Task { [weak self] in if let self, gtk_widget_get_root(widget) != nil, !isMapped { body() } }
    }
  }
}

@MainActor
public class ActionRow: Widget {
  override class var type: GType { adw_action_row_get_type() }

  public var title: String {
    get { plain(adw_preferences_row_get_title(cast())) }
    set { adw_preferences_row_set_title(cast(), marked(newValue)) }
  }

  public var subtitle: String {
    get { plain(adw_action_row_get_subtitle(cast())) }
    set { adw_action_row_set_subtitle(cast(), marked(newValue)) }
  }

  /// Escapes characters such as `&` if the row reads its text as markup. Rows that the search must find use markup.
  private func marked(_ text: String) -> String {
    guard adw_preferences_row_get_use_markup(cast()) != 0 else { return text }
    let escaped = g_markup_escape_text(text, -1)!
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  private func plain(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    var found: UnsafeMutablePointer<CChar>?
    guard adw_preferences_row_get_use_markup(cast()) != 0,
      pango_parse_markup(text, -1, 0, nil, &found, nil, nil) != 0, let found
    else { return String(cString: text) }
    defer { g_free(found) }
    return String(cString: found)
  }

  public func onActivate(_ body: @escaping @MainActor @Sendable () -> Void) { connect("activated", body) }

  public convenience init(plain title: String) {
    self.init(UnsafeMutableRawPointer(adw_action_row_new()!))
    adw_preferences_row_set_use_markup(cast(), 0)
    self.title = title
  }

  public var place: Int { Int(gtk_list_box_row_get_index(cast())) }

  public func addSuffix(_ widget: Widget) { adw_action_row_add_suffix(cast(), widget.widget) }
}

extension Entry {
  public func onApply(_ body: @escaping @MainActor @Sendable () -> Void) { connect("apply", body) }
}

@MainActor
public final class ExpanderRow: Widget {
  override class var type: GType { adw_expander_row_get_type() }

  public var title: String {
    get { String(cString: adw_preferences_row_get_title(cast())) }
    set { adw_preferences_row_set_title(cast(), newValue) }
  }

  public var subtitle: String {
    get { adw_expander_row_get_subtitle(cast()).map { String(cString: $0) } ?? "" }
    set { adw_expander_row_set_subtitle(cast(), newValue) }
  }

  public func add(_ row: Widget) { adw_expander_row_add_row(cast(), row.widget) }
}

@MainActor
public final class ComboRow: ActionRow {
  override class var type: GType { adw_combo_row_get_type() }

  private var choices: [String]?
  private var marks: [UnsafeMutableRawPointer: (mark: UnsafeMutablePointer<GtkWidget>, place: Int)] = [:]

  public convenience init(title: String, choices: [String]) {
    self.init(UnsafeMutableRawPointer(adw_combo_row_new()!))
    // Markup must be turned off before the title is set, because an `&` in the title would be read as markup.
    adw_preferences_row_set_use_markup(cast(), 0)
    self.title = title
    setChoices(choices)
  }

  public func setChoices(_ choices: [String]) {
    guard choices != self.choices else { return }
    self.choices = choices
    if adw_combo_row_get_list_factory(cast()) == nil { showWholeAnswers() }
    if Appearance.isTextLarge { placeChoiceBelowTitle() }
    let list = gtk_string_list_new(nil)!
    for choice in choices { gtk_string_list_append(list, choice) }
    adw_combo_row_set_model(cast(), list)
    g_object_unref(UnsafeMutableRawPointer(list))
    describeChoice()
  }

  public var selected: Int {
    get { Int(adw_combo_row_get_selected(cast())) }
    set { if newValue != selected { adw_combo_row_set_selected(cast(), guint(newValue)) } }
  }

  public func onSelect(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("notify::selected") { _ in body() }
  }
}

extension ComboRow {
  private static let letters: Int32 = 40

  /// Moves the choice below the title, because large text leaves no room beside the title on a phone.
  private func placeChoiceBelowTitle() {
    guard let header = gtk_list_box_row_get_child(cast()), isObject(header, a: gtk_box_get_type()) else { return }
    gtk_orientable_set_orientation(OpaquePointer(header), GTK_ORIENTATION_VERTICAL)
  }

  /// Shows the choices at full width. libadwaita's rows cut them off after twenty letters.
  private func showWholeAnswers() {
    let factory = Object(UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    g_object_unref(factory.raw)
    factory.connectArgument("setup") { item in item.map { Self.fill(OpaquePointer($0)) } }
    factory.connectArgument("bind") { [weak self] item in
      guard let self, let item, let parts = Self.parts(of: OpaquePointer(item)) else { return }
      let text = gtk_list_item_get_item(OpaquePointer(item)).flatMap { gtk_string_object_get_string(OpaquePointer($0)) }
      gtk_label_set_text(OpaquePointer(parts.label), text)
      marks[item] = (parts.mark, Int(gtk_list_item_get_position(OpaquePointer(item))))
      showMarks()
    }
    factory.connectArgument("unbind") { [weak self] item in item.map { _ = self?.marks.removeValue(forKey: $0) } }
    adw_combo_row_set_list_factory(cast(), factory.opaque)
    onSelect { [weak self] in
      self?.showMarks()
      self?.describeChoice()
    }
  }

  /// Adds the choice to the row's description, because a screen reader doesn't read the label of the choice.
  private func describeChoice() {
    guard let choices, choices.indices.contains(selected) else { return }
    // Since version 4.10, GTK would describe the row only by its subtitle, even an empty one. This call prevents that.
    if gtk_get_minor_version() >= 10 { gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY) }
    setAccessibleDescription(choices[selected])
  }

  private func showMarks() {
    for (mark, place) in marks.values { gtk_widget_set_opacity(mark, place == selected ? 1 : 0) }
  }

  private static func fill(_ item: OpaquePointer) {
    let row = BoxContainer(vertical: false, spacing: 6)
    let label = gtk_label_new(nil)!
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_max_width_chars(OpaquePointer(label), letters)
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(row.cast(), label)
    gtk_box_append(row.cast(), gtk_image_new_from_icon_name("object-select-symbolic"))
    gtk_list_item_set_child(item, row.widget)
  }

  private static func parts(
    of item: OpaquePointer
  ) -> (label: UnsafeMutablePointer<GtkWidget>, mark: UnsafeMutablePointer<GtkWidget>)? {
    guard let row = gtk_list_item_get_child(item), let label = gtk_widget_get_first_child(row),
      let mark = gtk_widget_get_last_child(row)
    else { return nil }
    return (label, mark)
  }
}
