// SPDX-License-Identifier: GPL-3.0-or-later

/// Rows of comma-separated values (RFC 4180).
enum CSV {
  static func row(_ fields: [String]) -> String { fields.map { field($0) }.joined(separator: ",") + "\r\n" }

  /// Prefixes text that a spreadsheet would run as a formula with an apostrophe (OWASP, "CSV Injection").
  static func safe(_ text: String) -> String {
    guard let first = text.first, "=@\t\r+-".contains(first), !text.isSignedNumber else { return text }
    return "'" + text
  }

  static func field(_ text: String, separator: UInt8 = UInt8(ascii: ",")) -> String {
    let special = [separator, UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension String {
  fileprivate var isSignedNumber: Bool {
    dropFirst().allSatisfy { $0.isNumber || $0.isWhitespace || ".,'’".contains($0) }
  }
}
