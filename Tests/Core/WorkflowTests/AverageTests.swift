// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow
import Testing

/// Averages and day rules use the days on which a bank published, and are exact.
@Suite struct AverageTests {
  private func mean(_ period: String, from: String, to: String) async throws -> ConversionPath {
    let period = try #require(ClosedRange<Day>(period: period))
    return try await shippedHistory().rates.ratesInUse(.mean(period), of: [.ecb]).resolver
      .route(from: currency(from), to: currency(to))
  }

  /// The bank's own yearly averages, as printed in its Economic Bulletin (statistics, exchange rates).
  @Test("a year's average matches the ECB's publication", arguments: [
    ("2021", "USD", "1.183", 3), ("2022", "USD", "1.053", 3), ("2023", "USD", "1.081", 3),
    ("2021", "GBP", "0.860", 3), ("2022", "GBP", "0.853", 3), ("2023", "GBP", "0.870", 3),
    ("2021", "JPY", "129.9", 1), ("2022", "JPY", "138.0", 1), ("2023", "JPY", "152.0", 1),
    ("2021", "CHF", "1.081", 3), ("2022", "CHF", "1.005", 3), ("2023", "CHF", "0.972", 3),
  ])
  func aYearsAverageMatchesTheECBsPublication(year: String, code: String, printed: String, places: Int) async throws {
    #expect(try await mean(year, from: "EUR", to: code).value.text(places: places) == printed)
  }

  /// The bank's own monthly averages from its data portal (series EXR.M.USD.EUR.SP00.A and EXR.M.BRL.EUR.SP00.A).
  @Test("a month's average matches the ECB's average to the last digit", arguments: [
    ("2020-01", "USD", "1.1100363636364"), ("2020-02", "USD", "1.0905000000000"), ("2020-03", "USD", "1.1063409090909"),
    ("2020-04", "USD", "1.0861900000000"), ("2020-05", "USD", "1.0901850000000"), ("2026-06", "USD", "1.1518000000000"),
    ("2026-07", "USD", "1.1417478260870"), ("2026-08", "USD", "1.1593095238095"), ("2026-06", "BRL", "5.8989181818182"),
    ("2026-07", "BRL", "5.8448956521739"), ("2026-08", "BRL", "5.9684095238095"),
  ])
  func aMonthsAverageMatchesTheECBsAverageToTheLastDigit(month: String, code: String, published: String) async throws {
    #expect(try await mean(month, from: "EUR", to: code).value.text(places: 13) == published)
  }

  @Test(
    "the average equals the exact mean of the published values",
    arguments: ["2026-10", "2026-Q1", "2025", "2026-04-01..2026-04-20"])
  func theAverageEqualsTheExactMeanOfThePublishedValues(text: String) async throws {
    let period = try #require(ClosedRange<Day>(period: text))
    let points = try await shippedHistory().rates.series(
      of: .ecb, from: .eur, to: .usd, between: period.lowerBound, and: period.upperBound
    ).points
    let route = try await mean(text, from: "EUR", to: "USD")
    let sum = points.reduce(Rational.zero) { $0 + $1.rate }
    #expect(route.value == sum * Rational(Int64(points.count)).reciprocal)
    #expect(route.means.map(\.count) == [points.count] && !route.isCarried && route.published == nil)
    #expect(route.legs.map(\.basis) == [.mean] && route.legs[0].statement.value == route.value)
  }

  @Test("the average of the reversed currency pair is the exact reciprocal")
  func theAverageOfTheReversedCurrencyPairIsTheExactReciprocal() async throws {
    let (there, back) = (try await mean("2026-09", from: "USD", to: "JPY"), try await mean("2026-09", from: "JPY", to: "USD"))
    #expect(there.value * back.value == .one)
    let (usd, jpy) = (try await mean("2026-09", from: "EUR", to: "USD"), try await mean("2026-09", from: "EUR", to: "JPY"))
    #expect(there.value == jpy.value * usd.value.reciprocal)
  }

