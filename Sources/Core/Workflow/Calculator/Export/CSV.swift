// SPDX-License-Identifier: GPL-3.0-or-later

/// Rows of comma-separated values, RFC 4180.
enum CSV {
  static func row(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

  /// A text from elsewhere that a spreadsheet would run as a formula, made harmless.
  ///
  /// OWASP, "CSV Injection": an apostrophe before the signs that begin one.
  static func safe(_ text: String) -> String {
    guard let first = text.first, "=@\t\r+-".contains(first), !text.isSignedNumber else { return text }
    return "'" + text
  }

  private static func field(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r\r\n".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension String {
  /// Digits, separators and blanks behind a sign.
  fileprivate var isSignedNumber: Bool {
    dropFirst().allSatisfy { $0.isNumber || $0.isWhitespace || ".,'’".contains($0) }
  }
}
