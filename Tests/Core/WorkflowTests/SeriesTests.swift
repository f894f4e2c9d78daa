// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow
import Testing

/// Histories follow the same rules as conversions for legal rates, pegs and redenominations.
@Suite struct SeriesTests {
  @Test("each point of a history equals that day's conversion", arguments: [
    ("USD", "AED", "2008-09-01", "2008-09-30"), ("XAF", "JPY", "2019-12-20", "2020-01-10"),
    ("DEM", "USD", "2010-06-01", "2010-06-30"), ("HRK", "CHF", "2022-12-15", "2023-01-20"),
    ("TRY", "GBP", "2004-12-20", "2005-01-20"), ("TRL", "TRY", "2004-12-20", "2005-01-20"),
    ("EUR", "HRK", "2022-12-15", "2023-01-20"), ("BGN", "EUR", "2025-12-15", "2026-01-20"),
    ("ISK", "EUR", "2018-01-25", "2018-02-15"), ("EUR", "XOF", "2026-10-01", "2026-10-30"),
  ])
  func eachPointOfAHistoryEqualsThatDaysConversion(from: String, to: String, first: String, last: String) async throws {
    let core = try await shippedHistory()
    let series = try await core.rates.series(
      of: .ecb, from: currency(from), to: currency(to), between: day(first), and: day(last))
    #expect(series.points.count > 8)
    for point in series.points {
      let resolver = try await core.rates.ratesInUse(on: point.day, of: [.ecb]).resolver
      #expect(try resolver.route(from: currency(from), to: currency(to)).value == point.rate, "\(point.day)")
    }
  }

  @Test("before the new lira's first rate, the old lira's rate is used")
  func beforeTheNewLirasFirstRateTheOldLirasRateIsUsed() async throws {
    let core = try await shippedHistory()
    for date in ["2005-01-01", "2005-01-02"] {
      let route = try await core.rates.ratesInUse(on: day(date), of: [.ecb]).resolver
        .route(from: .eur, to: currency("TRY"))
      #expect(route.observed == day("2004-12-31") && route.isCarried)
      #expect(route.value.text(places: 4) == "1.8362")
    }
    let before = try await core.rates.ratesInUse(on: day("2004-12-31"), of: [.ecb]).resolver
    #expect(try before.routes(from: .eur).contains { $0.to == currency("TRY") })
  }

  @Test("a discontinued currency's chart continues at the legal rate")
  func aDiscontinuedCurrencysChartContinuesAtTheLegalRate() async throws {
    let core = try await shippedHistory()
    let subject = try #require(ChartSubject(base: .eur, counters: [currency("HRK")]))
    let state = try await ChartLoader(core.rates).chart(
      of: subject, provider: try await core.rates.provider(.ecb), options: ChartOptions(), range: .all,
      today: day("2026-10-30"))
    let line = try #require(state.lines.first)
    #expect(line.days.last == day("2026-10-30"))
    #expect(line.days[line.lawStart] == day("2023-01-02"))
    // The last day on which the kuna was accepted.
    #expect(line.end == .discontinued(last: day("2023-01-14")))
  }
}