  @Test("a cross rate is averaged over days with rates of both currencies", arguments: [
      "1999-01-04..2026-10-30", "2018",
    ])
  func aCrossRateIsAveragedOverDaysWithRatesOfBothCurrencies(text: String) async throws {
    let (period, krona) = (try #require(ClosedRange<Day>(period: text)), currency("ISK"))
    let rates = try await shippedHistory().rates
    let points = try await rates.series(
      of: .ecb, from: .usd, to: krona, between: period.lowerBound, and: period.upperBound
    ).points
    let (sum, weights) = points.reduce((Rational.zero, Rational.zero)) { ($0.0 + $1.rate * $1.weight, $0.1 + $1.weight) }
    let there = try await mean(text, from: "USD", to: "ISK")
    #expect(there.value == sum * weights.reciprocal)
    #expect(there.means.map(\.count) == [points.count, points.count])
    #expect(try await mean(text, from: "ISK", to: "USD").value == there.value.reciprocal)
    let average = try await rates.averages(of: .ecb, from: .usd, to: krona, in: [period])[0]
    #expect(average.mean == there.value && average.count == points.count)
  }

  @Test("the average of a legal or pegged rate is that rate")
  func theAverageOfALegalOrPeggedRateIsThatRate() async throws {
    #expect(try await mean("2026-09", from: "EUR", to: "DEM").value == number("1.95583"))
    #expect(try await mean("2026-09", from: "USD", to: "AED").value == number("3.6725"))
  }

  @Test("a period without rates has no average", arguments: ["2026-11", "1990"])
  func aPeriodWithoutRatesHasNoAverage(period: String) async {
    await #expect(throws: RatesFailure.self) { try await mean(period, from: "EUR", to: "USD") }
  }

  @Test("a currency that ended in the period has no average") func aCurrencyThatEndedInThePeriodHasNoAverage() async {
    await #expect(throws: RateError.self) { try await mean("2022", from: "EUR", to: "RUB") }
  }

  /// At Easter 2026, rates are missing from Friday 3 April to Monday 6 April.
  @Test("a date rule selects a day with published rates", arguments: [
    (DayRule.on, "2026-04-05", "2026-04-02"), (.on, "2026-04-02", "2026-04-02"),
    (.before, "2026-04-07", "2026-04-02"), (.before, "2026-04-02", "2026-04-01"),
    (.after, "2026-04-02", "2026-04-07"), (.after, "2026-04-06", "2026-04-07"),
    (.onOrAfter, "2026-04-03", "2026-04-07"), (.onOrAfter, "2026-04-02", "2026-04-02"),
    (.monthEnd, "2026-05-05", "2026-05-29"), (.customsMonth, "2026-10-30", "2026-09-23"),
    (.customsMonth, "2026-03-01", "2026-02-18"), (.customsMonth, "2026-01-15", "2025-12-24"),
  ])
  func aDateRuleSelectsADayWithPublishedRates(rule: DayRule, asked: String, expected: String) async throws {
    let inUse = try await shippedHistory().rates.ratesInUse(by: rule, on: day(asked), of: [.ecb])
    let route = try inUse.resolver.route(from: .eur, to: .usd)
    #expect(route.observed == day(expected))
    #expect(route.isCarried == (rule == .on && asked == "2026-04-05"))
  }

  @Test("a date rule finds no rate on a future day", arguments: [DayRule.after, .onOrAfter])
  func aDateRuleFindsNoRateOnAFutureDay(rule: DayRule) async {
    await #expect(throws: RatesFailure.self) {
      try await shippedHistory().rates.ratesInUse(by: rule, on: day("2026-10-31"), of: [.ecb])
    }
  }

  @Test("a date rule for monthly averages gives the average of the month")
  func aDateRuleForMonthlyAveragesGivesTheAverageOfTheMonth() async throws {
    let rates = try await shippedHistory().rates
    let byRule = try await rates.ratesInUse(by: .monthAverage, on: day("2026-09-17"), of: [.ecb]).resolver
    let byPeriod = try await mean("2026-09", from: "EUR", to: "USD")
    #expect(try byRule.route(from: .eur, to: .usd) == byPeriod)
  }

  @Test("each average comes with the period's last, highest and lowest rate")
  func eachAverageComesWithThePeriodsLastHighestAndLowestRate() async throws {
    let year = try #require(ClosedRange<Day>(period: "2025"))
    let averages = try await shippedHistory().rates.averages(
      of: .ecb, from: .eur, to: .usd, in: year.parts(months: 1))
    #expect(averages.count == 12 && averages.map(\.count).reduce(0, +) > 250)
    for each in averages {
      #expect(each.lowest.rate <= each.mean && each.mean <= each.highest.rate && each.end.day == each.days.upperBound)
    }
  }

  @Test("a written period is read as its first and last day", arguments: [
    ("2026", "2026-01-01", "2026-12-31"), ("2026-Q3", "2026-07-01", "2026-09-30"), ("2024-02", "2024-02-01", "2024-02-29"),
    ("2026-12", "2026-12-01", "2026-12-31"), ("2026-01-15..2026-03-31", "2026-01-15", "2026-03-31"),
  ])
  func aWrittenPeriodIsReadAsItsFirstAndLastDay(text: String, first: String, last: String) {
    #expect(ClosedRange<Day>(period: text) == day(first)...day(last))
  }

  @Test(
    "text that is not a period is refused",
    arguments: ["", "26", "2026-13", "2026-Q5", "2026-1", "2026-", "2026-03-31..2026-01-15", "2026-01-15..", "+026"])
  func textThatIsNotAPeriodIsRefused(text: String) {
    #expect(ClosedRange<Day>(period: text) == nil)
  }
}
