// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The number format of a CSV file. A spreadsheet program expects the format of the user's locale.
public enum CSVForm: Sendable {
  /// The decimal sign is a point, and commas separate the fields (RFC 4180).
  case point
  /// The decimal sign is a comma, and semicolons separate the fields.
  case comma

  var separator: UInt8 { self == .point ? UInt8(ascii: ",") : UInt8(ascii: ";") }

  func number(_ value: Rational) -> String {
    self == .point ? value.exactText() : value.exactText().replacing(".", with: ",")
  }
}

enum CSV {
  static func row(_ fields: [String], _ form: CSVForm = .point) -> String {
    let separator = String(Character(Unicode.Scalar(form.separator)))
    return fields.map { field($0, separator: form.separator) }.joined(separator: separator) + "\r\n"
  }

  /// Puts an apostrophe before text that a spreadsheet would run as a formula (OWASP, "CSV Injection").
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
    first.map { "+-".contains($0) } == true
      && dropFirst().allSatisfy { $0.isNumber || $0.isWhitespace || ".,'’".contains($0) }
  }
}
