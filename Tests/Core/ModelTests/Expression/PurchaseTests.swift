// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct PurchaseTests {
  @Test("a purchase's mark-up over the middle rate is calculated exactly")
  func aPurchasesMarkUpOverTheMiddleRateIsCalculatedExactly() throws {
    let purchase = try #require(Purchase(price: Money(Rational(100), .usd), paid: Money(Rational(95), .eur)))
    #expect(purchase.rate == Rational(text: "0.95"))
    // At the middle rate 1 EUR = 1.25 USD, 100 USD are 80 EUR. The user paid 15 EUR more.
    let (percent, money) = purchase.markUp(over: try #require(Rational(text: "0.8")))
    #expect(percent == Rational(text: "18.75") && money == Money(Rational(15), .eur))
    let cheaper = purchase.markUp(over: Rational(1))
    #expect(cheaper.percent == Rational(-5) && cheaper.money.amount == Rational(-5))
  }

  @Test("a purchase with a zero price or a single currency is refused")
  func aPurchaseWithAZeroPriceOrASingleCurrencyIsRefused() {
    #expect(Purchase(price: Money(.zero, .usd), paid: Money(Rational(1), .eur)) == nil)
    #expect(Purchase(price: Money(Rational(1), .eur), paid: Money(Rational(1), .eur)) == nil)
  }

  @Test("a fee is percentages plus amounts, and never below the minimum", arguments: [
    ("1.75%", "2026-11-23", "203.5"), ("1.75% + 0.35 EUR", "2026-11-23", "203.85"),
    ("1% ; weekend 1%", "2026-11-20", "202"), ("1%; weekend 1%", "2026-11-21", "204"),
    ("1%; weekend 1%", "2026-11-22", "204"), ("0.5%; min 3 EUR", "2026-11-23", "203"),
    ("2%; min 3 EUR", "2026-11-23", "204"), ("5 EUR", "2026-11-23", "205"), ("0%", "2026-11-23", "200"),
    ("1% + 1 USD", "2026-11-23", "202.8"),
  ])
  func aFeeIsPercentagesPlusAmountsAndNeverBelowTheMinimum(text: String, date: String, total: String) throws {
    let profile = try #require(FeeProfile(text))
    let money = profile.total(of: Money(Rational(200), .eur), on: day(date)) { money in
      money.currency == .usd ? money.amount * Rational(text: "0.8")! : money.amount
    }
    #expect(money == Money(try #require(Rational(text: total)), .eur))
  }

  @Test("text that is not a fee profile is refused", arguments: [
    "", "1.75", "%", "-1%", "60%", "1% 2%", "1% + 1%", "1 EUR + 2 EUR", "1%; max 3 EUR", "1%; min 3", "1%; weekend",
    "1%; weekend 1%; weekend 2%", "1% +", "1%;", "1 Euro",
  ])
  func textThatIsNotAFeeProfileIsRefused(text: String) {
    #expect(FeeProfile(text) == nil)
  }
}
