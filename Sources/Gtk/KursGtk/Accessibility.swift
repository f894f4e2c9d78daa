// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

enum Accessibility {
  typealias AnyWidget = UnsafeMutablePointer<GtkWidget>

  /// Sets a widget's accessible name. If another text labels the widget, such as a row's title, newer GTK speaks that
  /// text instead of the name, and older GTK speaks both. So the relation to that text is removed.
  static func setLabel(_ label: String, of accessible: OpaquePointer) {
    gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    // A screen reader would read "·" aloud as "middle dot".
    set(GTK_ACCESSIBLE_PROPERTY_LABEL, of: accessible, to: label.replacing(" · ", with: ", "))
  }

  static func setLabel(_ label: String, of widget: AnyWidget) { setLabel(label, of: OpaquePointer(widget)) }

  static func setDescription(_ description: String, of accessible: OpaquePointer) {
    // Setting the same description again would interrupt an announcement.
    guard text(ownDescription, of: UnsafeMutableRawPointer(accessible)) != description else { return }
    setText(ownDescription, of: UnsafeMutableRawPointer(accessible), to: description)
    describeAll(accessible, description)
  }

  /// Makes a screen reader speak a sentence. Older GTK can't announce, so the focused element's description is changed.
  static func announce(_ sentence: String, from widget: AnyWidget) {
    if kurs_accessible_announce(widget, sentence) != 0 { return }
    guard let root = gtk_widget_get_root(widget), var focused = gtk_root_get_focus(root) else { return }
    // In older GTK, the focused text inside an entry isn't an accessible element, so the entry itself is used.
    if isObject(focused, a: gtk_text_get_type()) { focused = gtk_widget_get_parent(focused) ?? focused }
    endAnnouncements(at: focused, in: UnsafeMutableRawPointer(root))
    describeAll(OpaquePointer(focused), sentence)
    for signal in ["notify::focus-widget", "notify::is-active"] {
      g_signal_connect_object(
        UnsafeMutableRawPointer(root), signal, unsafeBitCast(announcementEnded, to: GCallback.self), focused,
        GConnectFlags(rawValue: swapped))
    }
  }

  /// Names a widget's buttons. libadwaita 1.2 gives dialog buttons two names, and a toast's close button a class name.
  static func nameButtons(in widget: AnyWidget) {
    guard isObject(widget, a: gtk_button_get_type()) else {
      return childWidgets(of: widget).forEach { nameButtons(in: $0) }
    }
    let close = g_dgettext("gtk40", "Close").map { String(cString: $0) }
    setLabel(buttonText(widget) ?? close ?? "", of: widget)
  }

  static func nameIcons(in widget: AnyWidget) {
    if isObject(widget, a: gtk_image_get_type()), !has(GTK_ACCESSIBLE_PROPERTY_LABEL, OpaquePointer(widget)) {
      nameIcon(widget)
    }
    childWidgets(of: widget).forEach { nameIcons(in: $0) }
  }

  /// Repairs the accessible names of a `.ui` file's objects. Uses GTK's test functions, because only these check names.
  static func keepLabels(of objects: [UnsafeMutableRawPointer]) {
    for object in objects where isObject(object, a: gtk_accessible_get_type()) {
      let widget = object.assumingMemoryBound(to: GtkWidget.self)
      let isWidget = isObject(object, a: gtk_widget_get_type())
      if isWidget, gtk_widget_get_parent(widget) == nil { nameIcons(in: widget) }
      if isObject(object, a: adw_entry_row_get_type()) { addTextToName(in: widget) }
      let accessible = OpaquePointer(object)
      if isLabelled(accessible), has(GTK_ACCESSIBLE_PROPERTY_LABEL, accessible) {
        gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
      }
    }
  }

  /// Repairs names when a widget is first shown. libadwaita creates some rows and pages without a `.ui` file.
  @MainActor static func fixNamesWhenShown() {
    guard !isFixingNames else { return }
    isFixingNames = true
    let type = gtk_widget_get_type()
    g_signal_add_emission_hook(g_signal_lookup("map", type), 0, shown, nil, nil)
    guard gtk_get_minor_version() < 10 else { return }
    g_signal_add_emission_hook(g_signal_lookup("state-flags-changed", type), 0, focusing, nil, nil)
  }

