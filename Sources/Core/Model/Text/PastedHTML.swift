// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads HTML from the clipboard. Handles cells with stored values, struck-through prices and superscripts.
public struct PastedHTML: Sendable {
  public static let mostBytes = 1 << 24
  /// The text with one row per line and tabs between cells.
  public let text: String
  public let hasCells: Bool

  /// Reads HTML. `decimal`: the decimal sign to write. Nil if too long, too deeply nested, or not in UTF-8 or UTF-16.
  public init?(_ bytes: [UInt8], decimal: Unicode.Scalar = ".") {
    guard bytes.count <= Self.mostBytes, let html = Self.decoded(bytes) else { return nil }
    var page = HTMLPage(decimal: decimal)
    for token in HTMLTokens(html) {
      guard page.process(token) else { return nil }
    }
    (text, hasCells) = page.finish()
  }

  public init?(_ html: String, decimal: Unicode.Scalar = ".") {
    self.init(Array(html.utf8), decimal: decimal)
  }

  /// Returns the clipboard's text: the plain text if the HTML has the same content and no table, or else the HTML's.
  public static func text(html: [UInt8]?, plain: String, decimal: Unicode.Scalar) -> String {
    guard let html, let page = PastedHTML(html, decimal: decimal), !page.text.isEmpty else { return plain }
    let written = { (text: String) in text.unicodeScalars.filter { !$0.properties.isWhitespace } }
    return !page.hasCells && written(page.text).elementsEqual(written(plain)) ? plain : page.text
  }

  public static func isPage(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(24).lowercased()
    return ["<!doctype html", "<html", "<meta ", "<table", "<head", "<body", "<google-sheets", "<!--startfragment"]
      .contains { start.hasPrefix($0) }
  }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    if isLittle || bytes.starts(with: [0xFE, 0xFF]) {
      let (low, high) = isLittle ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
        UInt16(bytes[place + low]) | UInt16(bytes[place + high]) << 8
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return String(validating: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self).map { Array($0.utf8) }
  }
}
