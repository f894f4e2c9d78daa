// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// Tests how lines, total and results are displayed.
final class AmountViewStateTests: ViewStateCase {
  func testAResultShowsValueAndNameAndTheRateAsPublished() throws {
    let rows = CalculatorViewState(try state(), words).rows
    XCTAssertEqual(
      rows[0],
      .init(
        id: "USD", name: "US Dollar", value: "111.72", rate: "1 EUR = 1.1172 USD", isEditable: true,
        source: "European Central Bank"))
    XCTAssertEqual(rows[0].spoken, "USD, US Dollar")
    XCTAssertEqual(rows[0].spokenLabel, "111.72 USD, US Dollar, 1 EUR = 1.1172 USD, European Central Bank")
  }

  func testAResultWithoutARateShowsAMessageInsteadOfANumber() throws {
    let row = CalculatorViewState(try state(), words).rows[1]
    XCTAssertEqual(row.value, "–")
    XCTAssertEqual(row.rate, "No rate for JPY")
    XCTAssertEqual(row.spokenLabel, "JPY, Yen, No rate for JPY")
  }

  func testAListShowsItsLinesWithSignsAndValuesAndErrors() throws {
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

  func testASingleLineShowsNoList() throws {
    let shown = CalculatorViewState(try state(), words)
    XCTAssertEqual(shown.lines, [])
    XCTAssertNil(shown.total)
    XCTAssertEqual(shown.activeID, 1)
  }

  func testATotalIncludesTheFeeAndShowsTheAmountWithoutTheFee() throws {
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
        .init(name: "Before fees", value: "116.84"),
        .init(name: "With 2% fee in the rate", value: "114.55"), .init(name: "In cash", value: "116.85"),
      ])
    XCTAssertEqual(shown.total?.value, "114.50")
    XCTAssertEqual(shown.total?.name, "After 2% fee")
    XCTAssertNil(shown.total?.explanation)
  }

  func testTheValueOfAResultIncludesTheFee() throws {
    let fee = try XCTUnwrap(Fee(percent: Rational(2), direction: .iReceive))
    let row = CalculatorViewState(
      try state { state in
        state.fee = fee
        guard case .value(let money, _) = state.results[0].outcome else { return }
        state.results[0].fee = fee.amounts(of: money.amount)
      }, words
    ).rows[0]
    XCTAssertEqual(row.value, "109.49")
    XCTAssertEqual(row.extra, "")
    XCTAssertEqual(row.fees, ["111.72 before fees", "109.53 if the fee is part of the rate"])
    XCTAssertFalse(row.isEditable)
  }

  func testTrendLinesHaveTheSameScaleAndTheirPeriodIsShownOnce() throws {
    var shown = CalculatorViewState(
      try state { state in
        state.results[0].change = Rational(text: "-0.0024")
        state.results[0].since = day
        state.results[0].sparkline = [Rational(2), Rational(4), Rational(3)]
      }, words)
    XCTAssertEqual(shown.rows[0].trend?.change, "\u{200E}−0.24% since 30 October 2026")
    XCTAssertEqual(shown.rows[0].trend?.period, "since 30 Oct")
    XCTAssertEqual(shown.rows[0].trend?.heights, [0, 1000, 500])
    XCTAssertNil(shown.rows[1].trend)
    shown = CalculatorViewState(
      try state { state in
        for index in 0..<2 {
          state.results[index].change = .zero
          state.results[index].since = day
        }
        state.results[0].sparkline = [Rational(2), Rational(4)]
        state.results[1].sparkline = [Rational(10), Rational(11)]
      }, words)
    XCTAssertEqual(shown.rows[0].trend?.heights, [0, 1000])
    XCTAssertEqual(shown.rows[1].trend?.heights, [450, 550])
    XCTAssertEqual(shown.rows.map { $0.trend?.period }, ["since 30 Oct", ""])
  }

  func testARateIsShownWithFiveDigitsAndATinyRateInverted() throws {
    for (rate, line) in [
      ("1.11720", "1 EUR = 1.1172 USD"), ("1.95583", "1 EUR = 1.9558 USD"), ("0.5", "1 EUR = 0.50000 USD"),
      ("36.568612", "1 EUR = 36.569 USD"), ("17568.123", "1 EUR = 17568 USD"), ("0.006359", "157.26 EUR = 1 USD"),
    ] {
      let quote = Quote(
        provider: .ecb, base: .eur, counter: .usd,
        observation: Observation(day: day, value: try XCTUnwrap(PublishedNumber(rate))))
      let table = RateTable(provider: provider, day: nil, quotes: [quote], catalogue: catalogue)
      XCTAssertEqual(words.line(of: try table.route(from: .eur, to: .usd)), line)
    }
  }

  func testTheRateDateIsShownBesideANetworkError() throws {
    let own = try XCTUnwrap(CustomRate(from: .eur, to: .usd, value: Rational(2)))
    let shown = CalculatorViewState(
      try state { state in
        (state.day, state.fee) = (day, Fee(percent: Rational(2), direction: .iPay))
        state.results[0].outcome = .value(
          Money(Rational(5), .usd), rate: ConversionPath(own, from: .eur, to: .usd, day: day))
        state.rates.failure = .unknownProvider("x")
      }, words)
    XCTAssertNotNil(shown.notice)
    XCTAssertEqual(shown.chips.map(\.label), ["30 October 2026", "Fee 2%", "Custom rate EUR/USD"])
    XCTAssertEqual(
      shown.chips.map(\.removal), [.dayChosen(nil), .feeChosen(nil), .ownRateRemoved(from: .eur, to: .usd)])
    XCTAssertEqual(CalculatorViewState(try state { _ in }, words).chips, [])
  }

  func testGoldIsShownPerOunceAndPerGram() throws {
    let gold = try XCTUnwrap(Currency("XAU"))
    let ounce = try XCTUnwrap(Rational(text: "3732.417216"))
    XCTAssertEqual(words.gramLine(from: gold, to: .eur, ounce), "1 g XAU = 120.00 EUR")
    XCTAssertEqual(
      words.gramLine(from: .eur, to: gold, try XCTUnwrap(Rational.one.divided(by: ounce))), "1 g XAU = 120.00 EUR")
    XCTAssertEqual(words.gramLine(from: gold, to: .jpy, Rational(600_000)), "1 g XAU = 19290 JPY")
    XCTAssertNil(words.gramLine(from: .eur, to: .usd, .one))
    XCTAssertNil(words.gramLine(from: gold, to: gold, .one))
  }

  func testASuspiciousRateIsReportedInItsResult() throws {
    let quote = Quote(
      provider: .ecb, base: .eur, counter: .usd,
      observation: Observation(day: day + 3, value: try XCTUnwrap(PublishedNumber("111.72"))))
    let last = Observation(day: day, value: try XCTUnwrap(PublishedNumber("1.1172")))
    let suspiciousRate = SuspiciousRate(
      id: 7, suspect: SuspiciousQuote(quote: quote, reason: .jump(from: last)), home: .eur,
      publisher: "European Central Bank")
    let rows = CalculatorViewState(try state { $0.suspiciousRates = [suspiciousRate] }, words).rows
    XCTAssertEqual(rows[0].suspiciousRate?.id, 7)
    XCTAssertEqual(
      rows[0].suspiciousRate?.sentence,
      "European Central Bank published 1 EUR = 111.72 USD for 2 month 11 2026. The rate of 30 October 2026 was 1.1172.")
    XCTAssertNil(rows[1].suspiciousRate)
    // On a day in the past, suspicious newer rates aren't reported.
    let onDay = try state { ($0.suspiciousRates, $0.day) = ([suspiciousRate], day) }
    XCTAssertNil(CalculatorViewState(onDay, words).rows[0].suspiciousRate)
  }

  func testAMetalWithoutARateShowsAProviderThatHasTheRate() throws {
    let shown = CalculatorViewState(
      try state { state in
        state.results = [
          CalculatorResult(
            currency: Currency("XAU")!,
            outcome: .unavailable(.missing(Currency("XAU")!, provider: .ecb, day: day, lastSeen: nil)))
        ]
      }, words)
    XCTAssertEqual(shown.rows[0].rate, "No rate for XAU. Turn on CoinGecko under Settings → Providers.")
  }
}