  @MainActor private static var isFixingNames = false
}

private let ownDescription = "kurs-description"
/// The value of `G_CONNECT_SWAPPED`. Its name in Swift depends on GLib's version.
let swapped: UInt32 = 2

extension Accessibility {
  private static func set(_ property: GtkAccessibleProperty, of accessible: OpaquePointer, to text: String) {
    var (property, value) = (property, GValue())
    gtk_accessible_property_init_value(property, &value)
    defer { g_value_unset(&value) }
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(accessible, 1, &property, &value)
  }

  private static func has(_ property: GtkAccessibleProperty, _ accessible: OpaquePointer) -> Bool {
    gtk_test_accessible_has_property(accessible, property) != 0
  }

  private static func isLabelled(_ accessible: OpaquePointer) -> Bool {
    gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) != 0
  }

  private static func describe(_ accessible: OpaquePointer, _ description: String?) {
    if let description {
      set(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, of: accessible, to: description)
    } else {
      gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION)
    }
  }

  /// Describes a widget. In newer GTK, an entry's text is a separate element, so that element gets the description too.
  private static func describeAll(_ accessible: OpaquePointer, _ description: String?) {
    describe(accessible, description)
    guard isObject(UnsafeMutableRawPointer(accessible), a: gtk_editable_get_type()) else { return }
    if let text = gtk_editable_get_delegate(accessible) { describe(text, description) }
  }

  /// Restores the focused widget's description, so that the announcement isn't repeated when the focus returns.
  fileprivate static func endAnnouncement(at focused: AnyWidget, in root: UnsafeMutableRawPointer) {
    endAnnouncements(at: focused, in: root)
    let tooltip = gtk_widget_get_tooltip_text(focused).map { String(cString: $0) }
    describeAll(OpaquePointer(focused), text(ownDescription, of: focused) ?? tooltip)
  }

  private static func endAnnouncements(at focused: AnyWidget, in root: UnsafeMutableRawPointer) {
    let mask = GSignalMatchType(rawValue: G_SIGNAL_MATCH_FUNC.rawValue | G_SIGNAL_MATCH_DATA.rawValue)
    let callback = unsafeBitCast(announcementEnded, to: UnsafeMutableRawPointer.self)
    g_signal_handlers_disconnect_matched(root, mask, 0, 0, nil, callback, focused)
  }

  private static func buttonText(_ button: AnyWidget) -> String? {
    stringProperty("label", of: button) ?? gtk_widget_get_tooltip_text(button).map { String(cString: $0) }
  }

  /// Hides a decorative icon from screen readers, because GTK 4.8 would speak its class. Gives an icon in a button the
  /// button's name, because a screen reader would otherwise find nothing in the button.
  private static func nameIcon(_ icon: AnyWidget) {
    let accessible = OpaquePointer(icon)
    if let text = gtk_widget_get_ancestor(icon, gtk_button_get_type()).flatMap({ buttonText($0) }) {
      return set(GTK_ACCESSIBLE_PROPERTY_LABEL, of: accessible, to: text)
    }
    var (state, value) = (GTK_ACCESSIBLE_STATE_HIDDEN, GValue())
    gtk_accessible_state_init_value(state, &value)
    g_value_set_boolean(&value, 1)
    gtk_accessible_update_state_value(accessible, 1, &state, &value)
    g_value_unset(&value)
  }

  /// Names an entry row's text by the row's title and the typed text. In libadwaita 1.2, the focused text isn't an
  /// accessible element, so a screen reader is silent. Newer GTK has the element, but without a text interface.
  private static func addTextToName(in row: AnyWidget) {
    guard let text = gtk_editable_get_delegate(OpaquePointer(row)),
      gtk_accessible_get_accessible_role(text) == GTK_ACCESSIBLE_ROLE_NONE
    else { return }
    setRole(GTK_ACCESSIBLE_ROLE_TEXT_BOX, of: UnsafeMutableRawPointer(text))
    // With another role, a screen reader would speak the name twice: for the row and for the text in it.
    setRole(GTK_ACCESSIBLE_ROLE_GENERIC, of: row)
    nameText(of: row)
    // The handler is connected before the focus is announced, so that a screen reader speaks each typed key.
    let (named, flags) = (unsafeBitCast(rowChanged, to: GCallback.self), GConnectFlags(rawValue: swapped))
    g_signal_connect_object(UnsafeMutableRawPointer(text), "notify::has-focus", named, row, flags)
    g_signal_connect_object(row, "notify::title", named, row, flags)
  }

  fileprivate static func nameText(of row: AnyWidget) {
    guard let text = gtk_editable_get_delegate(OpaquePointer(row)) else { return }
    let preferences = UnsafeMutableRawPointer(row).assumingMemoryBound(to: AdwPreferencesRow.self)
    let title = String(cString: adw_preferences_row_get_title(preferences))
    let isSecret = isObject(row, a: adw_password_entry_row_get_type())
    let typed = isSecret ? "" : String(cString: gtk_editable_get_text(OpaquePointer(row)))
    set(GTK_ACCESSIBLE_PROPERTY_LABEL, of: text, to: typed.isEmpty ? title : "\(title): \(typed)")
  }

  /// Removes an element's default name. In GTK 4.8 that is a class name, even for a group's list without a title.
  fileprivate static func removeDefaultName(_ accessible: OpaquePointer) {
    let object = UnsafeMutableRawPointer(accessible)
    let widget = isObject(object, a: gtk_widget_get_type()) ? object.assumingMemoryBound(to: GtkWidget.self) : nil
    let title = widget.flatMap { gtk_widget_get_ancestor($0, adw_preferences_group_get_type()) }
      .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: AdwPreferencesGroup.self) }
      .map { String(cString: adw_preferences_group_get_title($0)) }
    if isLabelled(accessible), title != "" { return }
    if !has(GTK_ACCESSIBLE_PROPERTY_LABEL, accessible) { setLabel("", of: accessible) }
  }
}

