// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt

extension Rational {
  /// The nearest multiple of 10^-places, ties away from zero (the commercial rule).
  public func rounded(places: Int) -> Rational {
    let unit = Rational.powerOfTen(places)
    return Rational(reducingInteger: scaledInteger(places: places), over: unit)
  }

  /// self × 10^places, rounded half away from zero.
  func scaledInteger(places: Int) -> Integer {
    if case .small(let n, let d) = storage, places >= 0, places < Self.shortPowers.count {
      let (product, lost) = n.magnitude.multipliedReportingOverflow(by: Self.shortPowers[places])
      if !lost {
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: d.magnitude)
        return .small(
          negative: n < 0, UInt128(quotient) + (remainder >= d.magnitude - remainder && remainder > 0 ? 1 : 0))
      }
      let wide = UInt128(n.magnitude) * UInt128(Self.shortPowers[places])
      let (quotient, remainder) = wide.quotientAndRemainder(dividingBy: UInt128(d.magnitude))
      return .small(negative: n < 0, quotient + (remainder * 2 >= UInt128(d.magnitude) ? 1 : 0))
    }
    let power = BigUInt(10).power(abs(places))
    let (n, d) = (numerator.magnitude, denominator.magnitude)
    let (top, bottom) = places >= 0 ? (n * power, d) : (n, d * power)
    let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    return .big(negative: signum < 0, quotient + (remainder * 2 >= bottom ? 1 : 0))
  }

  /// The remainder of dividing |self| × 10^places, its divisor, and that product; nil beyond 64 bits.
  func remainder(places: Int) -> (remainder: UInt128, divisor: UInt128, dividend: UInt128)? {
    guard case .small(let n, let d) = storage, Self.shortPowers.indices.contains(places) else { return nil }
    let (dividend, divisor) = (UInt128(n.magnitude) * UInt128(Self.shortPowers[places]), UInt128(d.magnitude))
    return (dividend % divisor, divisor, dividend)
  }

  enum Integer {
    case small(negative: Bool, UInt128)
    case big(negative: Bool, BigUInt)

    var digits: String {
      switch self {
      case .small(_, let magnitude): String(magnitude)
      case .big(_, let magnitude): String(magnitude)
      }
    }

    var isNegative: Bool {
      switch self {
      case .small(let negative, let magnitude): negative && magnitude != 0
      case .big(let negative, let magnitude): negative && magnitude != 0
      }
    }
  }

  private init(reducingInteger integer: Integer, over unit: Rational) {
    if case .small(let negative, let magnitude) = integer, let small = Int64(exactly: magnitude),
      case .small(let power, 1) = unit.storage, power > 0
    {
      self.init(small: negative ? -small : small, power)
    } else {
      let magnitude = BigInt(integer.digits) ?? 0
      let signed = Rational(reducing: integer.isNegative ? -magnitude : magnitude, 1)
      self = signed * unit.inverse
    }
  }

  /// 10^exponent, exact; negative exponents give fractions.
  public static func powerOfTen(_ exponent: Int) -> Rational {
    let size = abs(exponent)
    let power =
      size < shortPowers.count - 1
      ? Rational(Int64(shortPowers[size])) : Rational(reducing: BigInt(10).power(size), 1)
    return exponent < 0 ? power.inverse : power
  }

  static let shortPowers: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
