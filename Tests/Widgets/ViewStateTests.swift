// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp

/// Pure values: no display is used, but `tr` needs none either.
final class ViewStateTests: XCTestCase {
  private let day = Day(iso: "2026-10-30")!
  private let today = Day(iso: "2026-11-21")!
  private let catalogue = CurrencyCatalogue(
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
  private var words: Words {
    Words(
      numbers: NumberWords(separator: ".") { $0.text(places: $1) }, catalogue: catalogue,
      currencyName: { $0 }, monthName: { $0 == 10 ? "October" : "month \($0)" })
  }
  private let provider = Provider(
    id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: Day(iso: "1999-01-04")!, carryLimit: 10,
    terms: "", attribution: "European Central Bank", publication: Publication(.workingDays, hours: 14...16))

  private func state(_ change: (inout CalculatorState) -> Void = { _ in }) throws -> CalculatorState {
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

  func testARowShowsValueNameAndThePublishedDigitsOfTheRate() throws {
    let rows = CalculatorViewState(try state(), words).rows
    XCTAssertEqual(
      rows[0], .init(id: "USD", name: "US Dollar", value: "111.72", rate: "1 EUR = 1.1172 USD", isEditable: true))
    XCTAssertEqual(rows[0].spoken, "USD, US Dollar")
  }

  func testAMissingRateIsNamedAndNeverANumber() throws {
    let row = CalculatorViewState(try state(), words).rows[1]
    XCTAssertEqual(row.value, "–")
    XCTAssertEqual(row.rate, "No rate for JPY")
  }

  func testTheProvenanceSaysProviderDateAndAge() throws {
    XCTAssertEqual(
      CalculatorViewState(try state(), words).provenance, "European Central Bank · 30 October 2026 · 22 days old")
    let sameDay = try state { $0.rates = RatesStatus(provider: provider, newest: day, today: day) }
    XCTAssertEqual(CalculatorViewState(sameDay, words).provenance, "European Central Bank · 30 October 2026 · today")
    let nextDay = try state { $0.rates = RatesStatus(provider: provider, newest: day, today: day + 1) }
    XCTAssertEqual(
      CalculatorViewState(nextDay, words).provenance, "European Central Bank · 30 October 2026 · 1 day old")
  }

  func testOfflineAndOldAreSaidAndAFreshRateIsNot() throws {
    let old = CalculatorViewState(try state(), words).notice
    XCTAssertEqual(old?.sentence, "The rates are 22 days old.")
    XCTAssertEqual(old?.button, .refresh)
    let offline = try state { $0.rates.isOnline = false }
    XCTAssertEqual(
      CalculatorViewState(offline, words).notice?.sentence,
      "You are offline. The rates are those of 30 October 2026.")
    let fresh = try state { $0.rates = RatesStatus(provider: provider, newest: day, today: day + 3) }
    XCTAssertNil(CalculatorViewState(fresh, words).notice)
  }

  func testAMonthlyRateIsNotOldBeforeTheNextIsDue() throws {
    let monthly = Provider(
      id: ProviderID("inforeuro"), publisher: "European Commission", home: .eur, firstDay: day, carryLimit: 35,
      terms: "", attribution: "European Commission", dayMeaning: .effective, publication: Publication(.monthly, hours: 0...8))
    let first = try XCTUnwrap(Day(iso: "2026-11-01"))
    for (today, isLate) in [("2026-11-30", false), ("2026-12-02", false), ("2026-12-03", true)] {
      let today = try XCTUnwrap(Day(iso: today))
      let view = CalculatorViewState(
        try state { $0.rates = RatesStatus(provider: monthly, newest: first, today: today) }, words)
      XCTAssertEqual(view.notice?.button, isLate ? .refresh : nil, "\(today)")
    }
  }

  func testAChosenProviderWithoutRatesSaysSo() throws {
    let view = CalculatorViewState(
      try state {
        $0.rates = RatesStatus(provider: provider, newest: day, today: day)
        $0.rates.awaited = Provider(
          id: ProviderID("cnb"), publisher: "Czech National Bank", home: .eur, firstDay: day, carryLimit: 14,
          terms: "", attribution: "Czech National Bank")
      }, words)
    XCTAssertEqual(
      view.notice?.sentence,
      "There are no rates of Czech National Bank yet. Showing those of European Central Bank.")
    XCTAssertEqual(view.notice?.button, .refresh)
  }

  func testAnUnreadableAmountIsAnErrorAndAnEmptyOneIsNot() throws {
    let wrong = CalculatorViewState(try state { $0.problem = .unreadable(position: 2) }, words)
    XCTAssertTrue(wrong.noteIsError)
    XCTAssertEqual(wrong.note, "Not a number from character 3 on.")
    let empty = CalculatorViewState(try state { $0.problem = .empty }, words)
    XCTAssertFalse(empty.noteIsError)
    XCTAssertEqual(empty.note, "Euro")
  }

  func testAListShowsItsLinesWithSignsValuesAndWhatIsWrong() throws {
    let list = try state { state in
      state.lines = [
        LineState(
          id: .init(3), text: "100", currency: .eur,
          outcome: .value(own: .money(Money(Rational(100), .eur)), inTotal: Rational(100), rate: nil)),
        LineState(
          id: .init(5), sign: .minus, text: "7", currency: .jpy, day: day, note: "tea",
          outcome: .failed(CalculationError(.rate(.missing(.jpy, provider: .ecb, day: day, lastSeen: nil)), at: 0..<1))),
        LineState(id: .init(6), text: "", currency: .eur),
      ]
      state.active = 1
      state.total = TotalState(currency: .eur, value: nil)
    }
    let shown = CalculatorViewState(list, words)
    XCTAssertEqual(shown.lines.map(\.id), [3, 5, 6])
    XCTAssertEqual(shown.lines.map(\.sign), ["+", "−", "+"])
    XCTAssertEqual(shown.lines.map(\.value), ["100.00", "no rate", ""])
    XCTAssertEqual(shown.lines[1].problem, "No rate for JPY")
    XCTAssertEqual(shown.lines[1].detail, "30 October 2026 · tea")
    XCTAssertEqual(shown.lines[1].spoken, "minus, 7, JPY, No rate for JPY, 30 October 2026 · tea")
    XCTAssertEqual(shown.total?.value, "–")
    XCTAssertEqual(shown.activeID, 5)
    XCTAssertEqual(shown.note, "No rate for JPY")
  }

  func testOneLineIsNoList() throws {
    let shown = CalculatorViewState(try state(), words)
    XCTAssertEqual(shown.lines, [])
    XCTAssertNil(shown.total)
    XCTAssertEqual(shown.places, LinePlaces(ids: [1], active: 0))
  }

  func testATotalNamesItsFeeBothWaysAndItsCoins() throws {
    let fee = try XCTUnwrap(Fee(percent: Rational(2), direction: .iReceive))
    let value = Money(try XCTUnwrap(Rational(text: "116.84")), .chf)
    let shown = CalculatorViewState(
      try state { state in
        state.fee = fee
        state.total = TotalState(
          currency: .chf, value: .money(value), cash: CashRounding(value, step: Rational(text: "0.05") ?? .one),
          fee: fee.amounts(of: value.amount))
      }, words)
    XCTAssertEqual(
      shown.total?.terms,
      [
        .init(name: "I receive, 2% taken off", value: "114.50"),
        .init(name: "I receive, 2% in the rate", value: "114.55"), .init(name: "In cash", value: "116.85"),
      ])
    XCTAssertNil(shown.total?.explanation)
  }

  func testATrendHasAnArrowBesideItsColour() throws {
    let shown = CalculatorViewState(
      try state { state in
        state.results[0].change = Rational(text: "-0.0024")
        state.results[0].sparkline = [Rational(2), Rational(4), Rational(3)]
      }, words)
    XCTAssertEqual(shown.rows[0].trend?.change, "\u{200E}▼ 0.24%")
    XCTAssertEqual(shown.rows[0].trend?.direction, .down)
    XCTAssertEqual(shown.rows[0].trend?.heights, [0, 1000, 500])
    XCTAssertNil(shown.rows[1].trend)
  }

  func testADayThatWasChosenIsNoWarningAboutAge() throws {
    let shown = CalculatorViewState(try state { $0.day = day }, words)
    XCTAssertNil(shown.notice)
    XCTAssertEqual(shown.provenance, "European Central Bank · 30 October 2026")
  }

  func testWhatAllAmountsCountAtIsSaidBesideAnyTroubleWithTheNetwork() throws {
    let own = try XCTUnwrap(OwnRate(from: .eur, to: .usd, value: Rational(2)))
    let shown = CalculatorViewState(
      try state { state in
        (state.day, state.fee) = (day, Fee(percent: Rational(2), direction: .iPay))
        state.results[0].outcome = .value(Money(Rational(5), .usd), rate: Route(own, from: .eur, to: .usd, day: day))
        state.rates.failure = .unknownProvider("x")
      }, words)
    XCTAssertNotNil(shown.notice)
    XCTAssertEqual(shown.chips.map(\.label), ["Rates of 30 October 2026", "Fee 2%", "Own rate EUR/USD"])
    XCTAssertEqual(
      shown.chips.map(\.removal), [.dayChosen(nil), .feeChosen(nil), .ownRateRemoved(from: .eur, to: .usd)])
    XCTAssertEqual(CalculatorViewState(try state { _ in }, words).chips, [])
  }

  private func picker(_ text: String) -> [String] {
    var state = PickerViewState(words, inUse: [.usd], today: today) {
      ["CH": "Switzerland", "DE": "Germany"][$0] ?? $0
    }
    state.search(text)
    return state.rows.map {
      switch $0 {
      case .heading(let title): "[\(title)]"
      case .currency(let choice): choice.currency.code
      }
    }
  }

  func testBitcoinAndMetalsStandUnderAHeadingOfTheirOwn() throws {
    let all = picker("")
    let heading = try XCTUnwrap(all.firstIndex(of: "[Bitcoin and Precious Metals]"))
    XCTAssertEqual(Array(all[(heading + 1)...(heading + 2)]), ["XAU", "XBT"])
    let money = try XCTUnwrap(all.firstIndex(of: "[All Currencies]"))
    XCTAssertFalse(all[money..<heading].contains("XAU"))
    XCTAssertEqual(picker("gold"), ["XAU", "ZWG"])
    XCTAssertEqual(picker("btc"), ["XBT"])
    XCTAssertEqual(picker("bitcoin"), ["XBT"])
  }

  func testGoldIsSaidPerOunceAndPerGram() throws {
    let gold = try XCTUnwrap(Currency("XAU"))
    let ounce = try XCTUnwrap(Rational(text: "3732.417216"))
    XCTAssertEqual(words.gramLine(from: gold, to: .eur, ounce), "1 g XAU = 120.00 EUR")
    XCTAssertEqual(words.gramLine(from: .eur, to: gold, try XCTUnwrap(Rational.one.divided(by: ounce))), "1 g XAU = 120.00 EUR")
    XCTAssertEqual(words.gramLine(from: gold, to: .jpy, Rational(600_000)), "1 g XAU = 19290 JPY")
    XCTAssertNil(words.gramLine(from: .eur, to: .usd, .one))
    XCTAssertNil(words.gramLine(from: gold, to: gold, .one))
  }

  func testADoubtStandsInTheRowWhoseNumberItIs() throws {
    let quote = Quote(
      provider: .ecb, base: .eur, counter: .usd,
      observation: Observation(day: day + 3, value: try XCTUnwrap(PublishedNumber("111.72"))))
    let last = Observation(day: day, value: try XCTUnwrap(PublishedNumber("1.1172")))
    let doubt = Doubt(
      id: 7, suspect: SuspectQuote(quote: quote, reason: .jump(from: last)), home: .eur,
      publisher: "European Central Bank")
    let rows = CalculatorViewState(try state { $0.doubts = [doubt] }, words).rows
    XCTAssertEqual(rows[0].doubt?.id, 7)
    XCTAssertEqual(
      rows[0].doubt?.sentence,
      "European Central Bank says 1 EUR = 111.72 USD on 2 month 11 2026. Before, on 30 October 2026, it was 1.1172.")
    XCTAssertNil(rows[1].doubt)
    // On a day of the past nothing newer counts.
    XCTAssertNil(CalculatorViewState(try state { ($0.doubts, $0.day) = ([doubt], day) }, words).rows[0].doubt)
  }

  func testMetalWithoutARateSaysWhoHasOne() throws {
    let shown = CalculatorViewState(
      try state { state in
        state.results = [
          CalculatorResult(
            currency: Currency("XAU")!,
            outcome: .unavailable(.missing(Currency("XAU")!, provider: .ecb, day: day, lastSeen: nil)))
        ]
      }, words)
    XCTAssertEqual(shown.rows[0].rate, "No rate for XAU. Switch on CoinGecko under Settings → Providers.")
  }

  func testThePickerFindsByCodeNameCountryAndSymbol() {
    XCTAssertEqual(picker("chf"), ["CHF"])
    XCTAssertEqual(picker("franc"), ["CHF"])
    XCTAssertEqual(picker("switz"), ["CHF"])
    XCTAssertEqual(picker("¥"), ["JPY"])
    XCTAssertEqual(picker("  ger"), ["EUR", "DEM"])
    XCTAssertEqual(picker("nothing"), [])
  }

  func testWithoutASearchThoseInUseComeFirstAndDiscontinuedOnesLast() {
    XCTAssertEqual(
      picker(""), [
        "[In Use]", "USD", "[All Currencies]", "CHF", "EUR", "JPY", "ZWG", "[Bitcoin and Precious Metals]", "XAU", "XBT",
        "[Discontinued]", "DEM",
      ])
  }

  func testASearchIgnoresCaseAndAccents() {
    XCTAssertEqual(PickerViewState.fold("Złoty ÉÑÇ"), "zloty enc")
  }

  func testEchoesOfTypingAreToldFromReplacements() {
    var echo = TypingEcho()
    XCTAssertEqual(echo.answered(with: "5"), "5")
    echo.sent("1")
    echo.sent("12")
    XCTAssertNil(echo.answered(with: "1"))
    XCTAssertNil(echo.answered(with: "1"))
    XCTAssertNil(echo.answered(with: "12"))
    XCTAssertEqual(echo.answered(with: "111.72"), "111.72")
  }

  func testPlaceholdersAreFilledOnce() {
    XCTAssertEqual(fill("{a} {b} {c}", ["a": "{b}", "b": "2"]), "{b} 2 {c}")
    XCTAssertEqual(fill("{", ["a": "1"]), "{")
  }
}
