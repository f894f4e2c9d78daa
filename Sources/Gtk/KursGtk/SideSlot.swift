// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// The panes beside a main widget: one after it, and optionally a narrower one before it. They appear if the window is
/// wide enough. Their content is created when they first open, so that narrow windows start fast.
@MainActor
public final class SideSlot {
  private nonisolated static let threshold: Int32 = 1090
  /// The main widget's width in pixels while a pane is open. At these widths, the main widget has two columns.
  private nonisolated static let main: ClosedRange<Int32> = 704...820

  private nonisolated static let leadThreshold: Int32 = 1260
  /// The maximum width of main widget and panes together, in pixels. A wider window centres them.
  private nonisolated static let mostWidth: Int32 = 1500

  private let room = BoxContainer(vertical: true, spacing: 0)
  private let lead = BoxContainer(vertical: true, spacing: 0)

  public var isOpen: Bool { gtk_widget_get_mapped(room.widget) != 0 }

  public init(beside main: Widget, opened: @escaping @MainActor @Sendable () -> Void) {
    guard let parent = gtk_widget_get_parent(main.widget) else { return }
    let before = gtk_widget_get_prev_sibling(main.widget)
    let both = BoxContainer(vertical: false, spacing: 0)
    gtk_widget_unparent(main.widget)
    both.append(main)
    both.append(room)
    both.append(lead)
    lead.isVisible = false
    gtk_widget_insert_after(both.widget, parent, before)
    // The panes stay hidden until the first layout decides whether the window is wide enough.
    for each in [room, lead] { gtk_widget_set_child_visible(each.widget, 0) }
    Self.install(on: both)
    room.connect("map", opened)
  }

  public func onClose(_ body: @escaping @MainActor @Sendable () -> Void) { room.connect("unmap", body) }

  public func fill(with widget: Widget) { room.append(widget) }

  public var wantsLead: Bool {
    get { lead.isVisible }
    set { lead.isVisible = newValue }
  }

  public func onLead(_ body: @escaping @MainActor @Sendable () -> Void) { lead.connect("map", body) }

  public func fillLead(with widget: Widget) { lead.append(widget) }

  private static func install(on both: Widget) {
    both.placeChildren(
      measure: { both, orientation, size, minimum, natural, _, _ in
        guard let main = gtk_widget_get_first_child(both) else { return }
        guard orientation == GTK_ORIENTATION_VERTICAL else {
          // The width of the main widget is independent of its height, so no height is passed.
          return gtk_widget_measure(main, orientation, -1, minimum, natural, nil, nil)
        }
        var (least, high, preferred): (Int32, Int32, Int32) = (0, 0, 0)
        gtk_widget_measure(
          main, orientation, size < 0 ? SideSlot.main.upperBound : SideSlot.widths(of: both, size).main, &high,
          &preferred, nil, nil)
        // GTK searches for a width that fits the height. The search never ends if a wider window needs more height. So
        // a window without panes is at least as high as the main widget at its narrowest width beside a pane.
        if 0..<SideSlot.threshold ~= size {
          gtk_widget_measure(main, orientation, SideSlot.main.lowerBound, &least, nil, nil, nil)
        }
        minimum?.pointee = max(least, high)
        natural?.pointee = max(least, preferred)
      },
      allocate: { both, width, height, _ in
        guard let both, let main = gtk_widget_get_first_child(both), let side = gtk_widget_get_next_sibling(main),
          let lead = gtk_widget_get_next_sibling(side)
        else { return }
        let widths = SideSlot.widths(of: both, width)
        let all = min(width, SideSlot.mostWidth)
        var x = (width - all) / 2
        for (child, share) in [(lead, widths.lead), (main, widths.main), (side, all - widths.lead - widths.main)] {
          if child != main { gtk_widget_set_child_visible(child, share > 0 ? 1 : 0) }
          if share > 0 { SideSlot.place(child, x, share, height, in: both, width) }
          x += share
        }
      })
    gtk_widget_set_vexpand(both.widget, 1)
    gtk_widget_set_overflow(both.widget, GTK_OVERFLOW_HIDDEN)
  }

  private nonisolated static func place(
    _ child: UnsafeMutablePointer<GtkWidget>, _ x: Int32, _ share: Int32, _ height: Int32,
    in both: UnsafeMutablePointer<GtkWidget>, _ width: Int32
  ) {
    var high = height
    // The window's height was calculated for the main widget, so only a pane may need more height.
    if child != gtk_widget_get_first_child(both) {
      var least: Int32 = 0
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, max(least, share), &high, nil, nil, nil)
    }
    let isMirrored = gtk_widget_get_direction(both) == GTK_TEXT_DIR_RTL
    var area = GtkAllocation(x: isMirrored ? width - x - share : x, y: 0, width: share, height: max(high, height))
    gtk_widget_size_allocate(child, &area, -1)
  }

  private nonisolated static func widths(
    of both: UnsafeMutablePointer<GtkWidget>?, _ width: Int32
  ) -> (lead: Int32, main: Int32) {
    guard width >= threshold else { return (0, width) }
    let width = min(width, mostWidth)
    let wantsLead = gtk_widget_get_last_child(both).map { gtk_widget_get_visible($0) != 0 } ?? false
    let lead = wantsLead && width >= leadThreshold ? min(width / 6, 260) : 0
    return (lead, min(max((width - lead) * 11 / 20, main.lowerBound), main.upperBound))
  }
}
