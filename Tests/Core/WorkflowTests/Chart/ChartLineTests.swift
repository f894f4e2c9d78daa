// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

private func line(
  _ days: [String], _ rates: [String], period: ChartOptions.Period = .daily,
  reduction: ChartOptions.Reduction = .last
) -> ChartLine {
  var options = ChartOptions()
  (options.period, options.reduction) = (period, reduction)
  let source = ChartSource(currency: .usd, days: days.map { day($0) }, rates: rates.map { number($0) })
  return ChartLine(source, options: options, carryLimit: 10)
}

@Test("a gap of more than ten days breaks the chart line") func aGapOfMoreThanTenDaysBreaksTheChartLine() {
  let broken = line(["2026-01-01", "2026-01-11", "2026-01-22", "2026-01-23"], ["1", "2", "3", "4"])
  #expect(broken.runs == [0..<2, 2..<4])
}

@Test("chart statistics are calculated exactly") func chartStatisticsAreCalculatedExactly() throws {
  let line = line(["2026-01-01", "2026-01-02", "2026-01-05"], ["1.25", "1.0001", "1.5"])
  let window = DaySpan(first: day("2026-01-01"), last: day("2026-01-31"))
  let figures = try #require(ChartStatistics(of: line, in: window))
  #expect(figures.minimum == .init(day: day("2026-01-02"), rate: number("1.0001")))
  #expect(figures.maximum == .init(day: day("2026-01-05"), rate: number("1.5")))
  #expect(figures.mean * Rational(3) == number("3.7501"))
  #expect(figures.change == number("0.2"))
  #expect(ChartStatistics(of: line, in: DaySpan(first: day("2025-01-01"), last: day("2025-02-01"))) == nil)
}

@Test("a weekly chart shows each week's last rate or average", arguments: [
  (ChartOptions.Reduction.last, ["1.3", "1.5"]), (.mean, ["1.2", "1.45"]),
])
func aWeeklyChartShowsEachWeeksLastRateOrAverage(reduction: ChartOptions.Reduction, rates: [String]) {
  // Friday and the following Monday belong to two different weeks.
  let weekly = line(
    ["2026-10-21", "2026-10-22", "2026-10-23", "2026-10-26", "2026-10-27"],
    ["1.1", "1.2", "1.3", "1.4", "1.5"],
    period: .weekly, reduction: reduction)
  #expect(weekly.days == [day("2026-10-23"), day("2026-10-27")])
  #expect((0..<2).map { weekly.rate(at: $0) } == rates.map { number($0) })
}

@Test("rates before and after a gap have separate monthly averages")
func ratesBeforeAndAfterAGapHaveSeparateMonthlyAverages() {
  let monthly = line(
    ["2026-01-02", "2026-01-30", "2026-02-02"], ["1", "3", "5"], period: .monthly, reduction: .mean)
  #expect(monthly.days.map(\.description) == ["2026-01-02", "2026-01-30", "2026-02-02"])
}

@Test("after each gap, a moving average starts when it has enough points")
func afterEachGapAMovingAverageStartsWhenItHasEnoughPoints() {
  let line = line(
    ["2026-01-01", "2026-01-02", "2026-01-05", "2026-03-02", "2026-03-03"], ["1", "2", "6", "10", "20"])
  let unit = Rational.powerOfTen(line.places)
  #expect(line.average(3, at: 1, in: line.runs[0]) == nil)
  #expect(line.average(3, at: 2, in: line.runs[0]).map { Rational($0) } == Rational(3) * unit)
  #expect(line.average(2, at: 3, in: line.runs[1]) == nil)
  #expect(line.average(2, at: 4, in: line.runs[1]).map { Rational($0) } == Rational(15) * unit)
}

@Test("averages of 7000 rates are exact for small and large rates")
func averagesOf7000RatesAreExactForSmallAndLargeRates() {
  let days = (0..<7000).map { Day(number: Int32($0 * 2)) }
  for text in ["0.00000123456", "1.1172", "175.68", "20082.05", "1836200", "98765432109.12"] {
    let source = ChartSource(currency: .usd, days: days, rates: days.map { _ in number(text) })
    let line = ChartLine(source, options: ChartOptions(), carryLimit: 10)
    #expect(line.mean(of: 0..<7000) == number(text), "\(text)")
  }
}
