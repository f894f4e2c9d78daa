// SPDX-License-Identifier: GPL-3.0-or-later
import COpened
import Glibc

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

final class PangoLine {
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
