// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

// libadwaita 1.2 has no breakpoints. The children are placed while GTK allocates sizes, so no second frame is needed.

/// Stacks a container's head, list and foot (the keypad). In a wide container, places head and foot beside the list.
public enum AdaptiveLayout {
  public static let threshold = 680
  public static let leastFoot = 134
  static let gap: Int32 = 12
  private static let endless: Int32 = 1 << 20

  @MainActor
  public static func install(on container: Widget) {
    container.placeChildren(
      measure: { container, orientation, size, minimum, natural, _, _ in
        guard let container else { return }
        let wanted = AdaptiveLayout.measure(container, orientation, size)
        minimum?.pointee = wanted.minimum
        natural?.pointee = wanted.natural
      },
      allocate: { container, width, height, _ in
        guard let container else { return }
        AdaptiveLayout.allocate(container, width, height)
      })
  }

  @MainActor
  public static func isSideBySide(_ container: Widget) -> Bool {
    let (width, height) = (gtk_widget_get_width(container.widget), gtk_widget_get_height(container.widget))
    guard let (head, list, foot, _) = children(container.widget) else { return false }
    return isWide(width, head, list, foot) || isBeside(width, height, head, list, foot)
  }

  private struct Wanted {
    var minimum: Int32 = 0
    var natural: Int32 = 0

    static func + (a: Wanted, b: Wanted) -> Wanted {
      Wanted(minimum: a.minimum + b.minimum, natural: a.natural + b.natural)
    }
    static func widest(_ a: Wanted, _ b: Wanted) -> Wanted {
      Wanted(minimum: max(a.minimum, b.minimum), natural: max(a.natural, b.natural))
    }
    func within(_ room: Int32) -> Int32 { max(minimum, min(natural, room)) }
    func padded(_ by: Int32) -> Wanted { Wanted(minimum: minimum + by, natural: natural + by) }
  }

  private static func children(_ container: UnsafeMutablePointer<GtkWidget>)
    -> (head: UnsafeMutablePointer<GtkWidget>, list: UnsafeMutablePointer<GtkWidget>,
      foot: UnsafeMutablePointer<GtkWidget>, notice: UnsafeMutablePointer<GtkWidget>?)?
  {
    guard let head = gtk_widget_get_first_child(container), let list = gtk_widget_get_next_sibling(head),
      let foot = gtk_widget_get_next_sibling(list)
    else { return nil }
    return (head, list, foot, gtk_widget_get_next_sibling(foot))
  }

  private static func wanted(_ child: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, _ size: Int32)
    -> Wanted
  {
    var wanted = Wanted()
    gtk_widget_measure(child, orientation, size, &wanted.minimum, &wanted.natural, nil, nil)
    return wanted
  }

  /// Returns the height that a child needs below another child, including the gap. It is 0 if the child is hidden.
  private static func under(_ child: UnsafeMutablePointer<GtkWidget>, _ width: Int32) -> Wanted {
    guard gtk_widget_get_visible(child) != 0 else { return Wanted() }
    return wanted(child, GTK_ORIENTATION_VERTICAL, width).padded(gap)
  }

  /// Whether the container is wide enough for head and foot beside the list. Large text needs more width.
  private static func isWide(
    _ width: Int32, _ head: UnsafeMutablePointer<GtkWidget>, _ list: UnsafeMutablePointer<GtkWidget>,
    _ foot: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    width >= Int32(threshold) && fitAcross(width, head, list, foot)
  }

  private static func fitAcross(
    _ width: Int32, _ head: UnsafeMutablePointer<GtkWidget>, _ list: UnsafeMutablePointer<GtkWidget>,
    _ foot: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    let least = [head, list, foot].map { wanted($0, GTK_ORIENTATION_HORIZONTAL, -1).minimum }
    return width >= max(least[0], least[2]) + gap + least[1]
  }

  /// Whether a narrow window is too low to stack the children. Then head and foot are placed beside the list.
  private static func isBeside(
    _ width: Int32, _ height: Int32, _ head: UnsafeMutablePointer<GtkWidget>, _ list: UnsafeMutablePointer<GtkWidget>,
    _ foot: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    let all = [head, list].map { wanted($0, GTK_ORIENTATION_VERTICAL, width) }.reduce(under(foot, width), +)
    let isLow = gtk_widget_get_visible(foot) != 0 && height < all.minimum + gap
    guard isLow, fitAcross(width, head, list, foot) else { return false }
    let left = leftWidth(width, head, list, foot)
    let (top, keys) = (wanted(head, GTK_ORIENTATION_VERTICAL, left), under(foot, left))
    return height >= max(top.minimum + keys.minimum, wanted(list, GTK_ORIENTATION_VERTICAL, width - left - gap).minimum)
  }

  /// Returns the width of the left side. It may grow to half of the window if the head needs that much.
  private static func leftWidth(
    _ width: Int32, _ head: UnsafeMutablePointer<GtkWidget>, _ list: UnsafeMutablePointer<GtkWidget>,
    _ foot: UnsafeMutablePointer<GtkWidget>
  ) -> Int32 {
    let usual = min(420, (width - gap) * 9 / 20)
    let asked = wanted(head, GTK_ORIENTATION_HORIZONTAL, -1)
    let preferred = max(usual, min(asked.natural, (width - gap) / 2))
    let left = width - gap - wanted(list, GTK_ORIENTATION_HORIZONTAL, -1).minimum
    return max(asked.minimum, wanted(foot, GTK_ORIENTATION_HORIZONTAL, -1).minimum, min(preferred, left))
  }

