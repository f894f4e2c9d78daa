// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Checks the examples of docs/RATES.md with the bank's buying and selling rates.
@Suite struct QuoteSideTests {
  private let tcmb = Bank("tcmb", home: "TRY", isInverse: true)
  private let ecb = Bank("ecb", home: "EUR")

  private func bank(_ side: QuoteSide) -> RateTable {
    tcmb(
      "USD TRY 40.10", "USD TRY 40.00 buying", "USD TRY 40.20 selling", "EUR TRY 46.15", "EUR TRY 46.00 buying",
      "EUR TRY 46.30 selling", "100 JPY TRY 26.00", side: side)
  }

  private func resolver(_ tables: RateTable...) -> Resolver { ResolverTests().resolver(tables) }

  @Test("when the bank buys liras, its selling rate for dollars is used", arguments: [
    ("USD", "TRY", "100", QuoteSide.middle, "4010.00", [QuoteSide.middle]),
    ("USD", "TRY", "100", .buying, "4000.00", [.buying]), ("USD", "TRY", "100", .selling, "4020.00", [.selling]),
    // A bank that buys liras sells dollars, so the conversion uses the dollar's selling rate.
    ("TRY", "USD", "1000", .middle, "24.94", [.middle]), ("TRY", "USD", "1000", .buying, "24.88", [.selling]),
    ("TRY", "USD", "1000", .selling, "25.00", [.buying]),
    // A cross rate has both sides: the bank buys euros and sells dollars.
    ("EUR", "USD", "100", .middle, "115.09", [.middle, .middle]),
    ("EUR", "USD", "100", .buying, "114.43", [.buying, .selling]),
    ("EUR", "USD", "100", .selling, "115.75", [.selling, .buying]),
    // If the bank has only one rate of a currency, that rate is used.
    ("JPY", "TRY", "1000", .buying, "260.00", [.middle]), ("USD", "JPY", "1", .buying, "153.85", [.buying, .middle]),
  ])
  func whenTheBankBuysLirasItsSellingRateForDollarsIsUsed(
    from: String, to: String, amount: String, side: QuoteSide, expected: String, legs: [QuoteSide]
  ) throws {
    let route = try resolver(bank(side)).route(from, to)
    #expect(route.convert(try #require(Rational(text: amount))).text(places: 2) == expected)
    #expect(route.quotes.map(\.side) == legs)
  }

  @Test("the buying rate is below the middle rate, the selling rate above")
  func theBuyingRateIsBelowTheMiddleRateTheSellingRateAbove() throws {
    for (from, to) in [("USD", "TRY"), ("TRY", "USD"), ("EUR", "USD"), ("USD", "EUR"), ("EUR", "JPY")] {
      let values = try [QuoteSide.buying, .middle, .selling].map { try resolver(bank($0)).route(from, to).value }
      #expect(values[0] < values[1] && values[1] < values[2])
      // In the reverse conversion, the bank sells the currency that it bought before. So the two rates multiply to 1.
      #expect(try values[0] * resolver(bank(.selling)).route(to, from).value == .one)
      #expect(try values[0] * resolver(bank(.buying)).route(to, from).value < .one)
    }
  }

  @Test("a bank without buying and selling rates gives its single rate")
  func aBankWithoutBuyingAndSellingRatesGivesItsSingleRate() throws {
    let route = try resolver(ecb("EUR USD 1.1684", side: .buying), bank(.buying)).route("EUR", "USD")
    #expect(route.value == Rational(text: "1.1684") && route.providers.map(\.name) == ["ecb"])
    #expect(route.quotes.map(\.side) == [.middle])
  }

  @Test("legal and pegged rates have no separate buying or selling rate")
  func legalAndPeggedRatesHaveNoSeparateBuyingOrSellingRate() throws {
    for side in QuoteSide.allCases {
      let pegged = try resolver(bank(side)).route("USD", "AED")
      #expect(pegged.value == Rational(text: "3.6725") && pegged.quotes.isEmpty)
      #expect(try resolver(bank(side)).route("DEM", "EUR").value * Rational(text: "1.95583")! == .one)
      #expect(try resolver(bank(side)).route("TRL", "TRY").value * Rational(1_000_000) == .one)
    }
    // By the dirham's peg, 367.25 AED are 100 USD. The bank buys these dollars for 4,000 TRY.
    let dirhams = try resolver(bank(.buying)).route("AED", "TRY")
    #expect(dirhams.convert(Rational(text: "367.25")!) == Rational(4000))
  }

  @Test("a cross rate combines buying and selling rates of two banks")
  func aCrossRateCombinesBuyingAndSellingRatesOfTwoBanks() throws {
    let nbp = Bank("nbp", home: "PLN", isInverse: true)
    let polish = nbp(
      "UAH PLN 0.0850", "UAH PLN 0.0842 buying", "UAH PLN 0.0858 selling", "USD PLN 3.60", "USD PLN 3.56 buying",
      "USD PLN 3.64 selling", side: .buying)
    let there = try resolver(polish, bank(.buying)).route("UAH", "TRY")
    #expect(there.quotes.map(\.side) == [.buying, .selling, .buying])
    #expect(there.value * Rational(text: "3.64")! == Rational(text: "0.0842")! * Rational(40))
    let back = try resolver(polish, bank(.buying)).route("TRY", "UAH")
    #expect(back.quotes.map(\.side) == [.selling, .buying, .selling])
    #expect(back.value * there.value < .one)
  }

  @Test("when a bank quotes its own currency, buying means buying that currency")
  func whenABankQuotesItsOwnCurrencyBuyingMeansBuyingThatCurrency() throws {
    // The bank pays 1.10 dollars for a euro and sells a euro for 1.12 dollars.
    let quotes = ["EUR USD 1.11", "EUR USD 1.10 buying", "EUR USD 1.12 selling"]
    func table(_ side: QuoteSide) -> RateTable { ecb(quotes[0], quotes[1], quotes[2], side: side) }
    #expect(try resolver(table(.buying)).route("EUR", "USD").value == Rational(text: "1.10"))
    #expect(try resolver(table(.buying)).route("USD", "EUR").value * Rational(text: "1.12")! == .one)
    #expect(try resolver(table(.selling)).route("EUR", "USD").value == Rational(text: "1.12"))
  }

  @Test("an outdated buying rate is refused, a lone buying rate is used")
  func anOutdatedBuyingRateIsRefusedALoneBuyingRateIsUsed() throws {
    let old = tcmb("USD TRY 39 buying", on: "2026-10-01", asked: "2026-10-30", side: .buying)
    #expect(throws: RateError.self) { try resolver(old).route("USD", "TRY") }
    let alone = tcmb("XDR TRY 55 buying", "USD TRY 40", side: .buying)
    #expect(try resolver(alone).route("XDR", "TRY").value == Rational(55))
    #expect(throws: RateError.self) { try resolver(alone).route("TRY", "XDR") }
    // XDR has only a buying rate, so the table of middle rates doesn't list XDR.
    #expect(tcmb("XDR TRY 55 buying", "USD TRY 40").currencies.map(\.code) == ["AED", "TRL", "TRY", "USD"])
  }
}
