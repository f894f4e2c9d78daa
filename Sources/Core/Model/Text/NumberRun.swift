// SPDX-License-Identifier: GPL-3.0-or-later

/// Characters allowed between digits.
enum NumberSeparator: Hashable, Sendable {
  case dot, comma, apostrophe, space, arabicDecimal, arabicGroup

  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case ".", "\u{FF0E}": self = .dot
    case ",", "\u{FF0C}", "\u{060C}": self = .comma
    case "'", "\u{2019}": self = .apostrophe
    case " ", "\u{A0}", "\u{202F}", "\u{2009}": self = .space
    case "\u{066B}": self = .arabicDecimal
    case "\u{066C}": self = .arabicGroup
    default: return nil
    }
  }
}

/// Digits in groups with what separates them, before anyone says what it means.
struct NumberRun {
  /// ASCII.
  private(set) var digits: [UInt8] = []
  /// Digits between separators; the first is 0 in ".5".
  private(set) var groups: [Int] = [0]
  private(set) var separators: [NumberSeparator] = []
  private(set) var isMixed = false
  private var zero: UInt32?

  mutating func append(_ digit: Int, zero: UInt32) {
    isMixed = isMixed || self.zero.map { $0 != zero } ?? false
    self.zero = zero
    digits.append(UInt8(digit) + UInt8(ascii: "0"))
    groups[groups.count - 1] += 1
  }

  mutating func append(_ separator: NumberSeparator) {
    separators.append(separator)
    groups.append(0)
  }

  mutating func begin(_ separator: NumberSeparator) { append(separator) }
}
