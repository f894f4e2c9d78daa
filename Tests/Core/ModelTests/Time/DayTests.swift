// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct DayTests {
  @Test(
    "a date gives its number of days since 1970",
    arguments: [("1970-01-01", 0, 4), ("1999-01-04", 10595, 1), ("2026-10-30", 20756, 5), ("2000-02-29", 11016, 2)])
  func aDateGivesItsNumberOfDaysSince1970(text: String, number: Int, weekday: Int) throws {
    let day = try #require(Day(iso: text))
    #expect(Int(day.number) == number)
    #expect(day.weekday == weekday)
    #expect(day.description == text)
    // Bytes that are not contiguous in memory can be read too.
    #expect(Day(isoBytes: text.utf8.lazy.map { $0 }) == day)
  }

  @Test(
    "text that is not a date is refused",
    arguments: ["2026-02-30", "2026-13-01", "2026-00-01", "2026-1-1", "26-01-01", "2026/01/01", "2026-01-01 ", "٢٠٢٦-٠١-٠١"])
  func textThatIsNotADateIsRefused(text: String) {
    #expect(Day(iso: text) == nil)
    #expect(Day(isoBytes: text.utf8.lazy.map { $0 }) == nil)
  }

  @Test("every day of 400 years converts to a number and back")
  func everyDayOf400YearsConvertsToANumberAndBack() throws {
    let first = try #require(Day(iso: "1700-01-01"))
    for offset in 0..<146_097 {
      let day = first + offset
      let (year, month, date) = day.civil
      #expect(Day(year: year, month: month, day: date) == day)
    }
  }

  @Test(
    "a timestamp gives its day in UTC",
    arguments: [(0, 0), (86_399_999, 0), (86_400_000, 1), (-1, -1), (-86_400_000, -1), (-86_400_001, -2)])
  func aTimestampGivesItsDayInUTC(milliseconds: Int64, day: Int32) {
    #expect(Timestamp(milliseconds: milliseconds).day.number == day)
  }
}
