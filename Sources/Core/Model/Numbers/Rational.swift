// SPDX-License-Identifier: GPL-3.0-or-later
public import BigInt

/// An exact number: numerator ÷ denominator, kept in 64 bits while it fits and in as many as it needs beyond.
///
/// Money is computed in rationals and rounded once, where it is shown: `Decimal` rounds silently at 38 digits,
/// so that 100 ÷ 3 × 3 is not 100 and a tie may fall on the wrong side (docs/NUMBERS.md).
public struct Rational: Sendable {
  enum Storage: Sendable {
    /// Denominator > 0; not necessarily in lowest terms, for reducing at each step costs more than it saves.
    case small(Int64, Int64)
    /// Boxed, so that the numbers of every day are copied in two words.
    indirect case big(BigInt, BigInt)
  }

  let storage: Storage

  public static let zero = Rational(0)
  public static let one = Rational(1)

  public init(_ integer: Int64) {
    storage = .small(integer, 1)
  }

  /// `numerator ÷ denominator`, nil when the denominator is zero.
  public init?(_ numerator: BigInt, over denominator: BigInt) {
    guard denominator != 0 else { return nil }
    self.init(reducing: numerator, denominator)
  }

  init(small numerator: Int64, _ denominator: Int64) {
    storage = .small(numerator, denominator)
  }

  /// Reduces 128-bit intermediates; falls through to arbitrary size only when they still do not fit.
  init(wide numerator: Int128, _ denominator: Int128) {
    if let n = Int64(exactly: numerator), let d = Int64(exactly: denominator), d > 0 {
      storage = .small(n, d)
      return
    }
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    let (n, d) = divisor == 0 ? (numerator, denominator) : (numerator / divisor, denominator / divisor)
    if let n = Int64(exactly: n * sign), let d = Int64(exactly: d * sign) {
      storage = .small(n, d)
    } else {
      storage = .big(BigInt(n) * BigInt(sign), BigInt(d) * BigInt(sign))
    }
  }

  init(reducing numerator: BigInt, _ denominator: BigInt) {
    let divisor = numerator.greatestCommonDivisor(with: denominator) * (denominator < 0 ? -1 : 1)
    let (n, d) = (numerator / divisor, denominator / divisor)
    if let n = Int64(exactly: n), let d = Int64(exactly: d) {
      storage = .small(n, d)
    } else {
      storage = .big(n, d)
    }
  }

  /// The same number in lowest terms: what is used a million times should be small.
  public var reduced: Rational {
    switch storage {
    case .small(let n, let d):
      let divisor = Int64(greatestCommonDivisor(n.magnitude, d.magnitude))
      return Rational(small: n / divisor, d / divisor)
    case .big(let n, let d): return Rational(reducing: n, d)
    }
  }

  /// The numerator, with its sign; in lowest terms only when `isReduced` storage made it so.
  public var numerator: BigInt {
    switch storage {
    case .small(let n, _): BigInt(n)
    case .big(let n, _): n
    }
  }

  /// The denominator, always positive.
  public var denominator: BigInt {
    switch storage {
    case .small(_, let d): BigInt(d)
    case .big(_, let d): d
    }
  }

  public var signum: Int {
    switch storage {
    case .small(let n, _): Int(n.signum())
    case .big(let n, _): Int(n.signum())
    }
  }

  public var magnitude: Rational { signum < 0 ? -self : self }
}

/// Euclid's algorithm on 128 bits.
func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (a, b) = (a, b)
  while b != 0 {
    if let shortA = UInt64(exactly: a), let shortB = UInt64(exactly: b) {
      return UInt128(greatestCommonDivisor(shortA, shortB))
    }
    (a, b) = (b, a % b)
  }
  return a
}

func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
