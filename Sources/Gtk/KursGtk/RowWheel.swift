// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

private let turnedKey = "kurs-turned"

/// The wheel over a list of whole rows: each notch scrolls by one row, so that none is cut.
@MainActor
final class RowWheel {
  private var notches = Notches()
  private var first = 0
  /// Whether rows must be whole even before the first turn, because nothing else ensures it.
  private let isAlone: Bool
  /// The last scroll position. Another position was set by touch or a key.
  private var offset = 0.0

  init(isAlone: Bool = false) { self.isAlone = isAlone }

  /// Whether the list stays where the wheel scrolled it, even if its selected row is not visible.
  nonisolated static func holds(_ place: UnsafeMutablePointer<GtkWidget>) -> Bool {
    g_object_get_data(UnsafeMutableRawPointer(place).assumingMemoryBound(to: GObject.self), turnedKey) != nil
  }

  static func mark(_ place: Scroller, _ isTurned: Bool) {
    g_object_set_data(place.cast(), turnedKey, isTurned ? place.raw : nil)
    if !isTurned, let port = gtk_scrolled_window_get_child(place.opaque) { gtk_widget_set_margin_bottom(port, 0) }
  }

  /// Returns false if there is nothing to scroll.
  func turn(_ turned: Double, in place: Scroller) -> Bool {
    guard let adjustment = place.scrollable else { return false }
    let steps = notches.whole(after: turned)
    guard steps != 0 else { return true }
    let (rows, offset) = (Self.rows(in: place), gtk_adjustment_get_value(adjustment))
    let top = rows.lastIndex { $0.top <= offset + 1 } ?? 0
    first = min(max(top + steps, 0), max(rows.count - 1, 0))
    Self.mark(place, true)
    self.offset = offset
    settle(in: place)
    // Rows of different heights need another list height to be shown whole.
    gtk_widget_queue_resize(place.widget)
    return true
  }

  /// Aligns to the row again after a change of size. Leaves the room empty that is too low for another row.
  func settle(in place: Scroller) {
    guard isAlone || Self.holds(place.widget), let port = gtk_scrolled_window_get_child(place.opaque),
      let adjustment = gtk_scrolled_window_get_vadjustment(place.opaque)
    else { return }
    let (rows, room, now) = (Self.rows(in: place), Int32(place.height), gtk_adjustment_get_value(adjustment))
    if isAlone {
      guard let last = rows.last, last.top + Double(last.height) > Double(room) else {
        return gtk_widget_set_margin_bottom(port, 0)
      }
      if abs(now - offset) > 1 {
        guard now >= gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - 1 else { return }
        first = rows.count - 1
      }
    }
    let shown = WholeRows.run(rows.map(\.height), selected: nil, first: first, within: room)
    guard !shown.isEmpty else { return }
    gtk_widget_set_margin_bottom(port, max(room - rows[shown].map(\.height).reduce(0, +), 0))
    gtk_adjustment_set_value(adjustment, rows[shown.lowerBound].top)
    // At the end it can't scroll further before the empty room is laid out.
    offset = gtk_adjustment_get_value(adjustment)
  }

  private static func rows(in place: Scroller) -> [(top: Double, height: Int32)] {
    guard let port = gtk_scrolled_window_get_child(place.opaque),
      let whole = gtk_viewport_get_child(OpaquePointer(port))
    else { return [] }
    let all = parts(of: whole)
    // Rows that replaced others just now have no places yet.
    if all.contains(where: { RowGap.rows(in: $0) > 1 }) { return measured(all, gtk_widget_get_width(whole)) }
    var rows = all.compactMap { part -> (top: Double, height: Int32)? in
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(part, whole, &bounds) != 0 else { return nil }
      return (Double(bounds.origin.y), Int32(bounds.size.height))
    }
    // The gap between two rows belongs to the upper one, and that above the first to the first.
    for index in rows.indices {
      if index == 0 { rows[0] = (0, rows[0].height + Int32(rows[0].top)) }
      if index + 1 < rows.count { rows[index].height = Int32(rows[index + 1].top - rows[index].top) }
    }
    return rows
  }

  private static func measured(
    _ parts: [UnsafeMutablePointer<GtkWidget>], _ width: Int32
  ) -> [(top: Double, height: Int32)] {
    var end = 0.0
    return parts.flatMap { WholeRows.heights(of: $0, width: width) }.map { height in
      defer { end += Double(height) }
      return (end, height)
    }
  }

  /// The rows of a list, or of all lists of a page and the parts between them.
  private static func parts(of whole: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    let isClamped = isObject(whole, a: adw_clamp_get_type())
    guard let page = isClamped ? gtk_widget_get_first_child(whole) : whole else { return [] }
    return children(of: page).flatMap { isObject($0, a: gtk_list_box_get_type()) ? children(of: $0) : [$0] }
  }

  private static func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    let first = gtk_widget_get_first_child(widget)
    return sequence(first: first) { $0.flatMap { gtk_widget_get_next_sibling($0) } }.prefix { $0 != nil }
      .compactMap { $0 }.filter { gtk_widget_get_visible($0) != 0 }
  }
}

extension Scroller {
  /// Lets the wheel scroll by rows. Touch scrolls freely. `isAlone`: whether the list's height may cut a row.
  public func goByRows(isAlone: Bool = false) {
    let wheel = RowWheel(isAlone: isAlone)
    onWheel { [weak self] turned in self.map { wheel.turn(turned, in: $0) } ?? false }
    onRoomChange { [weak self] in Task { if let self { wheel.settle(in: self) } } }
  }

  public var isTurned: Bool {
    get { RowWheel.holds(widget) }
    set { RowWheel.mark(self, newValue) }
  }

  public func onPull(_ pulled: @escaping @MainActor @Sendable () -> Void) {
    connectPosition("edge-overshot") { edge in if edge == Int(GTK_POS_TOP.rawValue) { pulled() } }
  }
}
