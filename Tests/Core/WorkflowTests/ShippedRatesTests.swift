// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow
import Testing

/// Tests conversions that programs often calculate wrongly, with the bundled history.
@Suite struct ShippedRatesTests {
  func convert(_ amount: String, _ from: String, _ to: String, on date: String?) async throws -> Rational {
    let core = try await shippedHistory()
    let table = try await core.rates.table(of: .ecb, on: date.map(day))
    return try table.route(from: currency(from), to: currency(to)).convert(number(amount))
  }

  @Test("weekends, redenominations and ended currencies convert to the expected amounts", arguments: [
    ("100", "EUR", "USD", "2026-10-30", 2, "111.72"),
    // The yen has no smaller unit, but its rate still needs decimals.
    ("1", "JPY", "USD", "2026-04-13", 6, "0.006256"),
    // The cross rate is not rounded in between.
    ("10000000", "USD", "JPY", "2026-04-13", 2, "1598339609.72"),
    ("10000000", "IDR", "EUR", "2026-04-13", 3, "497.957"),
    // Saturday uses Friday's rate, never Monday's.
    ("1", "EUR", "USD", "2026-04-11", 4, "1.1711"),
    // The legal rate is used, not the last published rate.
    ("10000", "HRK", "EUR", "2026-10-30", 2, "1327.23"),
    ("10000", "BGN", "EUR", "2026-10-30", 2, "5112.92"),
    ("10000", "HRK", "EUR", "2022-12-30", 2, "1326.88"),
    ("1000", "DEM", "EUR", "2026-10-30", 3, "511.292"),
    ("1000", "DEM", "FRF", "2026-10-30", 2, "3353.86"),
    ("3.4528", "LTL", "EUR", "2015-01-01", 2, "1.00"),
    // Amounts in currencies that were redenominated.
    ("5000000", "TRL", "TRY", "2026-10-30", 2, "5.00"),
    ("1836200", "TRL", "EUR", "2004-12-31", 2, "1.00"),
    ("1.8362", "TRY", "EUR", "2004-12-31", 2, "1.00"),
    ("100000", "STD", "STN", "2026-10-30", 2, "100.00"),
    ("36030", "ROL", "RON", "2006-01-02", 4, "3.6030"),
  ])
  func weekendsRedenominationsAndEndedCurrenciesConvertToTheExpectedAmounts(
    amount: String, from: String, to: String, date: String, places: Int, result: String
  ) async throws {
    #expect(try await convert(amount, from, to, on: date).text(places: places) == result)
  }

  @Test("the total is rounded once and not line by line") func theTotalIsRoundedOnceAndNotLineByLine() async throws {
    let lines = [("55.68", "USD"), ("37.77", "GBP"), ("72.83", "CHF"), ("2873", "JPY")]
    var (total, rounded) = (Rational.zero, Rational.zero)
    for (amount, code) in lines {
      let line = try await convert(amount, code, "EUR", on: "2026-04-13")
      total += line
      rounded += line.rounded(places: 2)
    }
    #expect(total.text(places: 4) == "185.2273")
    #expect(total.text(places: 2) == "185.23")
    #expect(rounded.text(places: 2) == "185.21")
  }

  @Test("for every pair, converting there and back gives the exact amount")
  func forEveryPairConvertingThereAndBackGivesTheExactAmount() async throws {
    let core = try await shippedHistory()
    let table = try await core.rates.table(of: .ecb, on: nil)
    for from in table.currencies {
      for to in table.currencies {
        let there = try table.route(from: from, to: to).value
        let back = try table.route(from: to, to: from).value
        #expect(there * back == .one, "\(from) \(to)")
      }
    }
  }

  @Test("the error for a suspended currency names its last day")
  func theErrorForASuspendedCurrencyNamesItsLastDay() async throws {
    let core = try await shippedHistory()
    let table = try await core.rates.table(of: .ecb, on: nil)
    #expect(
      throws: RateError.missing(
        currency("RUB"), provider: .ecb, day: day("2026-10-30"), lastSeen: day("2022-03-01"))
    ) { try table.route(from: currency("RUB"), to: .eur) }
  }

  @Test("during the króna's gap of years, no older rate is used")
  func inTheKronasGapOfYearsNoOlderRateIsUsed() async throws {
    let core = try await shippedHistory()
    let table = try await core.rates.table(of: .ecb, on: day("2013-07-01"))
    #expect(
      throws: RateError.missing(
        currency("ISK"), provider: .ecb, day: day("2013-07-01"), lastSeen: day("2008-12-09"))
    ) { try table.route(from: .eur, to: currency("ISK")) }
  }

  @Test("an older rate that is used shows its own date") func anOlderRateThatIsUsedShowsItsOwnDate() async throws {
    let core = try await shippedHistory()
    let easter = try await core.rates.table(of: .ecb, on: day("2026-04-06"))
    let rate = try easter.route(from: .eur, to: .usd)
    #expect(rate.observed == day("2026-04-02"))
    #expect(rate.isCarried)
    let after = try await core.rates.table(of: .ecb, on: day("2026-04-07"))
    #expect(try !after.route(from: .eur, to: .usd).isCarried)
  }

  @Test("a day outside the history is refused", arguments: ["1998-12-31", "2026-11-14", "2030-01-01"])
  func aDayOutsideTheHistoryIsRefused(date: String) async throws {
    let core = try await shippedHistory()
    await #expect(
      throws: RatesFailure.rate(
        .outsideHistory(day(date), provider: .ecb, first: day("1999-01-04"), newest: day("2026-10-30")))
    ) { try await core.rates.table(of: .ecb, on: day(date)) }
  }

  @Test("without a published rate, a currency's peg is used")
  func withoutAPublishedRateACurrencysPegIsUsed() async throws {
    #expect(try await convert("655957", "XOF", "EUR", on: nil).text(places: 2) == "1000.00")
    #expect(try await convert("1000", "XPF", "EUR", on: nil).text(places: 2) == "8.38")
  }
}
