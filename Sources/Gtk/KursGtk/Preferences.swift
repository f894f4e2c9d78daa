// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// An `AdwPreferencesGroup`: a boxed list under a heading.
@MainActor
public final class PreferencesGroup: Widget {
  override class var type: GType { adw_preferences_group_get_type() }

  /// Puts a row at the end.
  public func add(_ row: Widget) { adw_preferences_group_add(cast(), row.widget) }

  /// Takes a row out.
  public func remove(_ row: Widget) { adw_preferences_group_remove(cast(), row.widget) }

  /// The sentence under the heading.
  public func setDescription(_ text: String) { adw_preferences_group_set_description(cast(), text) }

  /// Brings its rows into this order; the keyboard focus stays where it is.
  public func arrange(_ rows: [Widget]) {
    guard let first = rows.first, let list = gtk_widget_get_parent(first.widget),
      kurs_is_a(list, gtk_list_box_get_type()) != 0
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
    // Rows added from here on go to the end.
    gtk_list_box_set_sort_func(box, nil, nil, nil)
  }
}

private final class RowOrder: Sendable {
  /// Compared by address: the rows outlive the sorting.
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
  /// Whether it is on the screen, as far as GTK can tell.
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  /// Calls `body` once it is no longer on the screen, where that did not end with its window.
  public func onHidden(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("unmap") { [weak self] in
      Task { [weak self] in if let self, gtk_widget_get_root(widget) != nil, !isMapped { body() } }
    }
  }
}
