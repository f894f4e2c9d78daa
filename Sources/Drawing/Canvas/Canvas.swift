// SPDX-License-Identifier: GPL-3.0-or-later

import COpened

public enum PDFPage {
  /// The size of A4 in portrait format, in points.
  public static let paper = Size(595, 842)

  /// Returns the picture as a PDF file. Nil if cairo isn't installed or fails.
  public static func file(_ list: DisplayList, font: String = CairoCanvas.plainFont) -> [UInt8]? {
    guard let cairo = CairoLibrary.functions, let pdf = CairoLibrary.pdf else { return nil }
    var bytes: [UInt8] = []
    let isWritten = withUnsafeMutablePointer(to: &bytes) { target in
      let surface = pdf.cairo_pdf_surface_create_for_stream(
        { target, data, length in
          guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
          target.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, target, list.size.width, list.size.height)
      guard let surface else { return false }
      // cairo writes the last bytes while it destroys the surface, so `bytes` must still be valid then.
      defer { cairo.cairo_surface_destroy(surface) }
      guard cairo.cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo.cairo_create(surface)
      else { return false }
      CairoCanvas(context: context, font: font)?.draw(list)
      cairo.cairo_destroy(context)
      return true
    }
    return isWritten && bytes.starts(with: Array("%PDF-".utf8)) ? bytes : nil
  }
}

public struct TextMetrics: Sendable {
  public var width: @Sendable (String, Double, Bool) -> Double

  /// Estimates widths if no font is available. The estimates exceed widths in common fonts, so that labels don't touch.
  public static let estimated = TextMetrics { text, size, isBold in
    let ems = text.unicodeScalars.reduce(0.0) { $0 + advance(of: $1) }
    return ems * size * (isBold ? 1.08 : 1)
  }

  private static func advance(of scalar: Unicode.Scalar) -> Double {
    if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .format {
      return 0
    }
    if scalar.properties.isWhitespace || ".,:;'|!’".unicodeScalars.contains(scalar) { return 0.34 }
    // East Asian ideographs, kana and hangul are as wide as they are high.
    if (0x2E80...0xD7FF).contains(scalar.value) || (0xF900...0xFAFF).contains(scalar.value) { return 1.02 }
    if "mwMW%@".unicodeScalars.contains(scalar) { return 0.95 }
    return scalar.properties.isUppercase ? 0.72 : 0.62
  }
}
