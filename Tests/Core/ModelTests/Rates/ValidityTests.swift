// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@Suite struct ValidityTests {
  @Test("a validity period begins and ends as its authority prescribes", arguments: [
    (Validity.month, "2026-02-01", "2026-02-01", "2026-02-28"), (.month, "2028-02-29", "2028-02-01", "2028-02-29"),
    (.month, "2026-12-31", "2026-12-01", "2026-12-31"),
    (.quarterEnd, "2026-09-29", "2026-06-30", "2026-09-29"), (.quarterEnd, "2026-09-30", "2026-09-30", "2026-12-30"),
    (.quarterEnd, "2026-11-15", "2026-09-30", "2026-12-30"), (.quarterEnd, "2026-12-31", "2026-12-31", "2027-03-30"),
    (.quarterEnd, "2027-01-01", "2026-12-31", "2027-03-30"),
  ])
  func aValidityPeriodBeginsAndEndsAsItsAuthorityPrescribes(
    validity: Validity, date: String, first: String, last: String
  ) {
    #expect(validity.period(of: day(date)) == day(first)...day(last))
  }

  @Test("every day lies in exactly one validity period", arguments: Validity.allCases)
  func everyDayLiesInExactlyOneValidityPeriod(validity: Validity) {
    var period = validity.period(of: day("2024-01-01"))
    while period.upperBound < day("2028-12-31") {
      for date in [period.lowerBound, period.upperBound, period.lowerBound + 14] {
        #expect(validity.period(of: date) == period)
      }
      period = validity.period(of: period.upperBound + 1)
      #expect(validity.period(of: period.lowerBound - 1).upperBound == period.lowerBound - 1)
    }
  }
}
