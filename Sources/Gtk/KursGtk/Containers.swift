// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@MainActor
public final class BoxContainer: Widget {
  override class var type: GType { gtk_box_get_type() }

  public var spacing: Int {
    get { Int(gtk_box_get_spacing(cast())) }
    set { gtk_box_set_spacing(cast(), gint(newValue)) }
  }

  public var isVertical: Bool {
    get { gtk_orientable_get_orientation(opaque) == GTK_ORIENTATION_VERTICAL }
    set { gtk_orientable_set_orientation(opaque, newValue ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL) }
  }

  public func insert(_ child: Widget, after sibling: Widget? = nil) {
    gtk_box_insert_child_after(cast(), child.widget, sibling?.widget)
  }

  public func place(_ child: Widget, after sibling: Widget) {
    guard !child.isPlaced(after: sibling) else { return }
    gtk_box_reorder_child_after(cast(), child.widget, sibling.widget)
  }

  public func append(_ child: Widget) { gtk_box_append(cast(), child.widget) }

  public func remove(_ child: Widget) { gtk_box_remove(cast(), child.widget) }
}

/// A `GtkGrid`, mostly of one row. Unlike a box, it measures each child's width without the height of the row.
public final class ColumnsContainer: Widget {
  override class var type: GType { gtk_grid_get_type() }

  /// Puts a child into an empty column. The Tab key moves from `sibling` to the child.
  public func put(_ child: Widget, column: Int, after sibling: Widget) {
    gtk_grid_attach(cast(), child.widget, gint(column), 0, 1, 1)
    gtk_widget_insert_after(child.widget, widget, sibling.widget)
  }

  public func move(_ child: Widget, column: Int, row: Int) {
    let place = OpaquePointer(gtk_layout_manager_get_layout_child(gtk_widget_get_layout_manager(widget), child.widget))
    gtk_grid_layout_child_set_column(place, gint(column))
    gtk_grid_layout_child_set_row(place, gint(row))
  }
}

extension Widget {
  func placeChildren(
    measure: @escaping @convention(c) (
      UnsafeMutablePointer<GtkWidget>?, GtkOrientation, gint, UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?,
      UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?
    ) -> Void,
    allocate: @escaping @convention(c) (UnsafeMutablePointer<GtkWidget>?, gint, gint, gint) -> Void
  ) {
    let layout = gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measure, allocate)
    gtk_widget_set_layout_manager(widget, layout)
  }
}

extension Widget {
  func isPlaced(after sibling: Widget) -> Bool { gtk_widget_get_prev_sibling(widget) == sibling.widget }

  /// Sets the visible window buttons. `layout`: as in GTK's decoration-layout, or nil for the desktop's default.
  public func setButtons(inHeader layout: String?) { adw_header_bar_set_decoration_layout(opaque, layout) }

  public func packStart(inHeader child: Widget) { adw_header_bar_pack_start(opaque, child.widget) }
}

@MainActor
public final class Scroller: Widget {
  override class var type: GType { gtk_scrolled_window_get_type() }

  public func requestContentHeight(_ height: Int) { gtk_scrolled_window_set_min_content_height(opaque, gint(height)) }

  public var offset: Double { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(opaque)) }

  public var page: Double { gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(opaque)) }

  public func onScroll(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return }
    Object(UnsafeMutableRawPointer(adjustment)).connect("value-changed", body)
  }

  /// Calls `body` when the user scrolls by wheel or touchpad, unless all content is visible.
  public func onUserScroll(_ body: @escaping @MainActor @Sendable () -> Void) {
    let scroll = controller(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
    gtk_event_controller_set_propagation_phase(scroll.opaque, GTK_PHASE_CAPTURE)
    scroll.connectUserScroll { [weak self] in
      guard let self, let adjustment = gtk_scrolled_window_get_vadjustment(opaque),
        gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) + 1
      else { return }
      body()
    }
  }

  /// Calls `pulled` when the user pulls the content down although its top is already visible.
  public func onPull(_ pulled: @escaping @MainActor @Sendable () -> Void) {
    connectPosition("edge-overshot") { edge in if edge == Int(GTK_POS_TOP.rawValue) { pulled() } }
  }

  /// Calls `body` when the size of the widget or the height of its content changes.
  public func onExtentChange(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return }
    Object(UnsafeMutableRawPointer(adjustment)).connect("changed", body)
  }

  public func reveal(_ child: Widget, in list: Widget) {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(child.widget, list.widget, &bounds) != 0,
      let adjustment = gtk_scrolled_window_get_vadjustment(opaque)
    else { return }
    let top = Double(bounds.origin.y)
    let bottom = top + Double(bounds.size.height)
    let offset = gtk_adjustment_get_value(adjustment)
    // This call is used because it ends a running scroll animation. `gtk_adjustment_clamp_page` doesn't end it.
    gtk_adjustment_set_value(adjustment, min(max(offset, bottom - gtk_adjustment_get_page_size(adjustment)), top))
  }
}

extension BoxContainer {
  public convenience init(vertical: Bool, spacing: Int) {
    let orientation = vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
    self.init(UnsafeMutableRawPointer(gtk_box_new(orientation, Int32(spacing))!))
  }
}

@MainActor
public final class SizeGroup: Object {
  public convenience init() {
    let made = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)!
    self.init(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
  }

  public func add(_ widget: Widget) { gtk_size_group_add_widget(cast(), widget.widget) }
}

/// Shows the first child of a container that fits the container's width, or else the last child, which may wrap.
/// `AdwSqueezer` isn't used, because it measures every child at that width. GTK 4.18 warns about the wider children.
/// The width is measured without a height. Otherwise, a window of GTK 4.18 opens so wide that no label wraps.
public enum FirstFit {
  private typealias Place = UnsafeMutablePointer<GtkWidget>

  @MainActor
  public static func install(on container: Widget) {
    container.placeChildren(
      measure: { container, orientation, size, minimum, natural, _, _ in
        guard let container else { return }
        var (least, most): (Int32, Int32) = (Int32.max, 0)
        for child in FirstFit.children(of: container) {
          let width = FirstFit.width(of: child)
          (least, most) = (min(least, width.minimum), max(most, width.natural))
        }
        if orientation == GTK_ORIENTATION_HORIZONTAL {
          minimum?.pointee = least
          natural?.pointee = most
        } else {
          let room = size < 0 ? most : max(size, least)
          guard let child = FirstFit.child(of: container, within: room) else { return }
          gtk_widget_measure(child, orientation, room, minimum, natural, nil, nil)
        }
      },
      allocate: { container, width, height, _ in
        guard let container else { return }
        let shown = FirstFit.child(of: container, within: width)
        for child in FirstFit.children(of: container) {
          gtk_widget_set_child_visible(child, child == shown ? 1 : 0)
        }
        if let shown { gtk_widget_allocate(shown, width, height, -1, nil) }
      })
  }

  private static func children(of container: Place) -> [Place] {
    guard let first = gtk_widget_get_first_child(container) else { return [] }
    return Array(sequence(first: first, next: gtk_widget_get_next_sibling))
  }

  private static func child(of container: Place, within room: Int32) -> Place? {
    children(of: container).first { width(of: $0).minimum <= room } ?? gtk_widget_get_last_child(container)
  }

  private static func width(of child: Place) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
    return (minimum, natural)
  }
}
