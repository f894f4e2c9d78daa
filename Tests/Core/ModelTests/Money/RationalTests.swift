// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt
import KursModel
import Testing
import TestSupport

@Suite struct RationalTests {
  @Test("halves are rounded away from zero", arguments: [
    ("185.225", 2, "185.23"), ("-185.225", 2, "-185.23"), ("0.5", 0, "1"), ("-0.5", 0, "-1"), ("0.49", 0, "0"),
    ("2.675", 2, "2.68"), ("1598339609.7226", 2, "1598339609.72"), ("0.004", 2, "0.00"), ("-0.004", 2, "0.00"),
    ("99999999999999999999.995", 2, "100000000000000000000.00"), ("12", 3, "12.000"),
  ])
  func halvesAreRoundedAwayFromZero(text: String, places: Int, rounded: String) throws {
    let number = try #require(Rational(text: text))
    #expect(number.text(places: places) == rounded)
    #expect(number.rounded(places: places).text(places: places) == rounded)
  }

  @Test("a hundred divided and multiplied by three is a hundred")
  func aHundredDividedAndMultipliedByThreeIsAHundred() throws {
    let third = try #require(Rational(100).divided(by: Rational(3)))
    #expect(third * Rational(3) == Rational(100))
    #expect(third.exactText() == "33.33333333333333333333333333")
    #expect(third.terminatingPlaces == nil)
  }

  @Test(
    "text that is not a plain decimal is refused",
    arguments: ["", "-", ".5", "5.", "1e", "1e999", "0x10", "1,5", "1 5", "NaN", "1.2.3", "٣", "--1"])
  func textThatIsNotAPlainDecimalIsRefused(text: String) {
    #expect(Rational(text: text) == nil)
  }

  @Test(
    "decimals with exponents and signs are read",
    arguments: [("6.88e-5", "0.0000688"), ("1e3", "1000"), ("-12.50", "-12.5"), ("0", "0"), ("1E+2", "100")])
  func decimalsWithExponentsAndSignsAreRead(text: String, exact: String) {
    #expect(Rational(text: text)?.exactText() == exact)
  }

  @Test("numbers beyond 64 bits stay exact") func numbersBeyond64BitsStayExact() throws {
    let huge = try #require(Rational(text: "123456789012345678901234567890.123456789"))
    #expect((huge * huge).divided(by: huge) == huge)
    #expect((huge - huge).signum == 0)
    #expect(huge.text(places: 2) == "123456789012345678901234567890.12")
  }

  @Test("an amount of any length is read exactly", .fault("J06")) func anAmountOfAnyLengthIsReadExactly() throws {
    for text in ["123456789012345678.123456789", String(repeating: "7", count: 45)] {
      let amount = try #require(Rational(text: text))
      #expect(amount.text(places: text.contains(".") ? 9 : 0) == text)
    }
    #expect(try #require(Rational(text: "-0")) == .zero)
  }

  @Test("equal numbers have equal hashes") func equalNumbersHaveEqualHashes() throws {
    let half = try #require(Rational(BigInt(2), over: 4))
    let typed = try #require(Rational(text: "0.50"))
    #expect(half == typed)
    #expect(half.hashValue == typed.hashValue)
  }

  @Test("division by zero gives nil") func divisionByZeroGivesNil() {
    #expect(Rational.one.divided(by: .zero) == nil)
    #expect(Rational(1, over: 0) == nil)
  }

  /// Compares every operation with BigInt fractions, for numbers at the borders of 64 and 128 bits.
  @Test("at 64- and 128-bit limits, arithmetic gives exact fractions")
  func at64And128BitLimitsArithmeticGivesExactFractions() throws {
    let parts: [BigInt] = [
      1, -1, 2, 3, 7, 10, BigInt(Int64.max), BigInt(Int64.min), BigInt(Int64.max) - 1, BigInt(UInt64.max),
      BigInt(1) << 100, -(BigInt(1) << 127), BigInt(10).power(18), -BigInt(10).power(19),
    ]
    let numbers = parts.flatMap { n in parts.filter { $0 > 0 }.map { (n, $0) } }
    for (an, ad) in numbers {
      for (bn, bd) in numbers.shuffledBySeed(7).prefix(25) {
        let (a, b) = (try #require(Rational(an, over: ad)), try #require(Rational(bn, over: bd)))
        #expect(a * b == Rational(an * bn, over: ad * bd))
        #expect(a + b == Rational(an * bd + bn * ad, over: ad * bd))
        #expect(a - b == Rational(an * bd - bn * ad, over: ad * bd))
        #expect(a.divided(by: b) == Rational(an * bd, over: ad * bn))
        #expect((a < b) == (an * bd < bn * ad))
      }
    }
  }
}

extension Array {
  /// Shuffles with a linear congruential generator (Knuth, MMIX), so that the order is the same on each run.
  func shuffledBySeed(_ seed: UInt64) -> [Element] {
    var (state, copy) = (seed, self)
    for index in copy.indices.dropFirst() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      copy.swapAt(index, Int(state >> 33) % (index + 1))
    }
    return copy
  }
}
