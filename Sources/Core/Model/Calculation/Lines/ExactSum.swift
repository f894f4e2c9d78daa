// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt

extension Array where Element == Rational {
  /// The exact sum, by pairs, so that numbers stay small for long; no fraction is reduced on the way.
  var exactSum: Rational {
    var sums = self
    while sums.count > 1 {
      sums = stride(from: 0, to: sums.count, by: 2).map { index in
        index + 1 < sums.count ? sums[index].unreducedSum(with: sums[index + 1]) : sums[index]
      }
    }
    return sums.first ?? .zero
  }
}

extension Rational {
  /// The sum without the common divisor that a reduced one costs more to find than it saves here.
  func unreducedSum(with other: Rational) -> Rational {
    if case .small = storage, case .small = other.storage { return self + other }
    let (a, b, c, d) = (numerator, denominator, other.numerator, other.denominator)
    return b == d ? Rational(unreduced: a + c, b) : Rational(unreduced: a * d + c * b, b * d)
  }

  func unreducedProduct(with other: Rational) -> Rational {
    if case .small = storage, case .small = other.storage { return self * other }
    return Rational(unreduced: numerator * other.numerator, denominator * other.denominator)
  }

  init(unreduced numerator: BigInt, _ denominator: BigInt) {
    storage = .big(numerator, denominator)
  }
}
