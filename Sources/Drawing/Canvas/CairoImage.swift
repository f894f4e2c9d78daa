// SPDX-License-Identifier: GPL-3.0-or-later
import COpened
import Synchronization

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

/// A cache of text widths. Measuring a label is slower than drawing it, and each possible position measures it.
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
