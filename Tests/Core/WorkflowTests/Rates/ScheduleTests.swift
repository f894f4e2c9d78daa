// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct ScheduleTests {
  /// Parses a UTC time such as `2026-10-30T14:05`.
  static func time(_ text: String) -> Timestamp {
    let parts = text.split { "T:".contains($0) }
    let minutes = (Int64(parts[1]) ?? 0) * 60 + (Int64(parts[2]) ?? 0)
    return Timestamp(milliseconds: Int64(day(String(parts[0])).number) * 86_400_000 + minutes * 60_000)
  }

  static func schedule(_ provider: Provider = .ecb, interval: Int = 3600, seed: UInt64 = 1) -> RateSchedule {
    RateSchedule(provider: provider, minimumInterval: interval, seed: seed)
  }

  static let free = RateSchedule.Conditions()

  /// Returns the minutes from `start` until a request is allowed. Nil if requests are skipped.
  static func minutes(_ decision: RateSchedule.Decision, from start: Timestamp) -> Int64? {
    switch decision {
    case .refresh: 0
    case .wait(let until): (until.milliseconds - start.milliseconds) / 60_000
    case .skip: nil
    }
  }

  @Test(
    "a time stored while the clock was ahead delays no request",
    arguments: ["2026-10-31T15:00", "2026-11-06T03:00", "2026-12-24T12:00", "2027-10-30T15:30", "2036-01-01T00:00"])
  func clockOnceAhead(ahead: String) {
    let now = Self.time("2026-10-30T16:30")
    var resumed = Self.schedule()
    resumed.resumed(answered: Self.time(ahead), newest: day("2026-10-28"))
    #expect(resumed.decide(at: now, newest: day("2026-10-28"), under: Self.free) == .refresh)
    // Tests a program that wasn't restarted: its schedule was used, and a request was sent, while the clock was ahead.
    var running = Self.schedule()
    _ = running.decide(at: Self.time(ahead), newest: day("2026-10-29"), under: Self.free)
    #expect(running.decide(at: now, newest: day("2026-10-29"), under: Self.free) == .refresh)
    running.requested(at: Self.time(ahead))
    running.failed(at: Self.time(ahead), retryAfter: 86_400)
    #expect(running.decide(at: now, newest: day("2026-10-29"), under: Self.free) == .refresh)
    running.succeeded(at: Self.time(ahead), newest: day("2026-10-30"))
    let wait = Self.minutes(running.decide(at: now, newest: day("2026-10-30"), under: Self.free), from: now)
    #expect((wait ?? .max) <= 3 * 1440)
  }

  @Test("with an empty database, rates are requested immediately")
  func withAnEmptyDatabaseRatesAreRequestedImmediately() {
    var schedule = Self.schedule()
    #expect(schedule.decide(at: Self.time("2026-10-30T03:00"), newest: nil, under: Self.free) == .refresh)
  }

  @Test("requests follow the bank's timetable", arguments: [
    // The ECB publishes between 14:00 and 16:00 UTC on TARGET working days.
    ("2026-10-30T13:00", "2026-10-29", 60...75), ("2026-10-30T14:30", "2026-10-29", 0...0),
    ("2026-10-30T18:00", "2026-10-30", 4080...4140), ("2026-10-31T12:00", "2026-10-30", 3000...3060),
    // Easter: the bank publishes no rates between Thursday 2026-04-02 and Tuesday 2026-04-07.
    ("2026-04-03T15:00", "2026-04-02", 5700...5760), ("2026-04-06T15:00", "2026-04-02", 1380...1395),
    ("2026-04-07T14:00", "2026-04-02", 0...0), ("2026-04-02T12:00", "2026-03-30", 0...0),
  ])
  func requestsFollowTheBanksTimetable(now: String, newest: String, minutes: ClosedRange<Int64>) throws {
    var schedule = Self.schedule()
    let now = Self.time(now)
    let wait = try #require(Self.minutes(schedule.decide(at: now, newest: day(newest), under: Self.free), from: now))
    #expect(minutes.contains(wait), "\(wait)")
  }

  @Test("a stored rate for tomorrow doesn't skip tomorrow's request")
  func aStoredRateForTomorrowDoesntSkipTomorrowsRequest() throws {
    var schedule = Self.schedule(.cbr)
    let now = Self.time("2026-10-29T12:00")
    // Thursday's publication has Friday's rate. The next publication is on Friday at 09:00 UTC.
    let decision = schedule.decide(at: now, newest: day("2026-10-30"), under: Self.free)
    let wait = try #require(Self.minutes(decision, from: now))
    #expect((1260...1275).contains(wait), "\(wait)")
  }

  @Test("after a response without new rates, the next request waits an hour")
  func afterAResponseWithoutNewRatesTheNextRequestWaitsAnHour() throws {
    var schedule = Self.schedule()
    var now = Self.time("2026-10-30T14:10")
    #expect(schedule.decide(at: now, newest: day("2026-10-29"), under: Self.free) == .refresh)
    schedule.requested(at: now)
    schedule.succeeded(at: now, newest: day("2026-10-29"))
    let decision = schedule.decide(at: now, newest: day("2026-10-29"), under: Self.free)
    #expect((60...65).contains(try #require(Self.minutes(decision, from: now))))
    now = Self.time("2026-10-30T15:16")
    #expect(schedule.decide(at: now, newest: day("2026-10-29"), under: Self.free) == .refresh)
    schedule.succeeded(at: now, newest: day("2026-10-30"))
    let next = schedule.decide(at: now, newest: day("2026-10-30"), under: Self.free)
    #expect(try #require(Self.minutes(next, from: now)) > 4000)
  }

  @Test("scheduling again before the planned request keeps the planned time")
  func schedulingAgainBeforeThePlannedRequestKeepsThePlannedTime() {
    var schedule = Self.schedule()
    let first = schedule.decide(at: Self.time("2026-10-30T10:00"), newest: day("2026-10-29"), under: Self.free)
    let second = schedule.decide(at: Self.time("2026-10-30T11:00"), newest: day("2026-10-29"), under: Self.free)
    #expect(first == second)
  }

  @Test("after repeated failures, the waits grow and are random")
  func afterRepeatedFailuresTheWaitsGrowAndAreRandom() throws {
    let now = Self.time("2026-10-30T15:00")
    var seen: [[Int64]] = []
    for seed in 0..<64 as Range<UInt64> {
      var schedule = Self.schedule(seed: seed)
      var waits: [Int64] = []
      for _ in 0..<12 {
        schedule.failed(at: now)
        guard case .wait(let until) = schedule.decide(at: now, newest: nil, under: Self.free) else { continue }
        waits.append((until.milliseconds - now.milliseconds) / 1000)
      }
      seen.append(waits)
    }
    for attempt in 0..<12 {
      let waits = seen.map { $0[attempt] }
      let longest = Int64(min(21_600, 60 << attempt))
      #expect(waits.allSatisfy { (1...longest).contains($0) })
      // The waits are spread over the whole span. They aren't all near its end.
      #expect(waits.contains { $0 < longest / 4 } && waits.contains { $0 > longest * 3 / 4 })
    }
    var schedule = Self.schedule(seed: 5)
    (0..<200).forEach { _ in schedule.failed(at: now) }
    schedule.succeeded(at: now, newest: day("2026-10-29"))
    schedule.failed(at: now)
    let wait = Self.minutes(schedule.decide(at: now, newest: nil, under: Self.free), from: now)
    #expect(try #require(wait) <= 1)
  }

  @Test(
    "the server's requested wait is limited to one hour",
    arguments: [(120, 120), (3600, 3600), (86_400, 3600), (Int.max, 3600), (-5, 1)])
  func theServersRequestedWaitIsLimitedToOneHour(retryAfter: Int, atLeast: Int) {
    let now = Self.time("2026-10-30T15:00")
    for seed in 0..<20 as Range<UInt64> {
      var schedule = Self.schedule(seed: seed)
      schedule.failed(at: now, retryAfter: retryAfter)
      guard case .wait(let until) = schedule.decide(at: now, newest: nil, under: Self.free) else { continue }
      let seconds = (until.milliseconds - now.milliseconds) / 1000
      #expect(seconds >= Int64(atLeast))
      #expect(seconds <= 3600)
    }
  }

  @Test("schedules with equal seeds wait equally long") func schedulesWithEqualSeedsWaitEquallyLong() {
    var (a, b, c) = (Self.schedule(seed: 7), Self.schedule(seed: 7), Self.schedule(seed: 8))
    let now = Self.time("2026-10-30T10:00")
    let first = a.decide(at: now, newest: day("2026-10-29"), under: Self.free)
    #expect(first == b.decide(at: now, newest: day("2026-10-29"), under: Self.free))
    #expect(first != c.decide(at: now, newest: day("2026-10-29"), under: Self.free))
  }

  @Test("no request is sent offline or on a metered connection") func noRequestIsSentOfflineOrOnAMeteredConnection() {
    var (schedule, conditions) = (Self.schedule(), Self.free)
    let now = Self.time("2026-10-30T15:00")
    conditions.isOnline = false
    #expect(schedule.decide(at: now, newest: nil, under: conditions) == .skip(.offline))
    (conditions.isOnline, conditions.isMetered) = (true, true)
    #expect(schedule.decide(at: now, newest: nil, under: conditions) == .skip(.metered))
    conditions.mayUseMetered = true
    #expect(schedule.decide(at: now, newest: nil, under: conditions) == .refresh)
  }

  @Test("battery saving allows at most one request per hour") func batterySavingAllowsAtMostOneRequestPerHour() throws {
    var (schedule, conditions) = (Self.schedule(interval: 60), Self.free)
    let now = Self.time("2026-10-30T15:00")
    conditions.isSavingBattery = true
    schedule.requested(at: now)
    schedule.failed(at: now)
    let decision = schedule.decide(at: now, newest: nil, under: conditions)
    #expect(try #require(Self.minutes(decision, from: now)) >= 60)
    #expect(schedule.decide(at: Self.time("2026-10-30T16:01"), newest: nil, under: conditions) == .refresh)
  }

  @Test(
    "each year gives the correct date of Western Easter",
    arguments: [(2026, "2026-04-05"), (2000, "2000-04-23"), (2038, "2038-04-25"), (1999, "1999-04-04"), (2285, "2285-03-22")])
  func eachYearGivesTheCorrectDateOfWesternEaster(year: Int, sunday: String) {
    #expect(Day(easterOf: year) == day(sunday))
  }
}
