// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita

// The numbers shrink by a transform, not by a CSS style. So the labels keep their height and no row moves.

/// A number that shrinks if it has little space. If that isn't enough, the number is written in scientific notation.
@MainActor
public final class NumberLabel: Widget {
  override class var type: GType { gtk_box_get_type() }

  private static let mostCharacters = 12

  let whole: Label
  private(set) var brief: Label?
  private var hint = ""
  public private(set) var text = ""

  required init(_ raw: UnsafeMutableRawPointer) {
    let first = gtk_widget_get_first_child(raw.assumingMemoryBound(to: GtkWidget.self))
    whole = first.map { Label(UnsafeMutableRawPointer($0)) } ?? Label(text: "")
    super.init(raw)
    NumberPlacing.install(on: widget)
  }

  public convenience init() {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    let number = Label(text: "")
    number.alignEnd()
    number.style("numeric", true)
    gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), number.widget)
    self.init(UnsafeMutableRawPointer(box))
  }

  public func show(_ text: String, brief other: String = "") {
    self.text = text
    whole.text = Self.withMinusInFront(text)
    if !other.isEmpty, brief == nil { brief = made() }
    brief?.text = Self.withMinusInFront(other)
    brief?.isVisible = !other.isEmpty
    brief?.setAccessibleLabel(text)
    renderTooltip()
  }

  /// Replaces the hyphen before a number by a minus sign. In a right-to-left window, a hyphen would follow the number.
  private static func withMinusInFront(_ text: String) -> String {
    var text = text
    let first = text.firstIndex { !"\u{200E}\u{200F}\u{61C}".contains($0) }
    if let first, text[first] == "-" { text.replaceSubrange(first...first, with: "−") }
    guard text.hasPrefix("−"), Appearance.isRightToLeft else { return text }
    return text.contains { $0.isASCII && $0.isNumber } ? "\u{200E}\(text)" : text
  }

  public func setHint(_ hint: String) {
    self.hint = hint
    renderTooltip()
  }

  public func leaveSpace(like missing: String) { whole.setTrailingSpace(like: missing) }

  /// Shrinks the number as much as the widest number of its column, so that all numbers have the same size.
  public func shrink(like widest: NumberLabel) {
    g_object_set_data_full(cast(), NumberPlacing.widestKey, g_object_ref(widest.whole.raw), { g_object_unref($0) })
    gtk_widget_queue_allocate(widget)
  }

  private func renderTooltip() {
    let number = text.count > Self.mostCharacters ? text : ""
    setTooltip([number, hint].filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  private func made() -> Label {
    let label = Label(text: "")
    label.alignEnd()
    label.speakForLabels()
    gtk_box_append(cast(), label.widget)
    return label
  }
}

public struct NumberFit: Equatable, Sendable {
  /// All digits, or scientific notation. The associated value is the number's size in hundredths of the full size.
  public enum Form: Equatable, Sendable {
    case whole(Int)
    case brief(Int)
  }

  public let sizes: [Int]

  public static let large = NumberFit(sizes: [100, 80, 64, 50])
  /// The possible sizes, in per cent, of a window's largest number, which shrinks to leave space for adjacent text.
  public static let largest = NumberFit(sizes: [100, 80, 64, 50, 40])
  /// The possible sizes of the amount field, in per cent, as `style.css` defines them. A list of several lines uses
  /// `fieldInList`, where 100 is the size of the other lines.
  public static let field = NumberFit(sizes: [100, 65, 50, 41])
  public static let fieldInList = NumberFit(sizes: [100, 77, 63, 63])
  public static let compactField = NumberFit(sizes: [100, 100, 77, 63])
  public static let small = NumberFit(sizes: [100, 88, 76, 64])

  /// Returns the largest form that fits in `room`. Widths are at full size. `brief`: the width in scientific notation,
  /// nil if the whole number is shown even where it doesn't fit. `widest`: the width of the column's widest number. If
  /// that number fits at a smaller size, this number gets the same size.
  public func form(whole: Int, widest: Int = 0, brief: Int?, room: Int) -> Form {
    if let size = largest(max(whole, widest), room) ?? largest(whole, room) { return .whole(size) }
    guard let brief else { return .whole(smallest) }
    return .brief(largest(brief, room) ?? smallest)
  }

  public func least(whole: Int, brief: Int?) -> Int { (min(whole, brief ?? whole) * smallest + 99) / 100 }

  private var smallest: Int { sizes.last ?? 100 }

  private func largest(_ width: Int, _ room: Int) -> Int? { sizes.first { width * $0 <= room * 100 } }
}

/// Draws a container's only child smaller if it is too wide, so that it isn't cut.
public enum ShrinkToFit {
  /// The largest divisor of the width, so the smallest scale is 1/3. Only double-size text on a phone needs this scale.
  private static let least: Int32 = 3

  @MainActor
  public static func install(on container: Widget) {
    container.placeChildren(
      measure: { container, orientation, _, minimum, natural, _, _ in
        guard let child = gtk_widget_get_first_child(container) else { return }
        let (width, height) = ShrinkToFit.natural(child)
        if orientation == GTK_ORIENTATION_HORIZONTAL {
          minimum?.pointee = (width + ShrinkToFit.least - 1) / ShrinkToFit.least
          natural?.pointee = width
        } else {
          // The height is the same for all widths. GTK expects no less height for less width, and GTK 4.24 warns.
          minimum?.pointee = height
          natural?.pointee = height
        }
      },
      allocate: { container, width, height, _ in
        guard let child = gtk_widget_get_first_child(container) else { return }
        let natural = ShrinkToFit.natural(child)
        guard width < natural.width else { return gtk_widget_allocate(child, width, height, -1, nil) }
        let scale = Float(width) / Float(natural.width)
        var place = graphene_point_t(x: 0, y: (Float(height) - Float(natural.height) * scale) / 2)
        let moved = gsk_transform_translate(nil, &place)
        gtk_widget_allocate(child, natural.width, natural.height, -1, gsk_transform_scale(moved, scale, scale))
      })
  }

  private static func natural(_ child: UnsafeMutablePointer<GtkWidget>) -> (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    return (width, height)
  }
}

private enum NumberPlacing {
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
    // Eight digits get their full width, even if the name beside them is cut off. `widest` limits this for large text.
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
