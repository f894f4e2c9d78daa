// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Widget {
  /// Makes the buttons of a grid one stop of the Tab key; the arrow keys go from one to the next.
  public func roveFocus() {
    var child = gtk_widget_get_first_child(widget)
    var isFirst = true
    while let button = child {
      gtk_widget_set_focusable(button, isFirst ? 1 : 0)
      isFirst = false
      child = gtk_widget_get_next_sibling(button)
    }
    onKey(first: true) { [weak self] key in self?.rove(key) ?? false }
  }

  private func rove(_ key: KeyPress) -> Bool {
    guard !key.hasControl, !key.hasAlt, let from = gtk_widget_get_focus_child(widget) else { return false }
    let grid = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkGrid.self)
    var (column, row, width, height) = (Int32(), Int32(), Int32(), Int32())
    gtk_grid_query_child(grid, from, &column, &row, &width, &height)
    switch key.name {
    case "Left", "KP_Left": column -= 1
    case "Right", "KP_Right": column += width
    case "Up", "KP_Up": row -= 1
    case "Down", "KP_Down": row += height
    default: return false
    }
    guard let target = gtk_grid_get_child_at(grid, column, row), target != from else { return true }
    gtk_widget_set_focusable(target, 1)
    gtk_widget_grab_focus(target)
    gtk_widget_set_focusable(from, 0)
    return true
  }
}
