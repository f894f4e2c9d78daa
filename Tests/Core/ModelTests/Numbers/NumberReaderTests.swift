// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct NumberReaderTests {
  @Test("a number in the locale's format is read", arguments: [
    ("en_US", "1,234.56", "1234.56"), ("de_DE", "1.234,56", "1234.56"), ("de_CH", "1’234.56", "1234.56"),
    ("de_CH", "1'234.56", "1234.56"), ("fr_FR", "1\u{202F}234,56", "1234.56"),
    ("fr_FR", "1 234,56", "1234.56"),
    ("fr_FR", "1\u{A0}234,56", "1234.56"), ("fr_FR", "1\u{2009}234,56", "1234.56"),
    ("en_IN", "12,34,567.89", "1234567.89"),
    ("ar_EG", "١٬٢٣٤٫٥٦", "1234.56"), ("fa_IR", "۱٬۲۳۴٫۵۶", "1234.56"),
    ("sv_SE", "\u{2212}1\u{A0}234,5", "-1234.5"),
    ("es_ES", "1234,5", "1234.5"), ("pt_PT", "1234,5", "1234.5"), ("es_ES", "12.345,6", "12345.6"),
    ("hi_IN", "१२,३४,५६७", "1234567"), ("ja_JP", "１，２３４．５", "1234.5"), ("en_US", " -5 ", "-5"),
    ("en_US", "+5", "5"), ("en_US", "1٢", "12"), ("ja_JP", "１２7", "127"),
    ("de_DE", "0", "0"), ("de_DE", "0,00", "0"), ("ru_RU", "1 234 567,8", "1234567.8"),
    ("en_US", ".5", "0.5"),
  ]) func aNumberInTheLocalesFormatIsRead(locale: String, text: String, value: String) throws {
    let reading = try NumberReader(NumberSymbols(posix: locale)).read(text)
    #expect(reading == NumberReading(value: try #require(Rational(text: value))))
  }

  /// Numbers that other programs misread by a factor of a hundred or a thousand.
  @Test("a number with another locale's separators is read if unambiguous", arguments: [
    ("en_US", "21,1", "21.1"), ("en_US", "86,40", "86.4"), ("de_DE", "0.001616", "0.001616"),
    ("de_DE", "1,234.56", "1234.56"), ("en_US", "1.234,56", "1234.56"), ("de_DE", "12.5", "12.5"),
  ]) func aNumberWithAnotherLocalesSeparatorsIsReadIfUnambiguous(locale: String, text: String, value: String) throws {
    let reading = try NumberReader(NumberSymbols(posix: locale)).read(text)
    #expect(reading == NumberReading(value: try #require(Rational(text: value)), isForeign: true))
  }

  @Test("a number with one separator and three digits after it is ambiguous", arguments: [
    ("en_US", "1,234", ["1234", "1.234"]), ("en_US", "1.234", ["1.234", "1234"]),
    ("de_DE", "1.234", ["1234", "1.234"]),
    ("de_DE", "-1,234", ["-1.234", "-1234"]), ("de_CH", "1.234", ["1.234", "1234"]),
    ("fr_FR", "1.234", ["1.234", "1234"]),
    ("en_US", "1,234.5", ["1234.5"]), ("en_US", "0.123", ["0.123"]), ("en_US", "1234.567", ["1234.567"]),
  ])
  func aNumberWithOneSeparatorAndThreeDigitsAfterItIsAmbiguous(locale: String, text: String, values: [String]) throws {
    let reading = try NumberReader(NumberSymbols(posix: locale)).read(text)
    #expect(reading.values.map { $0.exactText() } == values)
  }

  @Test("the error of a malformed number gives the position of the fault", arguments: [
    ("1,23,4", 0..<6), ("1,,2", 1..<4), ("1.2.3", 0..<5), ("12abc", 2..<5), ("1e", 1..<2), ("1e+", 1..<3), ("NaN", 0..<3),
    ("", 0..<0),
    ("  ", 2..<2), ("-", 1..<1), ("--1", 1..<3), ("1 2", 1..<3), 
    (",", 0..<1),
    ("12 USD", 2..<6), ("€5", 0..<4), ("1,2345,678", 0..<10), ("1,234,56.7", 0..<10),
  ]) func theErrorOfAMalformedNumberGivesThePositionOfTheFault(text: String, range: Range<Int>) {
    do throws(NumberError) {
      let reading = try NumberReader(.english).read(text)
      Issue.record("\(text) is \(reading.value)")
    } catch {
      #expect(error.range == range)
    }
  }

  @Test("a number in a plain format such as 1234.5 is never ambiguous", arguments: [
    ("1234.56", "1234.56"), (".5", "0.5"), ("-1.234", "-1.234"), ("5e-05", "0.00005"), ("1.234E+3", "1234"), ("7", "7"),
  ]) func aNumberInAPlainFormatSuchAs12345IsNeverAmbiguous(text: String, value: String) throws {
    let reading = try NumberReader(.plain).read(text)
    #expect(reading.values == [try #require(Rational(text: value))])
  }

  @Test(
    "in the plain number format, group separators and decimal commas are refused",
    arguments: ["1,234", "1,5", "1.234.567", "1'234", "1,234.5", "1\u{A0}234"])
  func inThePlainNumberFormatGroupSeparatorsAndDecimalCommasAreRefused(text: String) {
    #expect(throws: NumberError.self) { try NumberReader(.plain).read(text) }
  }

  @Test("a number of more than 300 digits is refused") func aNumberOfMoreThan300DigitsIsRefused() throws {
    let reader = NumberReader(.english)
    #expect(try reader.read(String(repeating: "9", count: 300)).alternative == nil)
    #expect(throws: NumberError(reason: .malformed(.tooLong), range: 0..<301)) {
      try reader.read(String(repeating: "9", count: 301))
    }
  }
}

extension NumberReading {
  /// All possible values, the preferred one first.
  var values: [Rational] { [value] + (alternative.map { [$0] } ?? []) }
}
