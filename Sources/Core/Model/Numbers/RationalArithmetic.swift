// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt

extension Rational {
  public static func * (a: Rational, b: Rational) -> Rational {
    guard case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage else {
      return Rational(reducing: a.numerator * b.numerator, a.denominator * b.denominator)
    }
    let (n, lostN) = an.multipliedReportingOverflow(by: bn)
    let (d, lostD) = ad.multipliedReportingOverflow(by: bd)
    if !lostN, !lostD { return Rational(small: n, d) }
    return Rational(wide: Int128(an) * Int128(bn), Int128(ad) * Int128(bd))
  }

  /// The quotient, nil when `divisor` is zero.
  public func divided(by divisor: Rational) -> Rational? {
    guard divisor.signum != 0 else { return nil }
    return self * divisor.inverse
  }

  /// 1 ÷ self; zero gives zero, for a rate of zero cannot get in (`SuspectQuote.Reason.notPositive`).
  public var reciprocal: Rational { signum == 0 ? .zero : inverse }

  /// 1 ÷ self; self must not be zero, which every caller has checked.
  var inverse: Rational {
    switch storage {
    case .small(let n, let d):
      n > 0 ? Rational(small: d, n) : Rational(wide: -Int128(d), -Int128(n))
    case .big(let n, let d):
      Rational(reducing: d, n)
    }
  }

  public static func + (a: Rational, b: Rational) -> Rational {
    guard case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage else {
      return Rational(
        reducing: a.numerator * b.denominator + b.numerator * a.denominator,
        a.denominator * b.denominator)
    }
    if ad == bd {
      let (n, lost) = an.addingReportingOverflow(bn)
      if !lost { return Rational(small: n, ad) }
    }
    // Two products of 64-bit numbers need 127 bits each, their sum 128: only the extreme corner overflows.
    let (sum, lost) = (Int128(an) * Int128(bd)).addingReportingOverflow(Int128(bn) * Int128(ad))
    if !lost { return Rational(wide: sum, Int128(ad) * Int128(bd)) }
    return Rational(
      reducing: a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
  }

  public static prefix func - (a: Rational) -> Rational {
    switch a.storage {
    case .small(let n, let d): Rational(wide: -Int128(n), Int128(d))
    case .big(let n, let d): Rational(unreduced: -n, d)
    }
  }

  public static func - (a: Rational, b: Rational) -> Rational { a + -b }
  public static func += (a: inout Rational, b: Rational) { a = a + b }
}

extension Rational: Comparable, Hashable {
  public static func == (a: Rational, b: Rational) -> Bool { compare(a, b) == 0 }
  public static func < (a: Rational, b: Rational) -> Bool { compare(a, b) < 0 }

  private static func compare(_ a: Rational, _ b: Rational) -> Int {
    if case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage {
      let (left, right) = (Int128(an) * Int128(bd), Int128(bn) * Int128(ad))
      return left < right ? -1 : left == right ? 0 : 1
    }
    let (left, right) = (a.numerator * b.denominator, b.numerator * a.denominator)
    return left < right ? -1 : left == right ? 0 : 1
  }

  public func hash(into hasher: inout Hasher) {
    // In lowest terms the same number has the same storage.
    switch reduced.storage {
    case .small(let n, let d):
      hasher.combine(n)
      hasher.combine(d)
    case .big(let n, let d):
      hasher.combine(n)
      hasher.combine(d)
    }
  }
}
