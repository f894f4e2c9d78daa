// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

private let provider = Provider(
  id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: day("1999-01-04"), carryLimit: 10,
  terms: "",
  attribution: "")

/// Returns a rate for each weekday from `first` to `last`, each 0.01 higher than the previous rate.
private func source(_ code: String = "USD", from first: String = "2020-01-01", to last: String = "2026-10-30")
  -> ChartSource
{
  let days = (day(first).number...day(last).number).map { Day(number: $0) }.filter { $0.weekday < 6 }
  let rates = days.indices.map { Rational(units: Int64(100 + $0), places: 2) }
  return ChartSource(currency: currency(code), days: days, rates: rates)
}

private func machine(_ sources: [ChartSource] = [source()], range: ChartRange? = .year) throws -> ChartMachine
{
  let subject = try #require(ChartSubject(base: .eur, counters: sources.map(\.currency)))
  var machine = ChartMachine(
    state: ChartState(
      subject: subject, provider: provider, range: range,
      window: DaySpan(first: day("2020-01-01"), last: day("2020-02-01"))))
  _ = machine.seriesLoaded(sources, of: subject)
  return machine
}

@Test("each time range of a chart ends at the newest rate", arguments: [
  (ChartRange.week, "2026-10-23"), (.month, "2026-09-30"), (.threeMonths, "2026-07-30"),
  (.sixMonths, "2026-04-30"),
  (.yearToDate, "2025-12-31"), (.twoYears, "2024-10-30"), (.year, "2025-10-30"), (.fiveYears, "2021-10-30"), (.tenYears, "2020-01-01"), (.all, "2020-01-01"),
])
func eachTimeRangeOfAChartEndsAtTheNewestRate(range: ChartRange, first: String) throws {
  var machine = try machine()
  #expect(machine.rangeChosen(range) == [.saveSession])
  #expect(machine.state.window == DaySpan(first: day(first), last: day("2026-10-30")))
}

@Test("a month before the 31st is the previous month's last day") func aMonthBeforeThe31stIsThePreviousMonthsLastDay() {
  #expect(day("2026-10-31").adding(months: -1) == day("2026-09-30"))
  #expect(day("2024-03-31").adding(months: -1) == day("2024-02-29"))
  #expect(day("2026-01-31").adding(months: -2) == day("2025-11-30"))
}

/// At a first start, the history is imported while the chart is already in use.
@Test("a chart shows chosen dates as soon as their rates are imported")
func aChartShowsChosenDatesAsSoonAsTheirRatesAreImported() throws {
  var chart = try machine([source(from: "2024-01-02")])
  let chosen = DaySpan(first: day("2020-03-02"), last: day("2020-04-30"))
  _ = chart.windowChosen(chosen)
  #expect(chart.state.window.first == day("2024-01-02"))
  _ = chart.seriesLoaded([source()], of: chart.state.subject)
  #expect(chart.state.window == chosen)
  // After a zoom, the chosen days no longer apply.
  var zoomed = try machine([source(from: "2024-01-02")])
  _ = zoomed.windowChosen(chosen)
  _ = zoomed.zoomed(permille: 500, around: nil)
  let window = zoomed.state.window
  _ = zoomed.seriesLoaded([source()], of: zoomed.state.subject)
  #expect(zoomed.state.window == window)
}

/// A chart may be closed and reopened before the whole history is imported.
@Test("a chart's chosen dates are saved even before their rates are imported")
func aChartsChosenDatesAreSavedEvenBeforeTheirRatesAreImported() throws {
  let chosen = DaySpan(first: day("2020-03-02"), last: day("2020-04-30"))
  for early in [[source(from: "2024-01-02")], []] {
    var chart = try machine()
    _ = chart.seriesLoaded(early, of: chart.state.subject)
    #expect(chart.windowChosen(chosen) == [.saveSession])
    #expect(chart.session.window == chosen)
    var again = try machine(early.isEmpty ? [source(from: "2026-01-02")] : early)
    _ = again.restored(ChartSession(text: chart.session.text))
    _ = again.seriesLoaded([source(from: "2025-01-02")], of: again.state.subject)
    #expect(again.state.window.first == day("2025-01-02"))
    #expect(again.session.window == chosen)
    _ = again.seriesLoaded([source()], of: again.state.subject)
    #expect(again.state.window == chosen)
    _ = again.zoomed(permille: 500, around: nil)
    #expect(again.session.window == again.state.window)
  }
}

@Test("zooming keeps the day under the mouse pointer in place")
func zoomingKeepsTheDayUnderTheMousePointerInPlace() throws {
  var machine = try machine()
  let (before, around) = (machine.state.window, day("2026-04-30"))
  _ = machine.zoomed(permille: 500, around: around)
  let after = machine.state.window
  #expect(after.length == before.length / 2)
  #expect(abs((around - after.first) * 2 - (around - before.first)) <= 2)
  #expect(machine.state.range == nil)
}

