// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

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
    // Without a sort function, rows that are added later go to the end.
    gtk_list_box_set_sort_func(box, nil, nil, nil)
  }
}

extension Widget {
  /// Lets the Tab key leave a list from any of its rows. The arrow keys move between the rows.
  public func leaveRowsOnTab() {
    // The handler lives as long as the GTK widget, which may outlive this object.
    let address = UInt(bitPattern: raw)
    onKey(first: true) { key in
      guard key.isTab, let raw = UnsafeMutableRawPointer(bitPattern: address) else { return false }
      return Widget(raw).moveFocus(isBackward: key.hasShift)
    }
  }

  /// Moves the focus in its row, or from the row's end to the list's end. Returns whether the row still has the focus.
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
