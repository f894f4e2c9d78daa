// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import Testing

@Suite struct TimetableTests {
  private static func time(_ text: String) -> Timestamp { ScheduleTests.time(text) }

  @Test(
    "the provider's timetable and holidays decide whether rates are late",
    arguments: [
      // The rates of Friday are published by 16:00 UTC. They are late only when the rates of Monday are missing as
      // well.
      (Provider.ecb, "2026-10-29", "2026-10-30T20:00", false), (.ecb, "2026-10-29", "2026-11-02T15:59", false),
      (.ecb, "2026-10-29", "2026-11-02T16:00", true), (.ecb, "2026-10-30", "2026-11-22T12:00", true),
      // Over Easter, no rates appear between Thursday and Tuesday. The rates of Tuesday are late from Wednesday at
      // 16:00 UTC.
      (.ecb, "2026-04-02", "2026-04-07T12:00", false), (.ecb, "2026-04-02", "2026-04-08T15:59", false),
      (.ecb, "2026-04-02", "2026-04-08T16:00", true),
      // The rates of the Bank of Russia have the date of the day after their publication.
      (.cbr, "2026-10-31", "2026-11-02T10:00", false), (.cbr, "2026-10-31", "2026-11-03T11:00", true),
      // A month's rate is valid for the whole month. November's rate is late on 2 November at 08:00 UTC.
      (.inforEuro, "2026-10-01", "2026-10-31T23:59", false), (.inforEuro, "2026-10-01", "2026-11-02T07:59", false),
      (.inforEuro, "2026-10-01", "2026-11-02T08:00", true), (.inforEuro, "2026-11-01", "2026-11-29T12:00", false),
      // A market that never closes has rates on weekends, too. So its rates can be late on a Sunday.
      (.coinGecko, "2026-11-21", "2026-11-22T12:00", false), (.coinGecko, "2026-11-18", "2026-11-22T12:00", true),
      // For Bairam, the bank was closed from the afternoon of Tuesday 26 May 2026 to Friday.
      (.tcmb, "2026-05-25", "2026-06-01T11:00", false), (.tcmb, "2026-05-25", "2026-06-12T12:00", true),
      // The bank was closed over Orthodox Easter, which was on 12 April 2026.
      (.bnr, "2026-04-09", "2026-04-14T12:00", false),
      // Friday's rates have Monday's date. The rows of the weekend repeat the previous rates.
      (.nbu, "2026-11-22", "2026-11-20T12:00", false), (.nbu, "2026-11-22", "2026-11-23T12:00", true),
      (.nbu, "2026-11-23", "2026-11-23T12:00", false),
    ] as [(Provider, String, String, Bool)])
  func theProvidersTimetableAndHolidaysDecideWhetherRatesAreLate(
    provider: Provider, newest: String, now: String, isLate: Bool
  ) {
    #expect(provider.isLate(newest: day(newest), now: Self.time(now)) == isLate)
  }

  @Test("rates for a date are expected only if the provider publishes them", arguments: [
    (Provider.nbu, "2026-11-23", true), (.nbu, "2026-11-22", false), (.nbu, "2026-11-21", false),
    (.nbu, "2026-11-24", true), (.cbr, "2026-11-21", true), (.cbr, "2026-11-23", false), (.cbr, "2026-11-24", true),
  ] as [(Provider, String, Bool)])
  func ratesForADateAreExpectedOnlyIfTheProviderPublishesThem(provider: Provider, date: String, isDue: Bool) {
    #expect(provider.isDue(dated: day(date)) == isDue)
  }

  @Test("Ukraine's rates with Monday's date are published on Friday")
  func ukrainesRatesWithMondaysDateArePublishedOnFriday() {
    #expect(!Provider.nbu.mayBePublished(dated: day("2026-11-23"), now: Self.time("2026-11-20T09:59")))
    #expect(Provider.nbu.mayBePublished(dated: day("2026-11-23"), now: Self.time("2026-11-20T10:00")))
    #expect(Provider.nbu.lastSettledDay(at: Self.time("2026-11-22T12:00")) == day("2026-11-23"))
  }

  @Test("a team's rates never count as late, even after a year")
  func aTeamsRatesNeverCountAsLateEvenAfterAYear() throws {
    let member = MemberID("00000000-0000-4000-8000-aaaaaaaaaaaa", at: "https://kurs.example/team")
    let team = Provider.team(try #require(Team(of: member)), home: .eur)
    #expect(!team.isLate(newest: day("2026-01-01"), now: Self.time("2026-12-31T23:00")))
    #expect(team.nextPublication(after: Self.time("2026-12-31T23:00"), newest: nil) == nil)
  }

  @Test(
    "the next publication time skips holidays and days with stored rates",
    arguments: [
      (Provider.ecb, "2026-04-02", "2026-04-03T09:00", "2026-04-07T14:00", "2026-04-07T16:00"),
      (.ecb, "2026-10-29", "2026-10-30T15:00", "2026-10-30T14:00", "2026-10-30T16:00"),
      (.ecb, "2026-10-30", "2026-10-30T15:00", "2026-11-02T14:00", "2026-11-02T16:00"),
      (.cbr, "2026-10-31", "2026-10-30T10:30", "2026-11-02T09:00", "2026-11-02T11:00"),
      (.inforEuro, "2026-10-01", "2026-10-15T12:00", "2026-11-01T00:00", "2026-11-01T08:00"),
      (.nbu, "2026-11-22", "2026-11-20T09:00", "2026-11-20T10:00", "2026-11-20T12:00"),
      (.nbu, "2026-11-23", "2026-11-20T13:00", "2026-11-23T10:00", "2026-11-23T12:00"),
    ] as [(Provider, String, String, String, String)])
  func theNextPublicationTimeSkipsHolidaysAndDaysWithStoredRates(
    provider: Provider, newest: String, now: String, opens: String, closes: String
  ) throws {
    let next = try #require(provider.nextPublication(after: Self.time(now), newest: day(newest)))
    #expect(next.opens == Self.time(opens))
    #expect(next.closes == Self.time(closes))
  }

  @Test("a day without publication has a reason, such as Easter or weekend", arguments: [
    (Provider.ecb, "2026-04-03", Publication.Closure.easter), (.ecb, "2026-04-06", .easter), (.ecb, "2026-05-01", .holiday),
    (.ecb, "2026-04-04", .weekend), (.ecb, "2026-04-07", nil), (.norgesBank, "2026-05-25", .holiday),
    (.bnr, "2026-04-13", .easter), (.inforEuro, "2026-04-07", .rhythm), (.nbrb, "2026-04-21", .holiday),
  ] as [(Provider, String, Publication.Closure?)])
  func aDayWithoutPublicationHasAReasonSuchAsEasterOrWeekend(
    provider: Provider, date: String, closure: Publication.Closure?
  ) {
    #expect(provider.publication.closure(on: day(date)) == closure)
  }

  @Test(
    "each year gives the correct date of Orthodox Easter",
    arguments: [(2024, "2024-05-05"), (2025, "2025-04-20"), (2026, "2026-04-12"), (2027, "2027-05-02")])
  func eachYearGivesTheCorrectDateOfOrthodoxEaster(year: Int, sunday: String) {
    #expect(Day(orthodoxEasterOf: year) == day(sunday))
  }
}
