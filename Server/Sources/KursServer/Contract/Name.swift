// SPDX-License-Identifier: GPL-3.0-or-later

/// Checks names that a client chooses. They are ASCII, so that each name has only one spelling.
enum Name {
  /// Whether the text matches `^[a-z][a-z-]{0,31}$`.
  static func isKind(_ text: String) -> Bool {
    matches(text, limit: 32, first: isSmallLetter) { isSmallLetter($0) || $0 == UInt8(ascii: "-") }
  }

  /// Whether the text matches `^[A-Za-z][A-Za-z0-9._-]{0,63}$`.
  static func isField(_ text: String) -> Bool {
    matches(text, limit: 64, first: isLetter) { isLetter($0) || isDigit($0) || ".-_".utf8.contains($0) }
  }

  /// Whether the text matches `^[a-z][a-z0-9.-]{0,63}$`.
  static func isEvent(_ text: String) -> Bool {
    matches(text, limit: 64, first: isSmallLetter) { isSmallLetter($0) || isDigit($0) || ".-".utf8.contains($0) }
  }

  /// Whether the text matches `^[A-Z]{3}$`.
  static func isCurrency(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// Whether a text has at most `limit` code points and no control characters.
  static func isPrintable(_ text: String, upTo limit: Int) -> Bool {
    text.utf8.count <= 4 * limit && text.unicodeScalars.count <= limit
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Removes control characters from untrusted text, then returns its first `limit` code points.
  static func printable(_ text: String, upTo limit: Int) -> String {
    let scalars = text.unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }.prefix(limit)
    return String(String.UnicodeScalarView(scalars))
  }

  private static func matches(
    _ text: String, limit: Int, first: (UInt8) -> Bool, rest: (UInt8) -> Bool
  ) -> Bool {
    guard let head = text.utf8.first, first(head), text.utf8.count <= limit else { return false }
    return text.utf8.dropFirst().allSatisfy(rest)
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { isSmallLetter(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
