// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct ReaderTests {
  @Test("choosing the other reading of an ambiguous number changes the amount", arguments: [
    ("de_DE", "1.234 EUR", "1,234 EUR", "1.234"), ("en_US", "1.234 EUR", "1,234 EUR", "1234"),
    ("en_US", "1,234 EUR", "1.234 EUR", "1.234"), ("fr_FR", "1.234 EUR", "1\u{202F}234 EUR", "1234"),
    ("es_ES", "1,234 EUR", "1234 EUR", "1234"), ("ar_EG", "1,234 EUR", "١٫٢٣٤ EUR", "1.234"),
  ])
  func choosingTheOtherReadingOfAnAmbiguousNumberChangesTheAmount(
    locale: String, text: String, changed: String, value: String
  ) throws {
    let read = Sample.reader(locale).read(text)
    let alternative = try #require(read.alternatives.first)
    #expect(alternative.applied(to: read.text) == changed)
    let again = Sample.reader(locale).read(changed).calculation.evaluate(rates: Sample.rates, result: .eur)
    #expect(again.total?.amount == Rational(text: value))
  }

  @Test("an ambiguous symbol offers its other meanings") func anAmbiguousSymbolOffersItsOtherMeanings() throws {
    let read = Sample.reader("en_US").read("€3 + $5")
    #expect(read.alternatives.map(\.meaning) == [.currency(try #require(Currency("CAD")))])
    let canadian = read.alternatives[0].applied(to: read.text)
    #expect(Sample.reader("en_US").read(canadian).rendered == "3 [EUR] ; 5 [CAD] = 6.125 EUR")
  }

  @Test("the currency chosen for a symbol overrides the currency of the region")
  func theCurrencyChosenForASymbolOverridesTheCurrencyOfTheRegion() throws {
    let cad = try #require(Currency("CAD"))
    #expect(Sample.reader("en_US", chosen: ["$": cad]).read("$5").calculation.lines[0].currency == cad)
    #expect(Sample.reader("en_US", chosen: ["$": cad]).read("5 dollars").calculation.lines[0].currency == cad)
  }

  @Test("a line stores its typed text, amount and note") func aLineStoresItsTypedTextAmountAndNote() {
    let line = Sample.reader("en_US").read("Lunch: 2 × $1,234.50").calculation.lines[0]
    #expect(line.text == "2 × $1,234.50")
    #expect(line.amountText == "2 × 1,234.50")
    #expect(line.note == "Lunch")
    #expect(line.offset == 7)
  }

  @Test("the identifiers of new lines start at the given number") func theIdentifiersOfNewLinesStartAtTheGivenNumber() {
    #expect(
      Sample.reader("en_US").read("1 EUR\n2 EUR", from: .init(7)).calculation.lines.map(\.id.number) == [
        7, 8,
      ])
  }

  @Test("input above one megabyte is truncated, with an error as last line", arguments: [
    "(", "9*", "9", "1+", "(1/3+", "abc ", "us ", "$", "1,234 ", " ", "\t", "in ", "5%", "é", "S/", "- ",
    "1.", "💶",
    "1 EUR on 2008-09-15 + ", "1234.56 USD + 5 EUR / 3\n", "2026-10-30\tCoffee\t-4.50\tEUR\n", "- 7.77%\n",
    "\r\n",
    "9/7.777*", "x\n",
  ]) func inputAboveOneMegabyteIsTruncatedWithAnErrorAsLastLine(piece: String) {
    let text = String(repeating: piece, count: 3 * 1_048_576 / piece.utf8.count)
    let clock = ContinuousClock()
    var read: ReadResult?
    let time = clock.measure {
      read = Sample.reader("en_US").read(text)
      _ = read?.calculation.evaluate(rates: Sample.rates, result: .eur)
    }
    // A generous limit, because this is a debug build on any machine. scripts/bench limits the release build to 100
    // ms.
    #expect(time < .seconds(10))
    guard let last = read?.calculation.lines.last, case .failure(let error) = last.content else {
      Issue.record("nothing says that the text was cut")
      return
    }
    let limits: [CalculationError.Reason] = [
      .textTooLong(limit: CalculationReader.mostBytes), .tooManyLines(limit: CalculationReader.mostLines),
    ]
    #expect(limits.contains(error.reason))
    #expect(read?.calculation.evaluate(rates: Sample.rates, result: .eur).total == nil)
  }

  @Test(
    "a line at the length limit is read quickly",
    arguments: ["(", "9*", "1+", "(1/3+", "us ", "5%", "9/7.77*", "- "])
  func aLineAtTheLengthLimitIsReadQuickly(piece: String) {
    let text = String(repeating: piece, count: CalculationReader.mostBytesOfRow / piece.utf8.count)
    let time = ContinuousClock().measure {
      _ = Sample.reader("en_US").read(text).calculation.evaluate(rates: Sample.rates, result: .eur)
    }
    #expect(time < .seconds(10))
  }

  @Test(
    "a list of up to 10,000 lines is read, a longer list is refused",
    arguments: [(1_001, true), (10_000, true), (10_001, false)])
  func aListOfUpTo10000LinesIsReadALongerListIsRefused(count: Int, isRead: Bool) {
    let read = Sample.reader("en_US").read(String(repeating: "1 EUR\n", count: count))
    #expect(read.calculation.lines.count == (isRead ? count : 1))
    let total = read.calculation.evaluate(rates: Sample.rates, result: .eur).total
    #expect(total == (isRead ? .money(Money(Rational(Int64(count)), .eur)) : nil))
    #expect(read.errors.map(\.reason) == (isRead ? [] : [.tooManyLines(limit: CalculationReader.mostLines)]))
  }

  @Test("a result with too many digits is refused") func aResultWithTooManyDigitsIsRefused() {
    let text = "9" + String(repeating: "*99999999999999999999", count: 200)
    let lines = Sample.reader("en_US").read(text).calculation.evaluate(rates: Sample.rates, result: .eur)
      .lines
    guard case .failure(let error) = lines[0].outcome else {
      Issue.record("a number of 4,000 digits is an amount")
      return
    }
    #expect(error.reason == .numberTooLarge)
  }
}