private func widget(of values: UnsafePointer<GValue>?) -> UnsafeMutablePointer<GtkWidget>? {
  values.flatMap { g_value_get_object($0) }?.assumingMemoryBound(to: GtkWidget.self)
}

private let shown: GSignalEmissionHook = { _, _, values, _ in
  guard let widget = widget(of: values) else { return 1 }
  if isObject(widget, a: gtk_list_box_get_type()) || isObject(widget, a: gtk_popover_get_type()) {
    Accessibility.removeDefaultName(OpaquePointer(widget))
  }
  if let parent = gtk_widget_get_parent(widget), isObject(parent, a: gtk_stack_get_type()),
    let page = gtk_stack_get_page(OpaquePointer(parent), widget)
  {
    Accessibility.removeDefaultName(page)
  }
  return 1
}

/// Registers a widget's accessible element just before it gets the focus, by changing the focusable state. GTK 4.8
/// otherwise registers it with the focus and then sends its name, so a screen reader speaks the name twice.
private let focusing: GSignalEmissionHook = { _, _, values, _ in
  guard let widget = widget(of: values),
    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUSED.rawValue != 0,
    gtk_widget_has_focus(widget) == 0, gtk_widget_get_focusable(widget) != 0
  else { return 1 }
  gtk_widget_set_focusable(widget, 0)
  gtk_widget_set_focusable(widget, 1)
  // Any change of a property makes GTK send all waiting changes, so this call changes a property that isn't used.
  gtk_accessible_reset_property(OpaquePointer(widget), GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION)
  return 1
}

private typealias SwappedHandler =
  @convention(c) (UnsafeMutablePointer<GtkWidget>, OpaquePointer?, UnsafeMutableRawPointer) -> Void

private let rowChanged: SwappedHandler = { row, _, _ in Accessibility.nameText(of: row) }

private let announcementEnded: SwappedHandler = { focused, _, root in
  Accessibility.endAnnouncement(at: focused, in: root)
}
