// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct InstantTests {
  @Test("a timestamp is written and read to the millisecond", arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("2026-11-21T06:20:05.123Z", 1_795_242_005_123),
      ("2000-02-29T23:59:59.999Z", 951_868_799_999), ("1969-12-31T23:59:59.999Z", -1),
    ] as [(String, Int64)])
  func aTimestampIsWrittenAndReadToTheMillisecond(text: String, milliseconds: Int64) {
    #expect(Instant(milliseconds: milliseconds).description == text)
    #expect(Instant(text)?.milliseconds == milliseconds)
  }

  @Test("a timestamp in another form is refused", arguments: [
      "2026-11-21T06:20:05Z", "2026-11-21T06:20:05.1234Z", "2026-11-21T06:20:05.123", "2026-11-21 06:20:05.123Z",
      "2026-02-29T06:20:05.123Z", "2026-11-21T24:00:00.000Z", "2026-11-21T06:60:00.000Z", "2026-11-21T06:20:60.000Z",
      "2026-13-01T00:00:00.000Z", "2026-11-21T06:20:05.123z", "2026-11-21T06:20:0٥.123Z", "",
    ])
  func aTimestampInAnotherFormIsRefused(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test("every day of four centuries converts to a number and back")
  func everyDayOfFourCenturiesConvertsToANumberAndBack() {
    for days in -80_000...80_000 {
      let day = CalendarDay(daysSince1970: days)
      #expect(day.daysSince1970 == days)
      #expect(CalendarDay(day.description) == day)
    }
  }

  @Test("a wait is rounded up to whole seconds, at least one") func aWaitIsRoundedUpToWholeSecondsAtLeastOne() {
    let now = Instant(milliseconds: 10_000)
    #expect(now.secondsUntil(Instant(milliseconds: 10_001)) == 1)
    #expect(now.secondsUntil(Instant(milliseconds: 12_001)) == 3)
    #expect(now.secondsUntil(Instant(milliseconds: 9_000)) == 1)
  }
}
