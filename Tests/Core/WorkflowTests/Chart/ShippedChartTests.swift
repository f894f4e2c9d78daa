// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursWorkflow
import Testing

/// Charts of the bundled history, in cases that similar programs draw incorrectly.
struct ShippedChartTests {
  private func chart(_ pair: String, _ range: ChartRange = .all, _ options: ChartOptions = ChartOptions())
    async throws -> ChartState
  {
    let core = try await shippedHistory()
    let subject = try #require(ChartSubject(text: pair))
    let provider = try await core.rates.provider(.ecb)
    return try await ChartLoader(core.rates).chart(
      of: subject, provider: provider, options: options, range: range, today: evening.day)
  }

  @Test("the chart shows the published dollar rate of 28 September 2022")
  func theChartShowsThePublishedDollarRateOf28September2022() async throws {
    let state = try await chart("EUR/USD", .fiveYears)
    let reading = try #require(state.reading(on: day("2022-09-28")))
    #expect(reading.values.map(\.rate) == [number("0.9565")])
    #expect(reading.values.map(\.basis) == [.observed])
    #expect(state.lines[0].shownPlaces == 4)
    #expect(state.csv().contains("2022-09-28,EUR,USD,0.9565,ecb\n"))
    #expect(state.fileName == "ecb-EUR-USD-5y")
  }

  @Test("the Icelandic króna's gap of nine years breaks its chart line")
  func theIcelandicKronasGapOfNineYearsBreaksItsChartLine() async throws {
    let line = try await chart("EUR/ISK").lines[0]
    let breaks = zip(line.runs, line.runs.dropFirst()).map {
      [line.days[$0.upperBound - 1], line.days[$1.lowerBound]]
    }
    #expect(breaks == [[day("2008-12-09"), day("2018-02-01")]])
    #expect(line.end == nil)
  }

