// SPDX-License-Identifier: GPL-3.0-or-later
import CCairo

/// A page on paper.
public enum PDFPage {
  /// A4, upright, in points.
  public static let paper = Size(595, 842)

  /// The page as a file; nil where cairo is not installed or writes none.
  public static func file(_ list: DisplayList, font: String = CairoCanvas.plainFont) -> [UInt8]? {
    guard kurs_cairo_load(), let cairo = kurs_cairo()?.pointee else { return nil }
    var bytes: [UInt8] = []
    let isWritten = withUnsafeMutablePointer(to: &bytes) { target in
      let surface = kurs_cairo_pdf(
        { target, data, length in
          guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
          target.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, target, list.size.width, list.size.height)
      guard let surface else { return false }
      // Cairo writes when the page ends, while `bytes` is still lent.
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
