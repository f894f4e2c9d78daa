// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Reads numbers and lists of currencies from terminal arguments.
@Suite struct FormReadingTests {
  @Test("a number field accepts an arithmetic expression", arguments: [
    ("en_US", ".5", "0.5"), ("en_US", "2*19.90", "39.8"), ("en_US", "4/3*3", "4"), ("en_US", "-5", "-5"),
    ("en_US", "20 + 30", "50"), ("de_DE", "1.234,5", "1234.5"), ("de_DE", "1,5 Mio.", "1500000"),
    ("ar_EG", "١٬٢٣٤٫٥", "1234.5"),
  ]) func aNumberFieldAcceptsAnArithmeticExpression(locale: String, text: String, value: String) throws {
    #expect(try Sample.reader(locale).number(text).value == Rational(text: value))
  }

  @Test(
    "text that is not a number gives an error",
    arguments: ["", " ", "EUR", "5 EUR", "5%", "1/0", "x", "5 5", "1e400", "5+"])
  func textThatIsNotANumberGivesAnError(text: String) {
    #expect(throws: CalculationError.self) { try Sample.reader("en_US").number(text) }
  }

  @Test("an ambiguous number comes with a note") func anAmbiguousNumberComesWithANote() throws {
    let (value, notes) = try Sample.reader("de_DE").number("1.234")
    #expect(value == Rational(1234))
    #expect(notes.map(\.rendered) == ["{1234 ~ 1.234}"])
  }

  @Test("currencies are read by code, symbol and name", arguments: [
    ("USD,GBP", ["USD", "GBP"]), ("USD, GBP", ["USD", "GBP"]), ("€", ["EUR"]), ("usd, €; USD", ["USD", "EUR"]),
    ("swiss franc, yen", ["CHF", "JPY"]), ("£,$", ["GBP", "USD"]),
  ]) func currenciesAreReadByCodeSymbolAndName(text: String, codes: [String]) throws {
    #expect(try Sample.reader("en_US").currencies(text).list.map(\.code) == codes)
  }

  @Test("the user's choice for an ambiguous symbol is used") func theUsersChoiceForAnAmbiguousSymbolIsUsed() throws {
    let read = try Sample.reader("en_US", chosen: ["$": Currency("CAD") ?? .eur]).currencies("$")
    #expect(read.list.map(\.code) == ["CAD"])
    #expect(read.notes.map(\.rendered) == ["{CAD}"])
  }

  @Test("text that is not a currency gives an error", arguments: ["", ",", "USD,XYZ", "5", "USD + EUR", "dollarydoo"])
  func textThatIsNotACurrencyGivesAnError(text: String) {
    #expect(throws: CalculationError.self) { try Sample.reader("en_US").currencies(text) }
  }
}
