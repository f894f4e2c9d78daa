// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// The date depends on the user's time zone. The timestamp does not.
@Suite struct LocalDayTests {
  private let moment = Timestamp(startOf: Day(iso: "2026-10-30") ?? Day(number: 0)) + 11 * 3_600_000

  @Test("today is the date on the user's clock", arguments: [
    (14 * 3600, "2026-10-31"), (0, "2026-10-30"), (-7 * 3600, "2026-10-30"), (-12 * 3600, "2026-10-29"),
    (13 * 3600 - 1, "2026-10-30"), (13 * 3600, "2026-10-31"),
  ]) func todayIsTheDateOnTheUsersClock(offset: Int, day: String) {
    let here = Timestamp(milliseconds: moment.milliseconds, offset: Int32(offset))
    #expect(here.localDay.description == day)
    #expect(here.day.description == "2026-10-30")
    #expect(here == moment && here.hashValue == moment.hashValue)
    #expect((here + 1).offset == Int32(offset))
  }

  @Test(
    "a clock far behind the newest rates is reported as wrong",
    arguments: [("1970-01-01", true), ("2020-06-01", true), ("2026-10-20", false), ("2027-01-01", false)])
  func aClockFarBehindTheNewestRatesIsReportedAsWrong(today: String, isBehind: Bool) throws {
    let newest = try #require(Day(iso: "2026-10-30"))
    #expect(try #require(Day(iso: today)).isBehind(ratesOf: newest) == isBehind)
  }
}