  @Test("the new lira's chart line continues the line of the old lira")
  func theNewLirasChartLineContinuesTheLineOfTheOldLira() async throws {
    let line = try await chart("EUR/TRY").lines[0]
    let index = try #require(line.last(onOrBefore: day("2005-01-03")))
    #expect(line.days[index - 1] == day("2004-12-31"))
    let change = try #require(
      ChartStatistics.change(from: line.rate(at: index - 1), to: line.rate(at: index)))
    #expect(change.text(places: 4) == "-0.0115")
  }

  @Test("after the kuna's end, its chart line continues at the legal rate")
  func afterTheKunasEndItsChartLineContinuesAtTheLegalRate() async throws {
    let line = try await chart("EUR/HRK").lines[0]
    #expect(
      line.end == .discontinued(last: day("2022-12-31")) || line.end == .discontinued(last: day("2023-01-14"))
    )
    #expect(line.days[line.lawStart - 1] == day("2022-12-30"))
    #expect(line.rate(at: line.lawStart - 1) == number("7.5365"))
    #expect(line.rate(at: line.lawStart) == number("7.5345"))
    #expect(line.basis(at: line.lawStart) == .law)
    #expect(line.basis(at: line.lawStart - 1) == .observed)
  }

  @Test("the rouble's chart line ends when its rates were suspended")
  func theRoublesChartLineEndsWhenItsRatesWereSuspended() async throws {
    let state = try await chart("EUR/RUB")
    let line = state.lines[0]
    #expect(line.end == .suspended(last: day("2022-03-01")))
    #expect(line.days.last == day("2022-03-01"))
    #expect(line.rate(at: line.days.count - 1) == number("117.201"))
    #expect(state.reading(on: day("2022-03-10"))?.values.map(\.basis) == [.carried])
    #expect(state.reading(on: day("2022-03-20")) == nil)
  }

  @Test("a chart without the home currency has exact cross rates")
  func aChartWithoutTheHomeCurrencyHasExactCrossRates() async throws {
    let state = try await chart("USD/JPY", .month)
    let line = state.lines[0]
    let eur = try await chart("EUR/USD,JPY", .month)
    for (index, day) in line.days.enumerated().suffix(20) {
      let values = try #require(eur.reading(on: day)?.values.map(\.rate))
      #expect(values[1].divided(by: values[0]) == line.rate(at: index))
    }
  }

  /// Returns a function that opens a pair's chart with the options saved in this folder.
  private func opener(in folder: TemporaryFolder) async throws -> @Sendable (String) async throws -> ChartWorkflow {
    let core = try Core(environment(folder))
    try await core.rates.importer.importRates(core.bundle)
    let provider = try await core.rates.provider(.ecb)
    let user = try core.openUser()
    return { pair in
      await ChartWorkflow.open(
        try #require(ChartSubject(text: pair)), provider: provider, rates: core.rates, user: user,
        catalogue: core.catalogue, today: evening.day)
    }
  }

  @Test("opening a currency pair's chart again restores its time range and options")
  func openingACurrencyPairsChartAgainRestoresItsTimeRangeAndOptions() async throws {
    let folder = TemporaryFolder()
    let open = try await opener(in: folder)
    let first = try await open("EUR/USD")
    await first.send(.rangeChosen(.tenYears))
    var options = ChartOptions()
    options.isLogarithmic = true
    await first.send(.optionsChosen(options))
    await first.close()
    let again = try await open("EUR/USD")
    #expect(await again.state.range == .tenYears)
    #expect(await again.state.options.isLogarithmic)
    let other = try await open("EUR/GBP")
    #expect(await other.state.range == .year)
  }

  /// The first frame resizes the window, possibly before the pair's options are read.
  @MainActor @Test("resizing the window while a chart loads keeps the pair's stored range")
  func resizingTheWindowWhileAChartLoadsKeepsThePairsStoredRange() async throws {
    let folder = TemporaryFolder()
    let open = try await opener(in: folder)
    let pounds = try await open("EUR/GBP")
    pounds.send(.rangeChosen(.tenYears))
    #expect(pounds.state.range == .tenYears)
    await pounds.close()
    let chart = try await open("EUR/USD")
    let states = chart.states()
    chart.send(.subjectChosen(try #require(ChartSubject(text: "EUR/GBP"))))
    #expect(chart.state.subject.counters == [.gbp] && chart.state.isLoading)
    chart.send(.windowResized(WindowSize(width: 700, height: 500)))
    for await state in states where !state.isLoading && state.lines.first?.currency == .gbp { break }
    #expect(chart.state.range == .tenYears)
    await chart.close()
    let again = try await open("EUR/GBP")
    #expect(again.state.range == .tenYears)
    #expect(again.state.size == WindowSize(width: 700, height: 500))
  }

  @Test("a pair opened after a comparison is shown alone") func aPairOpenedAfterAComparisonIsShownAlone() async throws {
    let folder = TemporaryFolder()
    let open = try await opener(in: folder)
    let both = try await open("EUR/USD,GBP")
    #expect(await both.state.options.isRebased)
    await both.send(.rangeChosen(.fiveYears))
    await both.close()
    let alone = try await open("EUR/USD")
    #expect(await alone.state.subject.counters == [.usd])
    #expect(await !alone.state.options.isRebased)
    #expect(await alone.state.range == .fiveYears)
  }

  @Test(
    "a legal or pegged rate is drawn as a chart line",
    arguments: ["EUR/DEM", "EUR/XAF", "USD/AED", "EUR/AED", "DEM/FRF", "USD/DEM", "CHF/XAF", "EUR/BGN", "XOF/EUR"])
  func aLegalOrPeggedRateIsDrawnAsAChartLine(pair: String) async throws {
    let state = try await chart(pair)
    let line = try #require(state.lines.first)
    #expect(line.days.count > 1000)
    #expect(line.days.last.map { day("2026-10-30") - $0 <= 3 } == true)
    #expect(state.failure == nil)
  }

  @Test("the lira's redenomination is labelled on its chart line")
  func theLirasRedenominationIsLabelledOnItsChartLine() async throws {
    let lira = try await chart("EUR/TRY").lines[0]
    #expect(lira.laws.map(\.from) == [day("2005-01-01")])
    #expect(lira.laws.map { "\($0.retired)" } == ["TRL"])
    #expect(try await chart("EUR/USD").lines[0].laws.isEmpty)
    var options = ChartOptions()
    options.period = .monthly
    let monthly = try await chart("EUR/TRY", .all, options)
    #expect(monthly.lines[0].laws == lira.laws)
    #expect(try await chart("EUR/XAF").lines[0].peg?.retired == Currency("XAF"))
    #expect(try await chart("EUR/HRK").lines[0].peg == nil)
  }

  @Test("the chart has the same averages as the terminal program")
  func theChartHasTheSameAveragesAsTheTerminalProgram() async throws {
    let folder = TemporaryFolder()
    let open = try await opener(in: folder)
    let workflow = try await open("EUR/USD")
    let states = await workflow.states()
    await workflow.send(.averagesChosen(.quarter))
    var state = await workflow.state
    for await next in states where !next.averages.isEmpty {
      state = next
      break
    }
    let core = try Core(environment(folder))
    let expected = try await core.rates.averages(
      of: .ecb, from: .eur, to: .usd, in: AveragePeriod.quarter.parts(of: state.window))
    #expect(state.averages == [expected])
    #expect(expected.count == 5)
  }

  @Test("a failed file write gives the reason and leaves no file")
  func aFailedFileWriteGivesTheReasonAndLeavesNoFile() throws {
    let folder = TemporaryFolder()
    #expect(throws: FileFailure.noSuchFolder(path: folder.path + "/none/x.csv")) {
      try WholeFile.write([1], to: folder.path + "/none/x.csv")
    }
    try WholeFile.write(Array("old".utf8), to: folder.path + "/x.csv")
    try WholeFile.write(Array("new".utf8), to: folder.path + "/x.csv")
    #expect(try String(contentsOfFile: folder.path + "/x.csv", encoding: .utf8) == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.csv"])
  }
}
