// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Mistakes that users see in published currency converters.
@Suite struct KnownMistakesTests {
  @Test("an amount above a billion keeps its exact cents")
  func anAmountAboveABillionKeepsItsExactCents() throws {
    let read = Sample.reader("en_US").read("9,999,999.99 USD * 160 / 1.25")
    let total = read.calculation.evaluate(rates: Sample.rates, result: .usd).total
    #expect(total?.amount.text(places: 2) == "1279999998.72")
  }

  @Test("half a cent is rounded away from zero", arguments: [
    ("185.225", "185.23"), ("1.125", "1.13"), ("2.675", "2.68"), ("-2.675", "-2.68"), ("1.005", "1.01"),
  ])
  func halfACentIsRoundedAwayFromZero(amount: String, shown: String) throws {
    let money = Money(try #require(Rational(text: amount)), .eur)
    #expect(NumberFormat(.english).amountText(money, minorUnit: 2) == shown)
  }

  @Test("an amount of zero gives a total of zero") func anAmountOfZeroGivesATotalOfZero() {
    let total = Sample.reader("en_US").read("0 EUR").calculation.evaluate(rates: Sample.rates, result: .usd)
      .total
    #expect(total == .money(Money(.zero, .usd)))
  }

  @Test("an unreadable amount gives no total", arguments: ["", " ", "abc EUR", "EUR", "1,23,4 EUR", "12abc"])
  func anUnreadableAmountGivesNoTotal(text: String) {
    let calculation = Sample.reader("en_US").read(text).calculation
    #expect(calculation.evaluate(rates: Sample.rates, result: .eur).total == nil)
  }

  @Test("in India's number format, digits are grouped as in 12,34,56,789")
  func inIndiasNumberFormatDigitsAreGroupedAsIn123456789() throws {
    let money = Money(Rational(123_456_789), try #require(Currency("INR")))
    #expect(
      NumberFormat(NumberSymbols(posix: "en_IN")).text(money, minorUnit: 2) == "INR\u{A0}12,34,56,789.00")
  }

  @Test("a pasted number with a decimal comma keeps its decimals")
  func aPastedNumberWithADecimalCommaKeepsItsDecimals() {
    for text in ["21,1", "86,40"] {
      let value = Sample.reader("en_US").read(text).calculation.evaluate(rates: Sample.rates, result: .eur)
        .total
      #expect(value == .number(Rational(text: text == "21,1" ? "21.1" : "86.4") ?? .zero))
    }
  }

  @Test("a hundred divided and multiplied by three is still a hundred")
  func aHundredDividedAndMultipliedByThreeIsStillAHundred() {
    let total = Sample.reader("en_US").read("100 EUR / 3 * 3").calculation
      .evaluate(rates: Sample.rates, result: .eur).total
    #expect(total == .money(Money(Rational(100), .eur)))
  }

  @Test("converting to another currency and back gives the exact amount")
  func convertingToAnotherCurrencyAndBackGivesTheExactAmount() throws {
    let codes = ["EUR", "USD", "JPY", "GBP", "CHF", "TRY", "KWD", "SEK"].compactMap { Currency($0) }
    for from in codes {
      for to in codes where from != to {
        let there = try Sample.rates.rate(from: from, to: to, on: nil).convert(Rational(100))
        #expect(try Sample.rates.rate(from: to, to: from, on: nil).convert(there) == Rational(100))
      }
    }
  }
}
