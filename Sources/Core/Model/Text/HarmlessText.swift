// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
  /// One line that changes nothing where it is shown, for what a server wrote: at most `limit` characters.
  ///
  /// Control characters show as their pictures, marks that turn or hide text as U+FFFD, and line ends as ↵.
  public func harmless(limit: Int = .max) -> String {
    var (text, count) = ("", 0)
    for scalar in unicodeScalars {
      // A mark without a limit on a letter is one character however many there are.
      guard count < limit else { return text + "…" }
      text.unicodeScalars.append(scalar.harmless)
      count += 1
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var harmless: Unicode.Scalar {
    switch value {
    case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: "\u{21B5}"
    case 0x09: " "
    case 0x00..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE0FFF:
      "\u{FFFD}"
    default: self
    }
  }
}
