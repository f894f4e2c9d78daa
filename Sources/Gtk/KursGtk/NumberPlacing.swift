// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

enum NumberPlacing {
  typealias Place = UnsafeMutablePointer<GtkWidget>

  @MainActor
  static func install(on container: Place) {
    gtk_widget_set_layout_manager(
      container,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_CONSTANT_SIZE },
        { container, orientation, _, minimum, natural, _, _ in
          guard let container else { return }
          let wanted = NumberPlacing.measure(container, orientation)
          minimum?.pointee = wanted.minimum
          natural?.pointee = wanted.natural
        },
        { container, width, height, _ in
          guard let container else { return }
          NumberPlacing.allocate(container, width, height)
        }))
  }

  private static func numbers(in container: Place) -> (whole: Place, brief: Place?)? {
    guard let whole = gtk_widget_get_first_child(container) else { return nil }
    let brief = gtk_widget_get_next_sibling(whole)
    return (whole, brief.flatMap { gtk_widget_get_visible($0) != 0 ? $0 : nil })
  }

  private static func fit(of container: Place) -> NumberFit {
    if gtk_widget_has_css_class(container, "largest") != 0 { return .largest }
    return gtk_widget_has_css_class(container, "large") != 0 ? .large : .small
  }

  /// The maximum width in pixels that a number takes from the name beside it, so that double-size text fits a phone.
  private static let widest: Int32 = 120

  private static func natural(_ child: Place, _ orientation: GtkOrientation) -> (size: Int32, baseline: Int32) {
    var (size, baseline): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, orientation, -1, nil, &size, nil, &baseline)
    return (size, baseline)
  }

  static let widestKey = "kurs-widest-number"

  /// Returns the width of the widest number in the column, or 0 if the number isn't in a column.
  private static func widest(of container: Place) -> Int {
    let object = UnsafeMutableRawPointer(container).assumingMemoryBound(to: GObject.self)
    return g_object_get_data(object, widestKey).map { width($0.assumingMemoryBound(to: GtkWidget.self)) } ?? 0
  }

  private static func width(_ child: Place) -> Int { Int(natural(child, GTK_ORIENTATION_HORIZONTAL).size) }

  private static func measure(_ container: Place, _ orientation: GtkOrientation) -> (minimum: Int32, natural: Int32) {
    guard let (whole, brief) = numbers(in: container) else { return (0, 0) }
    let height = natural(whole, GTK_ORIENTATION_VERTICAL).size
    if orientation == GTK_ORIENTATION_VERTICAL { return (height, height) }
    let wide = Int32(width(whole))
    let least = Int32(fit(of: container).least(whole: Int(wide), brief: brief.map(width)))
    // The end of a long sum is cut off, so that the sum doesn't widen the window.
    if gtk_widget_has_css_class(container, "expression") != 0 {
      let minimum = min(least, height * 3)
      return (minimum, minimum)
    }
    // Eight digits at full size matter more than the name beside them. `widest` limits the width of large text.
    let preferred = gtk_widget_has_css_class(container, "eight-figures") != 0 ? min(wide, height * 4, widest) : 0
    return (max(least, preferred), wide)
  }

  private static func allocate(_ container: Place, _ width: Int32, _ height: Int32) {
    guard let (whole, brief) = numbers(in: container) else { return }
    let form = fit(of: container).form(
      whole: self.width(whole), widest: widest(of: container), brief: brief.map(self.width), room: Int(width))
    let (shown, hidden, size): (Place, Place?, Int) =
      switch (form, brief) {
      case (.brief(let size), let brief?): (brief, whole, size)
      case (.whole(let size), _), (.brief(let size), nil): (whole, brief, size)
      }
    hidden.map { gtk_widget_set_child_visible($0, 0) }
    gtk_widget_set_child_visible(shown, 1)
    place(shown, width, height, size)
  }

  /// Draws the child at `size` hundredths of its full size. The baseline stays the same.
  private static func place(_ child: Place, _ width: Int32, _ height: Int32, _ size: Int) {
    guard size != 100 else { return gtk_widget_allocate(child, width, height, -1, nil) }
    let (tall, baseline) = natural(child, GTK_ORIENTATION_VERTICAL)
    let line = (height - tall) / 2 + max(baseline, 0)
    let scale = Float(size) / 100
    var origin = graphene_point_t(x: 0, y: Float(line) * (1 - scale))
    let transform = gsk_transform_scale(gsk_transform_translate(nil, &origin), scale, scale)
    gtk_widget_allocate(child, Int32(Int(width) * 100 / size), height, -1, transform)
  }
}
