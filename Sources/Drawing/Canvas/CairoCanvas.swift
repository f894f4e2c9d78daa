// SPDX-License-Identifier: GPL-3.0-or-later
import COpened

public struct CairoCanvas {
  private let context: OpaquePointer
  private let cairo: kurs_cairo
  private let font: String
  private let hasWholePixels: Bool

  public static let plainFont = "sans-serif"

  /// Creates a canvas on a borrowed `cairo_t`. Nil without cairo. `hasWholePixels`: whether the scale is an integer.
  public init?(context: OpaquePointer, font: String = plainFont, hasWholePixels: Bool = false) {
    guard let cairo = CairoLibrary.functions else { return nil }
    self.context = context
    self.font = font
    self.hasWholePixels = hasWholePixels
    self.cairo = cairo
  }

  public func draw(_ list: DisplayList) {
    cairo.cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
    for item in list.items { draw(item) }
  }

  public func draw(_ image: CairoImage) {
    cairo.cairo_set_source_surface(context, image.surface, 0, 0)
    cairo.cairo_paint(context)
  }

  private func draw(_ item: DrawingItem) {
    switch item {
    case .rectangle(let rect, let colour):
      set(colour)
      cairo.cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
      cairo.cairo_fill(context)
    case .line(let a, let b, let stroke):
      path([a, b])
      draw(stroke)
    case .polyline(let points, let stroke):
      path(points)
      draw(stroke)
    case .polygon(let points, let colour):
      path(points)
      cairo.cairo_close_path(context)
      set(colour)
      // A dense line has over a thousand corners. Coarse antialiasing of the area below it can't be seen and is faster.
      if points.count > 800 { cairo.cairo_set_antialias(context, CAIRO_ANTIALIAS_FAST) }
      cairo.cairo_fill(context)
      cairo.cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
    case .bars(let bars, let colour):
      cairo.cairo_new_path(context)
      set(colour)
      for bar in bars {
        cairo.cairo_rectangle(context, bar.x, bar.y, bar.width, bar.height)
        // Filling the bars one by one takes a third of the time, but bars that end within a pixel would show seams.
        if hasWholePixels { cairo.cairo_fill(context) }
      }
      cairo.cairo_fill(context)
    case .circle(let centre, let radius, let colour):
      cairo.cairo_new_path(context)
      cairo.cairo_arc(context, centre.x, centre.y, radius, 0, 2 * .pi)
      set(colour)
      cairo.cairo_fill(context)
    case .text(let label):
      draw(label)
    case .clip(let rect):
      cairo.cairo_save(context)
      cairo.cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
      cairo.cairo_clip(context)
    case .unclip:
      cairo.cairo_restore(context)
    }
  }

  private func path(_ points: [Point]) {
    cairo.cairo_new_path(context)
    guard let first = points.first else { return }
    cairo.cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo.cairo_line_to(context, point.x, point.y) }
  }

  private func draw(_ stroke: Stroke) {
    set(stroke.colour)
    cairo.cairo_set_line_width(context, stroke.width)
    cairo.cairo_set_dash(context, stroke.dash, Int32(stroke.dash.count), 0)
    cairo.cairo_stroke(context)
  }

  private func draw(_ label: TextLabel) {
    let align: Double =
      switch label.anchor {
      case .left: 0
      case .middle: 0.5
      case .right: 1
      }
    set(label.colour)
    PangoLine(label.text, in: context, font: font, size: label.size, isBold: label.isBold)?
      .show(context, cairo, at: label.place, align: align)
  }

  private func set(_ colour: Colour) {
    cairo.cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
  }
}
