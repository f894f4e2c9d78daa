// SPDX-License-Identifier: GPL-3.0-or-later

public struct NumberReading: Hashable, Sendable {
  public let value: Rational
  /// The other possible value of an ambiguous number, such as 1234 for 1.234. Nil if the number is clear.
  public let alternative: Rational?
  /// Whether the separators differ from the locale's, such as 12.50 in a German locale.
  public let isForeign: Bool
  /// Whether the number was written with a power of ten, such as 1e3, 2k or 1.5 million.
  public let isScaled: Bool

  public init(value: Rational, alternative: Rational? = nil, isForeign: Bool = false, isScaled: Bool = false) {
    self.value = value
    self.alternative = alternative
    self.isForeign = isForeign
    self.isScaled = isScaled
  }

  func scaled(by exponent: Int) -> NumberReading {
    let power = Rational.powerOfTen(exponent)
    return NumberReading(
      value: value * power, alternative: alternative.map { $0 * power }, isForeign: isForeign, isScaled: true)
  }
}

public enum NumberFault: Error, Hashable, Sendable {
  /// The number has invalid separators, such as `1,23,4` or `1.2.3`.
  case grouping
  /// The number is hexadecimal, such as `0x10`.
  case notDecimal
  /// The number has more than 300 digits, or a power of ten beyond ±300.
  case tooLong
}

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

struct NumberRun {
  private(set) var digits: [UInt8] = []
  /// The count of digits in each group between separators. In ".5", the first count is 0.
  private(set) var groups: [Int] = [0]
  private(set) var separators: [NumberSeparator] = []

  mutating func append(_ digit: Int) {
    digits.append(UInt8(digit) + UInt8(ascii: "0"))
    groups[groups.count - 1] += 1
  }

  mutating func append(_ separator: NumberSeparator) {
    separators.append(separator)
    groups.append(0)
  }
}
