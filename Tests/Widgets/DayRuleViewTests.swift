// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

final class DayRuleViewTests: ViewStateCase {
  private let polish = NamedRule("pl-vat")!

  private func explanation(_ mean: Mean? = nil) throws -> Explanation {
    var quote = Quote(
      provider: .ecb, base: .eur, counter: .usd,
      observation: Observation(day: day, value: try XCTUnwrap(PublishedNumber("1.1172"))))
    quote.mean = mean
    let table = RateTable(provider: provider, day: day, quotes: [quote], catalogue: catalogue)
    let resolver = Resolver(table, day: day, today: day)
    let route = try resolver.route(from: .eur, to: .usd)
    return resolver.explanation(of: Money(Rational(100), .eur), by: route, now: Timestamp(startOf: day))
  }

  func testTheChosenRuleHasAButtonThatRemovesIt() throws {
    let view = CalculatorViewState(try state { ($0.rule, $0.day) = (polish, day) }, words)
    XCTAssertEqual(view.chips.map(\.label), ["30 October 2026", "Polish VAT"])
    XCTAssertEqual(view.chips.last?.removal, .ruleChosen(nil))
    XCTAssertEqual(view.rule, polish)
  }

  func testTheRateOfADayChosenByARuleIsNotCalledOld() throws {
    let view = CalculatorViewState(try state { $0.rule = NamedRule("eu-customs") }, words)
    XCTAssertFalse(view.isProvenanceWarning)
    XCTAssertEqual(view.provenance, "European Central Bank · 30 October 2026")
  }

  func testEachRuleHasADifferentTitle() {
    let rules = NamedRule.all
    XCTAssertEqual(Set(rules.map(\.title)).count, DayRule.allCases.count + RulePreset.all.count)
    XCTAssertFalse(rules.contains { $0.title == $0.name })
  }

  func testTheExplanationOfAResultShowsDayAndLawOfTheRule() throws {
    var explanation = try explanation()
    let plain = words.lines(of: explanation).count
    explanation.rule = NamedRule.Applied(polish, to: today)
    let lines = words.lines(of: explanation)
    XCTAssertEqual(lines.count, plain + 2)
    XCTAssertTrue(lines[0].hasSuffix("30 October 2026"), lines[0])
    XCTAssertEqual(lines[1], "Uses the last rates before 21 month 11 2026.")
    XCTAssertEqual(lines[2], "Polish VAT: Ustawa o podatku od towarów i usług, art. 31a ust. 1")
  }

  func testAnAverageRateIsShownWithTheNumberOfDaysAndPeriod() throws {
    let mean = Mean(days: day - 20...day, count: 15, value: try XCTUnwrap(Rational(text: "1.1172")))
    let explanation = try explanation(mean)
    let route = explanation.route
    let average = "average of 15 days, 10 October 2026 to 30 October 2026"
    XCTAssertTrue(words.lines(of: explanation)[0].hasSuffix(average), words.lines(of: explanation)[0])
    let shown = CalculatorViewState(
      try state {
        $0.rule = NamedRule("month-average")
        $0.results = [CalculatorResult(currency: .usd, outcome: .value(Money(route.value, .usd), rate: route))]
      }, words)
    XCTAssertTrue(shown.rows[0].rate.hasSuffix(average), shown.rows[0].rate)
  }

  func testALineShowsItsDateAndTheDateOfItsRate() throws {
    let line = LineState(
      id: .init(1), text: "100", currency: .eur, day: today,
      outcome: .value(own: .money(Money(Rational(100), .eur)), inTotal: Rational(112), rate: try explanation().route))
    let view = CalculatorViewState(
      try state { ($0.rule, $0.lines, $0.total) = (polish, [line, line], TotalState(currency: .usd, value: nil)) },
      words)
    XCTAssertEqual(view.lines[0].detail, "21 month 11 2026 · rate date: 30 October 2026")
  }

  func testIfARuleNeedsABankWithoutStoredRatesTheBankIsOffered() throws {
    let bank = ProviderID("nbp")
    let view = CalculatorViewState(
      try state {
        $0.rule = polish
        $0.results = [CalculatorResult(currency: .usd, outcome: .unavailable(.noRates(provider: bank)))]
        $0.rates.failure = .rate(.noRates(provider: bank))
      }, words)
    XCTAssertEqual(view.rows[0].offer, RateOffer(bank))
    XCTAssertEqual(view.rows[0].rate, "No rates of National Bank of Poland have been fetched yet.")
    XCTAssertEqual(view.notice?.sentence, view.rows[0].rate)
  }

  func testIfTheDaysOfARuleAreNotStoredTheirDownloadIsOffered() throws {
    let bank = ProviderID("nbp")
    let error = RateError.outsideHistory(day - 30, provider: bank, first: day - 9000, newest: day)
    let view = CalculatorViewState(
      try state {
        $0.rule = polish
        $0.results = [CalculatorResult(currency: .usd, outcome: .unavailable(error))]
      }, words)
    XCTAssertEqual(view.rows[0].offer?.days, (day - 44)...(day + 1))
    XCTAssertEqual(view.rows[0].offer?.action, "Get Rates From National Bank of Poland")
  }
}
