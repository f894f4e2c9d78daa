// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Room beside a widget that is there while the window is wide enough for both.
///
/// Its content is made when it first opens: a narrow window does not pay for it.
@MainActor
public final class SideSlot {
  private nonisolated static let threshold: Int32 = 1100
  /// How wide what it stands beside is at least, and at most: its own two columns still stand side by side.
  private nonisolated static let main: ClosedRange<Int32> = 704...820

  private let room = BoxContainer(vertical: true, spacing: 0)

  /// Whether there is room.
  public var isOpen: Bool { gtk_widget_get_mapped(room.widget) != 0 }

  /// Stands beside `main`, in the box that holds it; `opened` is called each time that there comes to be room.
  public init(beside main: Widget, opened: @escaping @MainActor @Sendable () -> Void) {
    guard let parent = gtk_widget_get_parent(main.widget) else { return }
    let before = gtk_widget_get_prev_sibling(main.widget)
    let both = BoxContainer(vertical: false, spacing: 0)
    gtk_widget_unparent(main.widget)
    both.append(main)
    both.append(room)
    gtk_widget_insert_after(both.widget, parent, before)
    // Until it is known how wide both are.
    gtk_widget_set_child_visible(room.widget, 0)
    Self.take(over: both)
    room.connect("map", opened)
  }

  /// Calls `body` each time that there is no room any more.
  public func onClose(_ body: @escaping @MainActor @Sendable () -> Void) { room.connect("unmap", body) }

  /// Puts a widget into it.
  public func fill(with widget: Widget) { room.append(widget) }

  private static func take(over both: Widget) {
    gtk_widget_set_layout_manager(
      both.widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { both, orientation, size, minimum, natural, _, _ in
          guard let main = gtk_widget_get_first_child(both) else { return }
          let room = orientation == GTK_ORIENTATION_VERTICAL && size >= 0 ? SideSlot.mainWidth(of: size) : size
          gtk_widget_measure(main, orientation, room, minimum, natural, nil, nil)
        },
        { both, width, height, _ in
          guard let main = gtk_widget_get_first_child(both), let side = gtk_widget_get_next_sibling(main)
          else { return }
          let left = SideSlot.mainWidth(of: width)
          let isMirrored = gtk_widget_get_direction(both) == GTK_TEXT_DIR_RTL
          var area = GtkAllocation(x: isMirrored ? width - left : 0, y: 0, width: left, height: height)
          gtk_widget_size_allocate(main, &area, -1)
          gtk_widget_set_child_visible(side, left < width ? 1 : 0)
          guard left < width else { return }
          area = GtkAllocation(x: isMirrored ? 0 : left, y: 0, width: width - left, height: height)
          var least: Int32 = 0
          gtk_widget_measure(side, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
          gtk_widget_measure(side, GTK_ORIENTATION_VERTICAL, max(least, area.width), &least, nil, nil, nil)
          area.height = max(least, height)
          gtk_widget_size_allocate(side, &area, -1)
        }))
    gtk_widget_set_vexpand(both.widget, 1)
    gtk_widget_set_overflow(both.widget, GTK_OVERFLOW_HIDDEN)
  }

  private nonisolated static func mainWidth(of width: Int32) -> Int32 {
    width < threshold ? width : min(max(width * 11 / 20, main.lowerBound), main.upperBound)
  }
}
