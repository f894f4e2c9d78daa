// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct CalculatorTermsTests {
  @Test("swapping two currencies twice keeps the exact amount") func swappingTwoCurrenciesTwiceKeepsTheExactAmount() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("0.33"), .swapped(at: 2)])
    #expect(machine.state.source == .jpy)
    #expect(machine.state.typed == "53")
    #expect(machine.state.amount == number("52.8"))
    _ = machine.send(.swapped(at: 2))
    #expect(machine.state.typed == "0.33")
    #expect(machine.state.amount == number("0.33"))
  }

  @Test("editing a result changes the amount without rounding") func editingAResultChangesTheAmountWithoutRounding() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.resultEdited(at: 1, "100"))
    #expect(machine.state.typed == "125.00")
    _ = machine.send(.resultEdited(at: 2, "1"))
    #expect(machine.state.typed == "0.0063")
    #expect(machine.state.amount == number("0.00625"))
    #expect(machine.resultsText == "USD 0.01, GBP 0.01, JPY 1")
    let before = machine.state
    for text in ["", "nonsense", "5 USD", "1/0"] { _ = machine.send(.resultEdited(at: 0, text)) }
    #expect(machine.state == before)
    machine.send(all: [.undo, .undo])
    #expect(machine.state.typed == "100")
    #expect(!machine.state.canUndo)
  }

  @Test(
    "with buying, selling or middle rates, an edited result stays as typed",
    arguments: QuoteSide.allCases, ["125.00", "100.00", "7.77", "0.05", "1234567.89"])
  func withBuyingSellingOrMiddleRatesAnEditedResultStaysAsTyped(side: QuoteSide, typed: String) throws {
    let rates = [(QuoteSide.middle, "1.25"), (.buying, "1.2"), (.selling, "1.3")]
    let quotes = rates.compactMap { side, rate in
      PublishedNumber(rate).map {
        Quote(
          provider: .ecb, base: .eur, counter: .usd, side: side,
          observation: Observation(day: CalculatorSample.today, value: $0))
      }
    }
    let table = RateTable(
      provider: CalculatorSample.provider, day: nil, quotes: quotes, catalogue: CalculatorSample.catalogue, side: side)
    var machine = CalculatorSample.machine()
    _ = machine.ratesLoaded(Resolver(table), on: nil, today: CalculatorSample.today)
    _ = machine.send(.resultEdited(at: 0, typed))
    guard case .value(let money, _) = machine.state.results[0].outcome else { throw CancellationError() }
    #expect(money.amount == number(typed))
  }

  @Test("at midnight, expired custom rates stop applying and rates load again")
  func atMidnightExpiredCustomRatesStopApplyingAndRatesLoadAgain() throws {
    var machine = CalculatorSample.machine()
    let own = try #require(CustomRate(from: .eur, to: .usd, value: Rational(2), expires: CalculatorSample.today))
    _ = machine.send(.ownRateSet(own))
    #expect(machine.resultsText.hasPrefix("USD 200.00"))
    #expect(machine.dayChanged(CalculatorSample.today).isEmpty)
    let actions = machine.dayChanged(CalculatorSample.today + 1)
    #expect(machine.resultsText.hasPrefix("USD 125.00") && machine.state.rates.today == CalculatorSample.today + 1)
    #expect(actions.contains(.loadRates(nil, by: nil)))
    #expect(machine.reader.today == CalculatorSample.today + 1)
  }

  @Test("each result shows a fee in two ways, deducted and added")
  func eachResultShowsAFeeInTwoWaysDeductedAndAdded() throws {
    var machine = CalculatorSample.machine()
    let fee = try #require(Fee(percent: Rational(2), direction: .iReceive))
    _ = machine.send(.feeChosen(fee))
    #expect(machine.state.fee == fee)
    #expect(machine.state.results[0].fee?.takenOffProceeds.text(places: 2) == "122.50")
    #expect(machine.state.results[0].fee?.markedUpRate.text(places: 2) == "122.55")
    _ = machine.send(.feeChosen(Fee(percent: Rational(2), direction: .iPay)))
    #expect(machine.state.total?.fee?.takenOffProceeds.text(places: 2) == "102.04")
    #expect(machine.state.total?.fee?.markedUpRate.text(places: 2) == "102.00")
    _ = machine.send(.feeChosen(nil))
    #expect(machine.state.total == nil)
    #expect(machine.state.results[0].fee == nil)
  }

  @Test("cash is rounded only in currencies without small coins")
  func cashIsRoundedOnlyInCurrenciesWithoutSmallCoins() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("1.02"), .sourceChosen(.chf), .cashRoundingSwitched(true)])
    #expect(machine.state.total?.cash?.paid.amount == Rational(1))
    #expect(machine.state.total?.cash?.exact.amount == number("1.02"))
    #expect(machine.state.results.allSatisfy { $0.cash == nil })
    _ = machine.send(.resultAdded(currency("SEK")))
    #expect(machine.state.results.last?.cash?.paid.amount == Rational(12))
    _ = machine.send(.cashRoundingSwitched(false))
    #expect(machine.state.total == nil)
  }

  @Test("a custom rate is used instead of the published rate until expiry")
  func aCustomRateIsUsedInsteadOfThePublishedRateUntilExpiry() throws {
    var machine = CalculatorSample.machine()
    let own = try #require(CustomRate(from: .eur, to: .usd, value: Rational(2), note: "contract"))
    #expect(machine.send(.ownRateSet(own)) == [.saveSession, .saveEdit(.ownRates(before: [], after: [own]))])
    #expect(machine.resultsText == "USD 200.00, GBP 80.00, JPY 16000")
    guard case .value(_, let rate?) = machine.state.results[0].outcome, rate.own == own, rate.value == Rational(2)
    else {
      Issue.record("the result does not say that the rate is the person's own")
      return
    }
    _ = machine.send(.resultEdited(at: 0, "50"))
    #expect(machine.state.amount == Rational(25))
    let expired = try #require(CustomRate(from: .usd, to: .eur, value: Rational(3), expires: day("2026-10-29")))
    _ = machine.send(.ownRateSet(expired))
    #expect(machine.state.ownRates == [expired])
    #expect(machine.resultsText == "USD 31.25, GBP 20.00, JPY 4000")
    #expect(machine.send(.ownRateRemoved(from: .eur, to: .usd)) == [.saveSession, .saveEdit(.ownRates(before: [expired], after: []))])
    #expect(machine.send(.ownRatesReplaced([own])) == [])
    #expect(machine.resultsText == "USD 50.00, GBP 20.00, JPY 4000")
  }

  @Test("opening a calculation replaces the list and can be undone")
  func openingACalculationReplacesTheListAndCanBeUndone() {
    var machine = CalculatorSample.machine()
    let reader = CalculationReader(symbols: .english, catalogue: CalculatorSample.catalogue)
    var read = reader.read("10 USD - 3 GBP").calculation
    read.lines[1].note = "tip"
    _ = machine.send(.opened(read, result: .chf, targets: [.jpy]))
    #expect(machine.linesText == "+10 USD=7.68 -3 GBP=-3.60")
    #expect(machine.totalText == "4.08 CHF")
    #expect(machine.resultsText == "JPY 680")
    #expect(machine.state.lines[1].note == "tip")
    _ = machine.send(.undo)
    #expect(machine.resultsText == "USD 125.00, GBP 80.00, JPY 16000")
    _ = machine.send(.opened(reader.read("10 USD").calculation, result: .eur, targets: []))
    #expect(machine.resultsText == "EUR 8.00, GBP 6.40, JPY 1280")
  }

  @Test("each currency pair's trend line loads once, at its first request")
  func eachCurrencyPairsTrendLineLoadsOnceAtItsFirstRequest() {
    var machine = CalculatorSample.machine()
    #expect(machine.send(.resultAdded(.chf)) == [.saveSession, .saveEdit(.results(CurrencyEdit(before: [.usd, .gbp, .jpy], after: [.usd, .gbp, .jpy, .chf])))])
    let keys = ["USD", "GBP", "JPY", "CHF"].map { Trend.Key(from: .eur, to: currency($0), day: nil) }
    #expect(machine.send(.trendsWanted) == keys.map { .loadTrend($0) } + [.loadSuspiciousRates])
    #expect(machine.send(.trendsWanted) == [])
    let points = (1...40).map { (day: day("2026-09-01") + $0, rate: Rational(Int64($0))) }
    #expect(machine.trendLoaded(Trend(points), for: keys[0]) == [])
    let rates = points.map(\.rate)
    #expect(machine.state.results[0].sparkline == Array(rates.suffix(30)))
    // The change from the first drawn point to the last point. Only the last 30 of the 40 points are drawn.
    #expect(machine.state.results[0].change == Rational(29).divided(by: Rational(11)))
    #expect(machine.state.results[0].since == points[10].day)
    #expect(machine.state.results[1].change == nil)
    #expect(machine.send(.amountTyped("5")) == [.saveSession])
    _ = machine.trendLoaded(Trend([points[0]]), for: keys[1])
    #expect(machine.state.results[1].change == nil)
    // The numbers stay until the updated rates are loaded.
    let actions = machine.ratesUpdated(.newest(provider: .ecb, day("2026-11-02")))
    #expect(actions.first == .loadRates(nil))
    #expect(actions.contains(.loadTrend(keys[0])))
    #expect(machine.state.results[0].sparkline.count == 30)
  }

  @Test("an opened calculation uses the exact amount, although rounded text is shown")
  func anOpenedCalculationUsesTheExactAmountAlthoughRoundedTextIsShown() {
    var machine = CalculatorSample.machine()
    let reader = CalculationReader(symbols: .english, catalogue: CalculatorSample.catalogue)
    let line = reader.line(.init(1), exactly: Money(number("52.8"), .jpy), minorUnit: 0)
    _ = machine.send(.opened(Calculation(lines: [line]), result: .eur, targets: []))
    #expect(machine.state.typed == "53")
    #expect(machine.state.amount == number("52.8"))
  }
}
