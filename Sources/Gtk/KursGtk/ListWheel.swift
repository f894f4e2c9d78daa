// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Scrolls a `GtkListView` by rows, like `RowWheel`. Only rows near the visible ones have widgets.
@MainActor
final class ListWheel {
  typealias Row = (top: Double, height: Int32)

  private var notches = Notches()

  /// Returns false if there is nothing to scroll.
  func turn(_ turned: Double, _ list: ListView, in place: Scroller) -> Bool {
    guard place.scrollable != nil else { return false }
    let steps = notches.whole(after: turned)
    guard steps != 0 else { return true }
    let rows = Self.rows(of: list)
    guard let first = rows.lastIndex(where: { $0.top <= 1 }) else { return true }
    stand(at: rows[min(max(first + steps, 0), rows.count - 1)].top, rows, list, in: place)
    return true
  }

  /// Aligns to a row again after a change of size or rows. Keeps a position that was set by touch.
  func settle(_ list: ListView, in place: Scroller) {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(place.opaque) else { return }
    let room = gtk_adjustment_get_page_size(adjustment) + Double(gtk_widget_get_margin_bottom(list.widget))
    guard gtk_adjustment_get_upper(adjustment) > room + 1 else { return gtk_widget_set_margin_bottom(list.widget, 0) }
    let rows = Self.rows(of: list)
    if gtk_adjustment_get_value(adjustment) <= 1 { return stand(at: 0, rows, list, in: place) }
    guard let first = rows.first(where: { abs($0.top) <= 1 }) else { return }
    stand(at: first.top, rows, list, in: place)
  }

  /// Shows whole rows only. Space that is too low for another row stays empty.
  private func stand(at top: Double, _ rows: [Row], _ list: ListView, in place: Scroller) {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(place.opaque) else { return }
    // The list's margins aren't part of its height.
    let room = gtk_widget_get_height(list.widget) + gtk_widget_get_margin_bottom(list.widget)
    let shown = rows.filter { $0.top >= top - 1 }
    var used = shown.map { Int32($0.top - top) + $0.height }.last { $0 <= room } ?? room
    // Rows further below can't be measured yet. They are assumed as far apart as the last two.
    if let last = shown.last, let before = shown.dropLast().last, Int32(last.top - top) + last.height <= room {
      let step = Int32(last.top - before.top)
      if step > 0 { used += (room - used) / step * step }
    }
    gtk_widget_set_margin_bottom(list.widget, room - used)
    let value = gtk_adjustment_get_value(adjustment) + top
    gtk_adjustment_set_value(adjustment, value)
    // At the end it can't scroll further until the empty space is laid out.
    if gtk_adjustment_get_value(adjustment) < value - 1 {
      list.afterFirstFrame { gtk_adjustment_set_value(adjustment, value) }
    }
  }

  private static func rows(of list: ListView) -> [Row] {
    var (rows, next) = ([Row](), gtk_widget_get_first_child(list.widget))
    while let row = next {
      var bounds = graphene_rect_t()
      if gtk_widget_get_child_visible(row) != 0, gtk_widget_compute_bounds(row, list.widget, &bounds) != 0 {
        rows.append((Double(bounds.origin.y), Int32(bounds.size.height)))
      }
      next = gtk_widget_get_next_sibling(row)
    }
    return rows.filter { $0.height > 0 }.sorted { $0.top < $1.top }
  }
}

extension ListView {
  /// Lets the wheel scroll by rows. Touch scrolls freely.
  public func goByRows() {
    guard let place else { return }
    let wheel = ListWheel()
    place.onWheel { [weak self] turned in
      guard let self, let place = self.place else { return false }
      return wheel.turn(turned, self, in: place)
    }
    place.onRoomChange { [weak self] in Task { if let self, let place = self.place { wheel.settle(self, in: place) } } }
  }

  var place: Scroller? {
    gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type()).map { Scroller(UnsafeMutableRawPointer($0)) }
  }
}