@Test("zooming ends at the shortest span and at the whole history")
func zoomingEndsAtTheShortestSpanAndAtTheWholeHistory() throws {
  var machine = try machine()
  for _ in 0..<60 { _ = machine.zoomed(permille: 800, around: nil) }
  #expect(machine.state.window.length == DaySpan.shortest)
  for _ in 0..<60 { _ = machine.zoomed(permille: 1250, around: nil) }
  #expect(machine.state.window == machine.state.extent)
}

@Test("panning stops at the first and last rate") func panningStopsAtTheFirstAndLastRate() throws {
  var machine = try machine()
  let length = machine.state.window.length
  _ = machine.panned(days: -100_000)
  #expect(machine.state.window == DaySpan(first: day("2020-01-01"), last: day("2020-01-01") + length))
  _ = machine.panned(days: 100_000)
  #expect(machine.state.window.last == day("2026-10-30"))
  #expect(machine.state.window.length == length)
}

@Test("the crosshair moves from one day with a rate to the next")
func theCrosshairMovesFromOneDayWithARateToTheNext() throws {
  var machine = try machine()
  _ = machine.cursorMoved(.last)
  #expect(machine.state.cursor == day("2026-10-30"))
  _ = machine.cursorMoved(.next)
  #expect(machine.state.cursor == day("2026-10-30"))
  for _ in 0..<5 { _ = machine.cursorMoved(.previous) }
  #expect(machine.state.cursor == day("2026-10-23"))
  _ = machine.cursorMoved(.back)
  #expect(machine.state.cursor == day("2026-09-23"))
  _ = machine.cursorMoved(.first)
  #expect(machine.state.cursor == day("2025-10-30"))
  _ = machine.cursorMoved(.previous)
  #expect(machine.state.cursor == day("2025-10-29"))
  #expect(machine.state.window.first == day("2025-10-29"))
}

@Test("on a day without a rate, the crosshair shows the nearest rate")
func onADayWithoutARateTheCrosshairShowsTheNearestRate() throws {
  var machine = try machine()
  _ = machine.cursorPlaced(day("2026-10-24"))
  #expect(machine.state.cursor == day("2026-10-23"))
  _ = machine.cursorPlaced(day("2026-10-25"))
  #expect(machine.state.cursor == day("2026-10-26"))
  _ = machine.cursorPlaced(nil)
  #expect(machine.state.cursor == nil)
}

@Test("new rates move a chart's preset range, but not chosen dates")
func newRatesMoveAChartsPresetRangeButNotChosenDates() throws {
  let newer = source(to: "2026-11-06")
  var preset = try machine()
  #expect(preset.ratesUpdated(.newest(provider: .ecb, day("2026-11-06"))) == [.load(preset.state.subject)])
  _ = preset.seriesLoaded([newer], of: preset.state.subject)
  #expect(preset.state.window == DaySpan(first: day("2025-11-06"), last: day("2026-11-06")))

  var zoomed = try machine()
  let chosen = DaySpan(first: day("2022-01-01"), last: day("2022-06-30"))
  _ = zoomed.windowChosen(chosen)
  _ = zoomed.cursorPlaced(day("2022-03-01"))
  _ = zoomed.seriesLoaded([newer], of: zoomed.state.subject)
  #expect(zoomed.state.window == chosen)
  #expect(zoomed.state.cursor == day("2022-03-01"))
}

@Test("with two currencies, both lines start at the same value")
func withTwoCurrenciesBothLinesStartAtTheSameValue() throws {
  var machine = try machine()
  let both = try #require(ChartSubject(base: .eur, counters: [.usd, .gbp]))
  #expect(machine.subjectChosen(both) == [.saveSession, .load(both)])
  #expect(machine.state.options.isRebased)
  _ = machine.seriesLoaded([source("USD"), source("GBP")], of: both)
  #expect(machine.state.lines.map(\.currency) == [.usd, .gbp])
}

@Test("rates that arrive for an earlier currency pair are ignored")
func ratesThatArriveForAnEarlierCurrencyPairAreIgnored() throws {
  var machine = try machine()
  let other = try #require(ChartSubject(base: .usd, counters: [.jpy]))
  #expect(machine.subjectChosen(other) == [.restore(other), .load(other)])
  let old = try #require(ChartSubject(base: .eur, counters: [.usd]))
  _ = machine.seriesLoaded([], of: old)
  #expect(machine.state.isLoading)
}

