// SPDX-License-Identifier: GPL-3.0-or-later
import COpened
import Glibc
import Synchronization

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
        // Filling bars one by one takes a third of the time, but only bars of whole pixels show no seams.
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

public final class CairoImage {
  let surface: OpaquePointer
  private let cairo: kurs_cairo

  /// Draws a list. Returns nil without cairo or for a too large image. `scale`: device pixels per logical pixel.
  public init?(_ list: DisplayList, scale: Double = 1, font: String = CairoCanvas.plainFont) {
    guard let cairo = CairoLibrary.functions else { return nil }
    self.cairo = cairo
    let (width, height) = ((list.size.width * scale).rounded(.up), (list.size.height * scale).rounded(.up))
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      let made = cairo.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    surface = made
    guard cairo.cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else { return nil }
    cairo.cairo_surface_set_device_scale(made, scale, scale)
    guard let context = cairo.cairo_create(made) else { return nil }
    CairoCanvas(context: context, font: font, hasWholePixels: scale == scale.rounded())?.draw(list)
    cairo.cairo_destroy(context)
    cairo.cairo_surface_flush(made)
  }

  deinit {
    cairo.cairo_surface_destroy(surface)
  }

  public func png() -> [UInt8]? {
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { target in
      cairo.cairo_surface_write_to_png_stream(
        surface,
        { target, data, length in
          guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
          target.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, target)
    }
    return status == CAIRO_STATUS_SUCCESS ? bytes : nil
  }

  /// The colours of the pixels as premultiplied 0xAARRGGBB, row by row.
  public func pixels(width: Int, height: Int) -> [UInt32] {
    guard let data = cairo.cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(cairo.cairo_image_surface_get_stride(surface))
    return (0..<height).flatMap { row in
      (0..<width).map { column in
        UnsafeRawPointer(data).load(fromByteOffset: row * stride + column * 4, as: UInt32.self)
      }
    }
  }
}

extension TextMetrics {
  public static var measured: TextMetrics { measured(in: CairoCanvas.plainFont) }

  /// Returns the metrics of a font family. They cache widths without limit, so use them for one picture only.
  public static func measured(in font: String) -> TextMetrics {
    let known = KnownWidths()
    return TextMetrics { text, size, isBold in
      known.width(of: KnownWidths.Line(text: text, size: size, isBold: isBold)) {
        CairoImage(DisplayList(size: Size(1, 1)))?.width(of: text, in: font, size: size, isBold: isBold)
          ?? estimated.width(text, size, isBold)
      }
    }
  }
}

/// A cache of text widths. Measuring a label is slower than drawing it, and it is measured for each possible position.
private final class KnownWidths: Sendable {
  struct Line: Hashable {
    let text: String
    let size: Double
    let isBold: Bool
  }

  private let widths = Mutex<[Line: Double]>([:])

  func width(of line: Line, measured: () -> Double) -> Double {
    if let known = widths.withLock({ $0[line] }) { return known }
    let width = measured()
    widths.withLock { $0[line] = width }
    return width
  }
}

extension CairoImage {
  func width(of text: String, in font: String, size: Double, isBold: Bool) -> Double? {
    guard let context = cairo.cairo_create(surface) else { return nil }
    defer { cairo.cairo_destroy(context) }
    return PangoLine(text, in: context, font: font, size: size, isBold: isBold)?.width
  }
}

/// The functions of cairo and Pango. They are loaded on first use, because the terminal program rarely draws.
enum CairoLibrary {
  private static let cairoFile = "libcairo.so.2"

  static let functions: kurs_cairo? = {
    var cairo = kurs_cairo()
    return dlopen(cairoFile, RTLD_NOW).flatMap { kurs_cairo_fill(&cairo, $0) ? cairo : nil }
  }()

  static let pdf: kurs_pdf? = {
    var pdf = kurs_pdf()
    return dlopen(cairoFile, RTLD_NOW).flatMap { kurs_pdf_fill(&pdf, $0) ? pdf : nil }
  }()

  static let pango: kurs_pango? = {
    var pango = kurs_pango()
    return dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_GLOBAL).flatMap { kurs_pango_fill(&pango, $0) ? pango : nil }
  }()
}

private final class PangoLine {
  let width: Double
  private let height: Double
  private let pango: kurs_pango
  private let layout: OpaquePointer

  init?(_ text: String, in context: OpaquePointer, font: String, size: Double, isBold: Bool) {
    guard let pango = CairoLibrary.pango, let layout = pango.pango_cairo_create_layout(context) else { return nil }
    (self.pango, self.layout) = (pango, layout)
    let face = pango.pango_font_description_new()
    pango.pango_font_description_set_family(face, font)
    pango.pango_font_description_set_absolute_size(face, size * Self.scale)
    if isBold { pango.pango_font_description_set_weight(face, PANGO_WEIGHT_BOLD) }
    pango.pango_layout_set_font_description(layout, face)
    pango.pango_font_description_free(face)
    pango.pango_layout_set_text(layout, text, -1)
    var (width, height): (Int32, Int32) = (0, 0)
    pango.pango_layout_get_size(layout, &width, &height)
    (self.width, self.height) = (Double(width) / Self.scale, Double(height) / Self.scale)
  }

  deinit { pango.g_object_unref(UnsafeMutableRawPointer(layout)) }

  private static let scale = Double(PANGO_SCALE)

  /// Draws the text with its middle at y. `align`: 0, 0.5 or 1 puts the left edge, middle or right edge at x.
  func show(_ context: OpaquePointer, _ cairo: kurs_cairo, at place: Point, align: Double) {
    cairo.cairo_move_to(context, place.x - align * width, place.y - 0.5 * height)
    pango.pango_cairo_show_layout(context, layout)
  }
}
