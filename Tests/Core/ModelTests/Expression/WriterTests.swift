// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct WriterTests {
  @Test("a calculation written as text is read back with the same total", arguments: try GrammarTests.rows())
  func aCalculationWrittenAsTextIsReadBackWithTheSameTotal(row: GrammarTests.Row) {
    let reader = Sample.reader(row.locale)
    let read = reader.read(row.input)
    guard read.errors.isEmpty else { return }
    let text = CalculationWriter(symbols: NumberSymbols(posix: row.locale)).text(
      read.calculation, targets: read.targets)
    let again = reader.read(text)
    #expect(again.errors.isEmpty, "\(text)")
    #expect(again.targets == read.targets)
    for result in [Currency.eur, .jpy] {
      let totals = [read, again].map { $0.calculation.evaluate(rates: Sample.rates, result: result).total }
      #expect(totals[0] == totals[1], "\(text)")
    }
  }

  @Test("the writer adds a line's selected currency to its typed amount")
  func theWriterAddsALinesSelectedCurrencyToItsTypedAmount() throws {
    let reader = Sample.reader("de_DE")
    let day = try #require(Day(iso: "2008-09-15"))
    let lines = [
      reader.line(.init(1), amount: "5.500,50/2", currency: .usd, day: day),
      reader.line(.init(2), sign: .minus, amount: "100", currency: .eur),
      reader.line(.init(3), sign: .minus, amount: "10%", currency: .eur),
      reader.line(.init(4), exactly: Money(try #require(Rational(text: "0.12345")), .chf)),
    ]
    let text = CalculationWriter(symbols: NumberSymbols(posix: "de_DE")).text(Calculation(lines: lines))
    #expect(text == "(5.500,50/2) USD on 2008-09-15\n-100 EUR\n-10%\n0,12345 CHF")
  }
}
