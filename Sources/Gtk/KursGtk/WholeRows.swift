// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita

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
