// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@MainActor
public final class ListBox: Widget {
  override class var type: GType { gtk_list_box_get_type() }

  public func insert(_ row: Widget, at index: Int = -1) {
    gtk_list_box_insert(opaque, row.widget, Int32(index))
  }

  public func remove(_ row: Widget) { gtk_list_box_remove(opaque, row.widget) }

  public func onActivate(_ body: @escaping @MainActor @Sendable (Int) -> Void) {
    connectArgument("row-activated") { row in
      guard let row else { return }
      body(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
    }
  }
}

private let placeKey = "kurs-place"

extension ListBox {
  /// Sorts the rows without removing one, so that the focus stays.
  public func order(_ rows: [Widget]) {
    for (place, row) in rows.enumerated() {
      g_object_set_data(row.cast(), placeKey, UnsafeMutableRawPointer(bitPattern: place))
    }
    gtk_list_box_set_sort_func(
      opaque,
      { first, second, _ in
        let places = [first, second].map { row in
          let object = UnsafeMutableRawPointer(row!).assumingMemoryBound(to: GObject.self)
          return Int(bitPattern: g_object_get_data(object, placeKey))
        }
        return places[0] < places[1] ? -1 : places[0] > places[1] ? 1 : 0
      }, nil, nil)
  }

  public func place(of row: Widget) -> Int { Int(gtk_list_box_row_get_index(row.cast())) }

  public func select(_ row: Widget) { gtk_list_box_select_row(opaque, row.cast()) }

  public func selectNone() { gtk_list_box_unselect_all(opaque) }

  public func onSelect(_ body: @escaping @MainActor @Sendable (Int) -> Void) {
    connectArgument("row-selected") { row in
      guard let row else { return }
      body(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
    }
  }
}
