// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt
import KursModel
import Testing
import TestSupport

/// Compares the fast code that writes numbers below 64 bits with the code for integers of any length.
@Suite struct RationalWritingTests {
  private static let borders: [BigInt] =
    [0, 1, 2, 3, 5, 7, 8, 9, 10, 99, 101, 125, 2500, 2793, 999_999_999].map { BigInt($0) } + [
      BigInt(10).power(18), BigInt(10).power(18) - 1, BigInt(Int64.max), BigInt(Int64.max) - 1, BigInt(1) << 63,
      BigInt(1) << 64, BigInt(10).power(19), (BigInt(1) << 127) + 1, BigInt(10).power(40) - 1,
    ]

  /// Fractions of border values, and of random numbers of any length below 64 bits.
  private static var fractions: [(n: BigInt, d: BigInt)] {
    var random = SplitMix64(seed: 17)
    let others = (0..<300).map { _ in
      (
        BigInt(random.next() >> UInt64.random(in: 1...63, using: &random)),
        BigInt(random.next() >> UInt64.random(in: 1...62, using: &random)) + 1
      )
    }
    let all = borders.flatMap { n in borders.filter { $0 > 0 }.map { (n, $0) } } + others
    return all.flatMap { [($0.0, $0.1), (-$0.0, $0.1)] }
  }

  private static func text(_ n: BigInt, _ d: BigInt, _ places: Int) -> String {
    let (whole, rest) = (n.magnitude * BigUInt(10).power(places)).quotientAndRemainder(dividingBy: d.magnitude)
    let rounded = whole + (rest * 2 >= d.magnitude ? 1 : 0)
    let bare = String(rounded)
    let digits = String(repeating: "0", count: max(places + 1 - bare.count, 0)) + bare
    let point = places > 0 ? "." : ""
    return (n < 0 && rounded > 0 ? "-" : "") + digits.dropLast(places) + point + digits.suffix(places)
  }

  @Test("any number of decimals is written exactly")
  func anyNumberOfDecimalsIsWrittenExactly() throws {
    for (n, d) in Self.fractions {
      let number = try #require(Rational(n, over: d))
      for places in [0, 1, 2, 3, 17, 18, 19, 20, 28, 36, 37, 60] {
        #expect(number.text(places: places) == Self.text(n, d, places), "\(n)/\(d)")
      }
      // Appends the number to existing bytes. The number was multiplied by 12 and by 1/12, so its fraction may not be
      // in lowest terms.
      var bytes = Array("-9.99;".utf8)
      (number * Rational(12) * (try #require(Rational(1, over: 12)))).append(places: 2, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "-9.99;" + Self.text(n, d, 2))
    }
  }

  @Test("the positions of a fraction's first and last decimal digit are exact")
  func thePositionsOfAFractionsFirstAndLastDecimalDigitAreExact() throws {
    for (n, d) in Self.fractions {
      let number = try #require(Rational(n, over: d))
      var (rest, twos, fives) = (d / n.greatestCommonDivisor(with: d), 0, 0)
      while rest % 2 == 0 { (rest, twos) = (rest / 2, twos + 1) }
      while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
      let places = rest == 1 ? max(twos, fives) : nil
      #expect(number.terminatingPlaces == places, "\(n)/\(d)")
      let exponent = number.leadingExponent
      if n == 0 {
        #expect(exponent == 0)
      } else {
        #expect(Rational.powerOfTen(exponent) <= number.magnitude, "\(n)/\(d)")
        #expect(number.magnitude < Rational.powerOfTen(exponent + 1), "\(n)/\(d)")
      }
      let exact = Self.text(n, d, places ?? max(27 - exponent, 0))
      let trimmed = places == nil && exact.contains(".") ? String(exact.trimmingSuffix { $0 == "0" }) : exact
      #expect(number.exactText() == (trimmed.hasSuffix(".") ? String(trimmed.dropLast()) : trimmed), "\(n)/\(d)")
    }
  }

  @Test("a reduced fraction equals the original and has the same hash")
  func aReducedFractionEqualsTheOriginalAndHasTheSameHash() throws {
    for (n, d) in Self.fractions {
      let (number, twelve) = (try #require(Rational(n, over: d)), Rational(12))
      let other = (number * twelve).divided(by: twelve)
      let divisor = n.greatestCommonDivisor(with: d)
      #expect((number.reduced.numerator, number.reduced.denominator) == (n / divisor, d / divisor))
      #expect(other?.reduced.numerator == n / divisor && other?.hashValue == number.hashValue, "\(n)/\(d)")
    }
  }

  @Test("shown money differs from the exact amount by at most 1 %")
  func shownMoneyDiffersFromTheExactAmountByAtMost1() throws {
    for (n, d) in Self.fractions {
      let number = try #require(Rational(n, over: d))
      for unit in [0, 2, 3] {
        let blurs = { (places: Int) in
          (number.rounded(places: places) - number).magnitude * Rational(100) > number.magnitude
        }
        let two = max(unit, 1 - number.magnitude.leadingExponent)
        let expected = n == 0 || !blurs(unit) ? unit : blurs(two) ? two + 1 : two
        #expect(Money(number, .eur).shownPlaces(minorUnit: unit) == expected, "\(n)/\(d)")
      }
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
