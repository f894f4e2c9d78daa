// SPDX-License-Identifier: GPL-3.0-or-later

/// How many of the base a quote is for: 1 nearly always, 100 yen, 20 or 12 of something in a team's price list.
public struct QuoteUnit: Hashable, Sendable {
  /// Never 0.
  public let number: UInt32

  public static let one = QuoteUnit(number: 1)

  private init(number: UInt32) {
    self.number = number
  }

  /// Nil for 0.
  public init?(_ number: UInt32) {
    guard number > 0 else { return nil }
    self.number = number
  }

  /// 10^exponent; nil above 9.
  public init?(exponent: UInt8) {
    guard exponent <= 9 else { return nil }
    number = (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// 2 for a hundred; nil for what is no power of ten.
  public var exponent: UInt8? {
    var (rest, exponent) = (number, UInt8(0))
    while rest % 10 == 0 { (rest, exponent) = (rest / 10, exponent + 1) }
    return rest == 1 ? exponent : nil
  }

  public var rational: Rational { Rational(Int64(number)) }
}
