// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import Testing

struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text)) }

  @Test("numbers with different spellings and the same value are equal", arguments: [
    ("1", "1.0"), ("1", "1e0"), ("100", "1E2"), ("0", "-0"), ("0", "0e99"), ("0.1", "1e-1"),
    ("-1.50", "-15e-1"),
    ("1e-999", "0.1e-998"), ("120e3", "1.2e5"),
  ])
  func numbersWithDifferentSpellingsAndTheSameValueAreEqual(one: String, other: String) throws {
    #expect(try number(one) == number(other))
    #expect(try number(one).hashValue == number(other).hashValue)
  }

  @Test("numbers are compared without rounding", arguments: [
    ("1", "2"), ("-2", "-1"), ("-1", "0"), ("0", "1e-400"), ("9.99", "10"), ("1e399", "1e400"),
    ("-1e400", "1e-400"),
    ("1.000000000000000005", "1.00000000000000001"), ("9007199254740992", "9007199254740993"),
    ("0.1", "0.11"),
    ("-0.11", "-0.1"), ("99", "1e2"),
  ])
  func numbersAreComparedWithoutRounding(less: String, more: String) throws {
    #expect(try number(less) < number(more))
    #expect(try !(number(more) < number(less)))
    #expect(try number(less) != number(more))
  }

  @Test("text that is not a number is refused", arguments: ["", "01", "1.", ".5", "+1", "1e", "0x1", "1 ", "NaN", "١"])
  func textThatIsNotANumberIsRefused(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test("a JSON number such as 1.0 or 150e-1 is an integer", arguments: [
    ("1", true, 1), ("1.0", true, 1), ("15e-1", false, nil), ("150e-1", true, 15),
    ("1e18", true, 1_000_000_000_000_000_000),
    ("9223372036854775807", true, Int.max), ("-9223372036854775808", true, Int.min),
    ("9223372036854775808", true, nil),
    ("-9223372036854775809", true, nil), ("922337203685477580.8e1", true, nil), ("1e999999999", true, nil),
    ("-0.0", true, 0),
  ])
  func aJSONNumberSuchAs10Or150e1IsAnInteger(text: String, isInteger: Bool, integer: Int?) throws {
    #expect(try number(text).isInteger == isInteger)
    #expect(try number(text).integer == integer)
  }

  @Test("a multiple of another number is recognised without rounding", arguments: [
    ("10", "2", true), ("0.0075", "0.0001", true), ("0.00751", "0.0001", false), ("4.02", "0.01", true),
    ("1.1", "0.1", true),
    ("35", "1.5", false), ("4.5", "1.5", true), ("0", "7", true), ("-9", "3", true), ("1e308", "0.5", true),
    ("1e999999999", "7", false), ("7e999999999", "7", true), ("1e999999999", "1024", true),
    ("1", "1e-999999999", true),
    ("12391239123", "1e-8", true), ("5", "10", false), ("123456789012345678901234567890", "9", true),
    ("123456789012345678901234567891", "9", false),
    ("340282366920938463463374607431768211456", "18446744073709551616", true),
    ("340282366920938463463374607431768211455", "18446744073709551616", false),
    ("340282366920938463463374607431768211455", "18446744073709551617", true),
    (
      "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      "340282366920938463463374607431768211457", true
    ),
  ])
  func aMultipleOfAnotherNumberIsRecognisedWithoutRounding(dividend: String, divisor: String, isMultiple: Bool) throws {
    #expect(try number(dividend).isMultiple(of: number(divisor)) == isMultiple)
  }

  @Test("a multiple with 10,000 digits is recognised without rounding")
  func aMultipleWith10000DigitsIsRecognisedWithoutRounding() throws {
    let nines = try number(String(repeating: "9", count: 10_000))
    #expect(try nines.isMultiple(of: number(String(repeating: "9", count: 5_000))))
    #expect(try nines.isMultiple(of: number(String(repeating: "3", count: 2_500))))
    #expect(try !nines.isMultiple(of: number(String(repeating: "9", count: 4_999))))
    #expect(
      try number("1e999999999").isMultiple(of: number("1" + String(repeating: "0", count: 9_998) + "7"))
        == false)
    #expect(try nines < number("1e10000"))
    #expect(JSONNumber(String(repeating: "9", count: 10_001)) == nil)
  }
}
