// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// The states from which tests create view states. No display is needed.
class ViewStateCase: XCTestCase {
  let day = Day(iso: "2026-10-30")!
  let today = Day(iso: "2026-11-21")!
  let catalogue = CurrencyCatalogue(
    records: [
      CurrencyRecord(currency: .eur, name: "Euro", minorUnit: 2, symbols: ["€"], countries: ["DE", "FR"]),
      CurrencyRecord(currency: .usd, name: "US Dollar", minorUnit: 2, symbols: ["$"], countries: ["US"]),
      CurrencyRecord(currency: .jpy, name: "Yen", minorUnit: 0, symbols: ["¥"], countries: ["JP"]),
      CurrencyRecord(currency: .chf, name: "Swiss Franc", minorUnit: 2, symbols: ["Fr."], countries: ["CH"]),
      CurrencyRecord(
        currency: Currency("DEM")!, name: "Deutsche Mark", minorUnit: 2, symbols: ["DM"], countries: ["DE"],
        until: Day(iso: "2001-12-31")),
      CurrencyRecord(currency: Currency("XAU")!, kind: .metal, name: "Gold", minorUnit: 2),
      CurrencyRecord(currency: Currency("XBT")!, kind: .crypto, name: "Bitcoin", minorUnit: 8, symbols: ["₿", "BTC"]),
      CurrencyRecord(currency: Currency("XXX")!, kind: .special, name: "No Currency", minorUnit: 2),
      CurrencyRecord(currency: Currency("ZWG")!, name: "Zimbabwe Gold", minorUnit: 2, symbols: ["ZiG"], countries: ["ZW"]),
    ], legalRates: [])
  var words: Words {
    Words(
      numbers: NumberStrings(separator: ".") { $0.text(places: $1) }, catalogue: catalogue,
      currencyName: { $0 }, monthName: { $0 == 10 ? "October" : "month \($0)" })
  }
  let provider = Provider(
    id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: Day(iso: "1999-01-04")!, carryLimit: 10,
    terms: "", attribution: "European Central Bank", publication: Publication(.workingDays, hours: 14...16))

  func state(_ change: (inout CalculatorState) -> Void = { _ in }) throws -> CalculatorState {
    let quote = Quote(
      provider: .ecb, base: .eur, counter: .usd,
      observation: Observation(day: day, value: try XCTUnwrap(PublishedNumber("1.1172"))))
    let table = RateTable(provider: provider, day: nil, quotes: [quote], catalogue: catalogue)
    let rate = try table.route(from: .eur, to: .usd)
    var state = CalculatorState(
      typed: "100", amount: Rational(100), source: .eur,
      results: [
        CalculatorResult(
          currency: .usd, outcome: .value(Money(rate.convert(Rational(100)), .usd), rate: rate)),
        CalculatorResult(
          currency: .jpy, outcome: .unavailable(.missing(.jpy, provider: .ecb, day: day, lastSeen: nil))),
      ], rates: RatesStatus(provider: provider, newest: day, today: today))
    change(&state)
    return state
  }
}
