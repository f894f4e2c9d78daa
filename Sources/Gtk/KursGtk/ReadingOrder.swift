// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Keeps a sum left to right, as on calculators in all languages. In Arabic digits, 100 − 20 would otherwise be read as
/// 20 − 100 (Unicode Standard Annex 9, N1).
@MainActor
public enum ReadingOrder {
  static let mark = "\u{202D}"

  public static func held(_ text: String) -> String { isTurned(text) ? "\(mark)\(text)\u{202C}" : text }

  /// Whether GTK would turn a calculation such as `1 + 2` right to left. False for text with right-to-left words.
  static func isTurned(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard Appearance.isRightToLeft || scalars.contains(where: { ("\u{660}"..."\u{669}").contains($0) }),
      let first = scalars.firstIndex(where: isDigit)
    else { return false }
    return scalars[first...].contains { !isDigit($0) && !".,٫٬'’".unicodeScalars.contains($0) }
      && !scalars.contains { $0.properties.isAlphabetic && isFromRight($0) }
  }

  private static func isFromRight(_ scalar: Unicode.Scalar) -> Bool {
    (0x590...0x8FF).contains(scalar.value) || (0xFB1D...0xFDFF).contains(scalar.value)
      || (0xFE70...0xFEFF).contains(scalar.value)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }
}

extension Entry {
  /// The length of the direction mark that Kurs has inserted before the text, or 0.
  var lead: Int { written.hasPrefix(ReadingOrder.mark) ? 1 : 0 }

  /// Adds or removes the direction mark after each change, and keeps the cursor after the mark.
  func keepReadingOrder() {
    onChange { [weak self] in
      guard let self, (lead == 1) != ReadingOrder.isTurned(text) else { return }
      if lead == 1 { return gtk_editable_delete_text(opaque, 0, 1) }
      var start: Int32 = 0
      gtk_editable_insert_text(opaque, ReadingOrder.mark, -1, &start)
    }
    guard let delegate = gtk_editable_get_delegate(opaque).map({ Object(UnsafeMutableRawPointer($0)) }) else { return }
    for moved in ["notify::cursor-position", "notify::selection-bound"] {
      delegate.connectArgument(moved) { [weak self] _ in self?.stepBehindMark() }
    }
  }

  private func stepBehindMark() {
    var (from, to): (Int32, Int32) = (0, 0)
    _ = gtk_editable_get_selection_bounds(opaque, &from, &to)
    guard lead == 1, from == 0 else { return }
    let cursor = gtk_editable_get_position(opaque)
    gtk_editable_select_region(opaque, max(cursor == to ? from : to, 1), max(cursor, 1))
  }
}