@Test("chart options chosen before the stored options load are kept")
func chartOptionsChosenBeforeTheStoredOptionsLoadAreKept() throws {
  var machine = try machine()
  _ = machine.send(.subjectChosen(try #require(ChartSubject(base: .eur, counters: [.jpy]))))
  #expect(machine.isRestoring)
  _ = machine.send(.windowResized(WindowSize(width: 700, height: 500)))
  #expect(machine.isRestoring)
  _ = machine.send(.rangeChosen(.week))
  #expect(!machine.isRestoring)
}

@Test("saved chart options are read back unchanged", arguments: [
  "range=5y", "range=year;log=1",
  "window=2020-01-01/2021-01-01;rebased=1;averages=30,200;period=weekly;reduction=mean",
  "range=ytd", "range=2y",
])
func savedChartOptionsAreReadBackUnchanged(text: String) throws {
  let session = ChartSession(text: text)
  let subject = try #require(ChartSubject(base: .eur, counters: [.usd]))
  var machine = ChartMachine(
    state: ChartState(
      subject: subject, provider: provider, window: DaySpan(first: day("2020-01-01"), last: day("2021-01-01"))
    ))
  _ = machine.restored(session)
  #expect(ChartSession(text: machine.session.text) == machine.session)
  #expect(machine.session.options == session.options)
}

@Test("text that is not a currency pair is refused", arguments: [
  "", "EUR", "EUR/", "/USD", "EUR/EUR", "EUR/USD,USD", "EUR/USD/GBP", "EUR/A,B", "EUR/USD,GBP,CHF,JPY,SEK",
])
func textThatIsNotACurrencyPairIsRefused(text: String) {
  #expect(ChartSubject(text: text) == nil)
}

@Test("a selected span starts and ends at days with rates") func aSelectedSpanStartsAndEndsAtDaysWithRates() throws {
  var machine = try machine()
  // Selects from a Saturday back to an earlier Sunday.
  _ = machine.send(.marked(DaySpan(first: day("2026-06-20"), last: day("2026-03-01"))))
  #expect(machine.state.marks == DaySpan(first: day("2026-03-02"), last: day("2026-06-19")))
  let figures = try #require(machine.state.differences.first ?? nil)
  let line = machine.state.lines[0]
  let ends = [day("2026-03-02"), day("2026-06-19")].compactMap { line.last(onOrBefore: $0) }.map { line.rate(at: $0) }
  #expect([figures.first.rate, figures.last.rate] == ends)
  _ = machine.send(.marked(DaySpan(first: day("2026-06-20"), last: day("2026-06-20"))))
  #expect(machine.state.marks == nil)
}

@Test("zooming to the selection is undone step by step") func zoomingToTheSelectionIsUndoneStepByStep() throws {
  var machine = try machine()
  let year = machine.state.window
  _ = machine.send(.marked(DaySpan(first: day("2026-03-02"), last: day("2026-06-19"))))
  #expect(machine.send(.zoomedToMarks) == [.saveSession])
  #expect(machine.state.window == DaySpan(first: day("2026-03-02"), last: day("2026-06-19")))
  #expect(machine.state.marks == nil && machine.state.range == nil)
  let zoomed = machine.state.window
  _ = machine.send(.windowChosen(DaySpan(first: day("2021-01-01"), last: day("2021-12-31"))))
  for _ in 0..<3 { _ = machine.send(.panned(days: 20)) }
  _ = machine.send(.wentBack)
  #expect(machine.state.window == zoomed)
  _ = machine.send(.wentBack)
  #expect(machine.state.window == year && machine.state.range == .year)
  #expect(machine.send(.wentBack) == [])
}

@Test("zooming to two neighbouring days also shows days around them")
func zoomingToTwoNeighbouringDaysAlsoShowsDaysAroundThem() throws {
  var machine = try machine()
  _ = machine.send(.marked(DaySpan(first: day("2026-03-03"), last: day("2026-03-04"))))
  _ = machine.send(.zoomedToMarks)
  #expect(machine.state.window.length >= DaySpan.shortest)
  #expect(machine.state.window.contains(day("2026-03-03")) && machine.state.window.contains(day("2026-03-04")))
}

@Test("removing a chart line leaves the other lines") func removingAChartLineLeavesTheOtherLines() throws {
  let four = try #require(ChartSubject(text: "EUR/USD,GBP,CHF,JPY"))
  #expect(!four.hasRoom && four.isComparison)
  #expect(four.removing(.gbp)?.description == "EUR/USD,CHF,JPY")
  #expect(try #require(ChartSubject(text: "EUR/USD")).removing(.usd) == nil)
}

@Test("changing a chart's visible range loads the averages again")
func changingAChartsVisibleRangeLoadsTheAveragesAgain() throws {
  var machine = try machine()
  let year = machine.state.window
  #expect(machine.send(.averagesChosen(.month)) == [.loadAverages(.month, year)])
  let wider = machine.send(.rangeChosen(.twoYears))
  #expect(wider == [.saveSession, .loadAverages(.month, machine.state.window)])
  // The response to an earlier request is ignored.
  _ = machine.averagesLoaded([[]], of: .month, in: year, for: machine.state.subject)
  #expect(machine.state.averages.isEmpty)
  #expect(AveragePeriod.quarter.parts(of: year).first == day("2025-10-01")...day("2025-12-31"))
  #expect(AveragePeriod.quarter.parts(of: year).count == 5)
  #expect(machine.send(.averagesChosen(nil)) == [])
}
