// SPDX-License-Identifier: GPL-3.0-or-later

/// The meaning of a written number, and an alternative one.
public struct NumberReading: Hashable, Sendable {
  /// As the locale reads it, or in the only way it can be read.
  public let value: Rational
  /// The other meaning of one separator before exactly three digits: 1.234 for 1234.
  public let alternative: Rational?
  /// Whether `value` takes separators otherwise than the locale writes them (12.50 in German).
  public let isForeign: Bool
  /// Whether a power of ten was written behind it: 1e3, 2k, 1.5 million.
  public let isScaled: Bool

  public init(value: Rational, alternative: Rational? = nil, isForeign: Bool = false, isScaled: Bool = false) {
    self.value = value
    self.alternative = alternative
    self.isForeign = isForeign
    self.isScaled = isScaled
  }

  /// Times a power of ten that stands behind it.
  func scaled(by exponent: Int) -> NumberReading {
    let power = Rational.powerOfTen(exponent)
    return NumberReading(
      value: value * power, alternative: alternative.map { $0 * power }, isForeign: isForeign, isScaled: true)
  }
}

/// The fault of a written number.
public enum NumberFault: Hashable, Sendable {
  /// Separators that no way of writing numbers explains: `1,23,4`, `1.2.3`.
  case grouping
  /// Digits of two scripts in one number.
  case mixedDigits
  /// More than 300 digits, or a power of ten that stands for as many.
  case tooLong
}

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
