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

private let countKey = "kurs-rows"

/// An empty row of a `ListBox`. It takes the space of rows that are far from the visible part. A `GtkListView` would
/// create up to 200 rows in GTK 4.8, which is too slow for rows with several numbers and a menu.
@MainActor
public final class RowGap: Widget {
  override class var type: GType { gtk_list_box_row_get_type() }

  /// Creates a gap. Keyboard, pointer and screen readers skip it.
  public convenience init() {
    let row = gtk_list_box_row_new()!
    setRole(GTK_ACCESSIBLE_ROLE_NONE, of: row)
    self.init(UnsafeMutableRawPointer(row))
    gtk_list_box_row_set_activatable(cast(), 0)
    gtk_list_box_row_set_selectable(cast(), 0)
    gtk_widget_set_focusable(widget, 0)
    gtk_widget_set_can_target(widget, 0)
  }

  /// Makes the gap as high as `count` rows of `height` pixels.
  public func replace(_ count: Int, height: Int) {
    g_object_set_data(cast(), countKey, UnsafeMutableRawPointer(bitPattern: count))
    requestHeight(count * height)
  }

  /// Returns the number of rows that a gap replaces, or 1 if the list's child is a usual row.
  nonisolated static func rows(in child: UnsafeMutablePointer<GtkWidget>) -> Int {
    let object = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GObject.self)
    return max(Int(bitPattern: g_object_get_data(object, countKey)), 1)
  }
}

/// Calculates which rows a scrolling list shows if not all of them fit. No row is cut.
enum WholeRows {
  /// Returns the rows that fit, from `first` on. The start moves to include the selected row and to fill the space.
  static func run(_ heights: [Int32], selected: Int?, first: Int, within room: Int32) -> Range<Int> {
    guard !heights.isEmpty else { return 0..<0 }
    var start = min(max(first, 0), heights.count - 1)
    if let selected, selected < start { start = selected }
    var (end, used) = (start, Int32())
    while end < heights.count, used + heights[end] <= room || end == start {
      used += heights[end]
      end += 1
    }
    if let selected, selected >= end {
      (start, end, used) = (selected, selected + 1, heights[selected])
    } else if end < heights.count {
      return start..<end
    }
    while start > 0, used + heights[start - 1] <= room {
      start -= 1
      used += heights[start]
    }
    return start..<end
  }

  static func height(of place: UnsafeMutablePointer<GtkWidget>, width: Int32, within room: Int32) -> Int32 {
    guard let port = gtk_scrolled_window_get_child(OpaquePointer(place)),
      let list = gtk_viewport_get_child(OpaquePointer(port))
    else { return room }
    var natural: Int32 = 0
    gtk_widget_measure(place, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
    guard natural > room else { return room }
    let selected = gtk_list_box_get_selected_row(OpaquePointer(list)).map { UnsafeMutableRawPointer($0) }
    let offset = gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(OpaquePointer(place)))
    var (heights, chosen, first, passed) = ([Int32](), Int?.none, 0, 0.0)
    var next = gtk_widget_get_first_child(list)
    while let row = next {
      if selected == UnsafeMutableRawPointer(row) { chosen = heights.count }
      for height in Self.heights(of: row, width: width) {
        if passed + 1 < offset { first += 1 }
        passed += Double(height)
        heights.append(height)
      }
      next = gtk_widget_get_next_sibling(row)
    }
    return heights[run(heights, selected: chosen, first: first, within: room)].reduce(0, +)
  }

  /// Returns the natural height of a row, or of each row that a gap replaces.
  static func heights(of row: UnsafeMutablePointer<GtkWidget>, width: Int32) -> [Int32] {
    var height: Int32 = 0
    gtk_widget_measure(row, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    let count = RowGap.rows(in: row)
    return Array(repeating: height / Int32(count), count: count)
  }
}
