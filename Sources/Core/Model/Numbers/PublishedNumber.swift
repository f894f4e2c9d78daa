// SPDX-License-Identifier: GPL-3.0-or-later

/// A positive decimal exactly as published, with trailing zeros: coefficient × 10^-scale.
public struct PublishedNumber: Hashable, Sendable {
  public let coefficient: UInt64
  public let scale: UInt8

  public init(coefficient: UInt64, scale: UInt8) {
    self.coefficient = coefficient
    self.scale = scale
  }

  /// Reads digits with an optional point and exponent, such as `6.88e-5`: at most 19 digits and 40 decimals.
  public init?(ascii bytes: UnsafeBufferPointer<UInt8>) {
    var (coefficient, scale, digits, seenPoint, index) = (UInt64(0), 0, 0, false, 0)
    scan: while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (shifted, lostShift) = coefficient.multipliedReportingOverflow(by: 10)
        let (sum, lostSum) = shifted.addingReportingOverflow(UInt64(byte &- UInt8(ascii: "0")))
        if lostShift || lostSum { return nil }  // guards J06
        coefficient = sum
        digits += 1
        if seenPoint { scale += 1 }
      case UInt8(ascii: ".") where !seenPoint && digits > 0 && index + 1 < bytes.count:
        seenPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let rest = String(decoding: bytes[(index + 1)...], as: UTF8.self)
        guard let exponent = Int(rest), abs(exponent) <= 40 else { return nil }
        scale -= exponent
        break scan
      default:
        return nil
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    while scale < 0 {
      let (shifted, lost) = coefficient.multipliedReportingOverflow(by: 10)
      if lost { return nil }
      (coefficient, scale) = (shifted, scale + 1)
    }
    guard scale <= 40 else { return nil }
    self.init(coefficient: coefficient, scale: UInt8(scale))
  }

  public init?(_ text: some StringProtocol) {
    guard let number = Array(text.utf8).withUnsafeBufferPointer({ PublishedNumber(ascii: $0) }) else { return nil }
    self = number
  }

  public var rational: Rational {
    guard let short = Int64(exactly: coefficient), scale < 19 else {
      return (Rational(text: String(coefficient)) ?? .zero) * .powerOfTen(-Int(scale))
    }
    return Rational(small: short, Int64(Rational.shortPowers[Int(scale)]))
  }

  public var text: String { rational.text(places: Int(scale)) }
}