  private static func measure(
    _ container: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, _ size: Int32
  ) -> Wanted {
    guard let (head, list, foot, notice) = children(container) else { return Wanted() }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      let least = notice.map { wanted($0, orientation, -1).minimum } ?? 0
      let notice = Wanted(minimum: least, natural: least)
      return [head, list, foot].map { wanted($0, orientation, -1) }.reduce(notice, Wanted.widest)
    }
    // Without a given width, the result must be the smallest height of all widths, because GTK searches for a width that
    // fits this height. The largest width gives the smallest height.
    let width = size < 0 ? endless : size
    let isWide = isWide(width, head, list, foot)
    let left = isWide ? leftWidth(width, head, list, foot) : width
    let right = isWide ? width - left - gap : width
    let top = wanted(head, orientation, left)
    let rows = wanted(list, orientation, right)
    var all = isWide ? .widest(top + under(foot, left), rows) : (top + rows + under(foot, left)).padded(gap)
    // The minimum leaves out the keypad, which `allocate` hides in a low window, so that a maximised window can shrink.
    all.minimum = isWide ? max(top.minimum, rows.minimum) : top.minimum + rows.minimum + gap
    return all
  }

  private static func allocate(_ container: UnsafeMutablePointer<GtkWidget>, _ width: Int32, _ height: Int32) {
    guard let (head, list, foot, notice) = children(container) else { return }
    let isWide = isWide(width, head, list, foot) || isBeside(width, height, head, list, foot)
    let left = isWide ? leftWidth(width, head, list, foot) : width
    let demand = wanted(head, GTK_ORIENTATION_VERTICAL, left)
    let keys = under(foot, left).minimum
    let rightToLeft = gtk_widget_get_direction(container) == GTK_TEXT_DIR_RTL
    let leftX = isWide && rightToLeft ? width - left : 0
    if isWide {
      gtk_widget_set_child_visible(list, 1)
      let fits = keys > 0 && height >= demand.minimum + keys
      let top = wholeRows(ofHead: head, left, demand, within: fits ? height - keys : height)
      place(head, leftX, 0, left, top)
      let (right, rightX) = (width - left - gap, rightToLeft ? 0 : left + gap)
      let noticeHeight = notice.map { wanted($0, GTK_ORIENTATION_VERTICAL, right).natural } ?? 0
      place(list, rightX, 0, right, WholeRows.height(of: list, width: right, within: height - noticeHeight))
      if let notice { place(notice, rightX, height - noticeHeight, right, noticeHeight) }
      gtk_widget_set_child_visible(foot, fits ? 1 : 0)
      // The keypad is always at the bottom, so that no key moves away under the mouse pointer.
      if fits { place(foot, leftX, height - keys + gap, left, keys - gap) }
    } else {
      let rows = wanted(list, GTK_ORIENTATION_VERTICAL, width)
      // If the window is low and narrow, the keypad replaces the list until the user hides the keypad.
      let isLow = height < demand.minimum + rows.minimum + keys + gap
      let fits = keys > 0 && height >= demand.minimum + keys
      gtk_widget_set_child_visible(foot, fits ? 1 : 0)
      gtk_widget_set_child_visible(list, fits && isLow ? 0 : 1)
      let noticeHeight = notice.map { wanted($0, GTK_ORIENTATION_VERTICAL, width).natural } ?? 0
      let end = (fits ? height - keys : height) - noticeHeight
      if let notice { place(notice, 0, end, width, noticeHeight) }
      if fits && isLow {
        place(head, 0, 0, width, wholeRows(ofHead: head, width, demand, within: end))
        return place(foot, 0, height - keys + gap, width, keys - gap)
      }
      let rest = height - gap - (fits ? keys : 0)
      // The list in the head and the list below share the spare height, but neither gets more than its content needs.
      let half = demand.minimum + max(rest - rows.minimum - demand.minimum, 0) / 2
      // The head leaves room for two rows of the list, because two rows matter more than a second line in the head.
      let share = max(demand.minimum, min(half, rest - 2 * rows.minimum))
      let least = wholeRows(ofHead: head, width, demand, within: max(share, rest - rows.natural))
      var below = WholeRows.height(of: list, width: width, within: rest - least)
      // The list gets only the height of its whole rows. The remaining space may be enough for another row of the head.
      var top = wholeRows(ofHead: head, width, demand, within: rest - below)
      if top + gap + below > end {
        below = WholeRows.height(of: list, width: width, within: end - gap - top)
        top = min(top, wholeRows(ofHead: head, width, demand, within: end - gap - below))
      }
      place(head, 0, 0, width, top)
      place(list, 0, top + gap, width, below)
      if fits { place(foot, 0, height - keys + gap, width, max(keys - gap, 0)) }
    }
  }

  /// Returns the head's height. If not all of its rows fit, only whole rows count, and the edited row is one of them.
  private static func wholeRows(
    ofHead head: UnsafeMutablePointer<GtkWidget>, _ width: Int32, _ demand: Wanted, within room: Int32
  ) -> Int32 {
    let top = demand.within(room)
    guard top < demand.natural, let lines = gtk_widget_get_first_child(head) else { return top }
    let all = wanted(lines, GTK_ORIENTATION_VERTICAL, width)
    // The height isn't adjusted to whole rows if another part of the head can shrink, such as the card of pasted text.
    guard demand.natural - all.natural == demand.minimum - all.minimum else { return top }
    let others = demand.natural - all.natural
    return others + max(all.minimum, WholeRows.height(of: lines, width: width, within: top - others))
  }

  private static func place(
    _ child: UnsafeMutablePointer<GtkWidget>, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32
  ) {
    var area = GtkAllocation(x: x, y: y, width: width, height: height)
    gtk_widget_size_allocate(child, &area, -1)
  }
}
