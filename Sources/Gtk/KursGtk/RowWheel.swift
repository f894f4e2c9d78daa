// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

private let turnedKey = "kurs-turned"

/// The wheel over a list that shows whole rows: a notch goes from one row to the next, so that none is cut.
@MainActor
final class RowWheel {
  private var notches = Notches()
  /// The row that was gone to.
  private var first = 0

  /// Whether the list stands where the wheel was turned to, be its selected row in sight or not.
  nonisolated static func holds(_ place: UnsafeMutablePointer<GtkWidget>) -> Bool {
    g_object_get_data(UnsafeMutableRawPointer(place).assumingMemoryBound(to: GObject.self), turnedKey) != nil
  }

  static func mark(_ place: Scroller, _ isTurned: Bool) {
    g_object_set_data(place.cast(), turnedKey, isTurned ? place.raw : nil)
    if !isTurned, let port = gtk_scrolled_window_get_child(place.opaque) { gtk_widget_set_margin_bottom(port, 0) }
  }

  /// Goes on by so many notches; false where there is nothing to scroll.
  func turn(_ turned: Double, in place: Scroller) -> Bool {
    guard let adjustment = place.scrollable else { return false }
    let steps = notches.whole(after: turned)
    guard steps != 0 else { return true }
    let (rows, offset) = (Self.rows(in: place), gtk_adjustment_get_value(adjustment))
    let top = rows.lastIndex { $0.top <= offset + 1 } ?? 0
    first = min(max(top + steps, 0), max(rows.count - 1, 0))
    Self.mark(place, true)
    settle(in: place)
    // Rows of other heights need another height to be seen whole.
    gtk_widget_queue_resize(place.widget)
    return true
  }

  /// Stands at the row again: there is more room, or less. What is too little for one more row stays empty.
  func settle(in place: Scroller) {
    guard Self.holds(place.widget), let port = gtk_scrolled_window_get_child(place.opaque) else { return }
    let (rows, room) = (Self.rows(in: place), Int32(place.height))
    let shown = WholeRows.run(rows.map(\.height), selected: nil, first: first, within: room)
    guard !shown.isEmpty else { return }
    gtk_widget_set_margin_bottom(port, max(room - rows[shown].map(\.height).reduce(0, +), 0))
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(place.opaque), rows[shown.lowerBound].top)
  }

  private static func rows(in place: Scroller) -> [(top: Double, height: Int32)] {
    guard let port = gtk_scrolled_window_get_child(place.opaque), let list = gtk_viewport_get_child(OpaquePointer(port))
    else { return [] }
    var (rows, next) = ([(top: Double, height: Int32)](), gtk_widget_get_first_child(list))
    while let row = next {
      var bounds = graphene_rect_t()
      if gtk_widget_compute_bounds(row, list, &bounds) != 0 {
        rows.append((Double(bounds.origin.y), Int32(bounds.size.height)))
      }
      next = gtk_widget_get_next_sibling(row)
    }
    return rows
  }
}

extension Scroller {
  /// Lets the wheel go from row to row of the list that it holds; a finger goes where it goes.
  public func goByRows() {
    let wheel = RowWheel()
    onWheel { [weak self] turned in self.map { wheel.turn(turned, in: $0) } ?? false }
    onRoomChange { [weak self] in Task { if let self { wheel.settle(in: self) } } }
  }

  /// Whether it stands where the wheel was turned to.
  public var isTurned: Bool {
    get { RowWheel.holds(widget) }
    set { RowWheel.mark(self, newValue) }
  }

  /// Calls `pulled` when a finger draws what it shows beyond its beginning.
  public func onPull(_ pulled: @escaping @MainActor @Sendable () -> Void) {
    connectPosition("edge-overshot") { edge in if edge == Int(GTK_POS_TOP.rawValue) { pulled() } }
  }
}
