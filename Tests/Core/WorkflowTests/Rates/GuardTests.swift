// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursItems
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct GuardTests {
  static let today = day("2026-10-30")
  static let catalogue = CurrencyCatalogue(
    records: [
      CurrencyRecord(currency: .eur, name: "Euro", minorUnit: 2, from: day("1999-01-01")),
      CurrencyRecord(currency: .usd, name: "US Dollar", minorUnit: 2),
      CurrencyRecord(currency: currency("XTS"), kind: .special, name: "Testing", minorUnit: 2),
      CurrencyRecord(currency: currency("XXX"), kind: .special, name: "None", minorUnit: 2),
      CurrencyRecord(currency: currency("PLN"), name: "Zloty", minorUnit: 2),
      CurrencyRecord(currency: currency("BGN"), name: "Lev", minorUnit: 2, until: day("2026-01-31")),
      CurrencyRecord(currency: currency("ZWG"), name: "ZiG", minorUnit: 2, from: day("2024-04-08")),
    ], legalRates: [])

  func observation(_ on: String, _ value: String, unit: UInt32 = 1) -> Observation {
    Observation(
      day: day(on), value: PublishedNumber(value) ?? PublishedNumber(coefficient: 0, scale: 0), unit: QuoteUnit(unit) ?? .one)
  }

  func examine(
    _ observations: [Observation], of code: String = "USD", by provider: Provider = .ecb,
    against evidence: RateGuard.Evidence? = RateGuard.Evidence()
  ) -> (accepted: [Observation], reasons: [SuspiciousQuote.Reason]) {
    let pair =
      provider.direction == .othersPerHome
      ? PairKey(base: provider.home, counter: currency(code)) : PairKey(base: currency(code), counter: provider.home)
    let batch = QuoteBatch(provider: provider.id, pairs: [pair: observations])
    let (accepted, suspects) = RateGuard(catalogue: Self.catalogue).examine(
      batch, of: provider, today: Self.today, against: evidence)
    return (accepted.pairs[pair] ?? [], suspects.map(\.reason))
  }

  func stored(_ observation: Observation, _ code: String = "USD") -> RateGuard.Evidence {
    RateGuard.Evidence(stored: [PairKey(base: .eur, counter: currency(code)): observation])
  }

  @Test("an impossible rate is quarantined", arguments: [
    ("USD", "2026-10-30", "0", SuspiciousQuote.Reason.notPositive), ("USD", "2026-11-02", "1.1", .future),
    ("XYZ", "2026-10-30", "1.1", .unknownCode(currency("XYZ"))),
    ("XTS", "2026-10-30", "1.1", .unknownCode(currency("XTS"))),
    ("XXX", "2026-10-30", "1.1", .unknownCode(currency("XXX"))),
    ("USD", "1900-01-01", "1.1", .past), ("USD", "1998-12-31", "1.1", .outsideLife(.eur)),
    ("ZWG", "2024-04-07", "13.5", .outsideLife(currency("ZWG"))),
  ])
  func anImpossibleRateIsQuarantined(code: String, on: String, value: String, reason: SuspiciousQuote.Reason) {
    #expect(examine([observation(on, value)], of: code).reasons == [reason])
    // Without rates to compare with (nil), as for the bundled history, the rate is quarantined for the same reason.
    #expect(examine([observation(on, value)], of: code, against: nil).reasons == [reason])
  }

  @Test(
    "rates on the first and last allowed days are accepted",
    arguments: [("USD", "2026-11-01", "1.1"), ("BGN", "2026-01-31", "1.95583"), ("USD", "1999-01-01", "1.1"), ("ZWG", "2024-04-08", "13.5")])
  func ratesOnTheFirstAndLastAllowedDaysAreAccepted(code: String, on: String, value: String) {
    #expect(examine([observation(on, value)], of: code).reasons.isEmpty)
  }

  @Test("a rate after the currency's end is ignored without quarantine")
  func aRateAfterTheCurrencysEndIsIgnoredWithoutQuarantine() {
    let result = examine([observation("2026-01-31", "1.95583"), observation("2026-02-01", "1.95583")], of: "BGN")
    #expect(result.accepted == [observation("2026-01-31", "1.95583")])
    #expect(result.reasons.isEmpty)
    #expect(examine([observation("2026-02-01", "1.95583")], of: "BGN", against: nil).accepted.isEmpty)
  }

  @Test("a past day's rate is compared with stored rates of nearby days", arguments: [
    ("2026-10-20", "115", "2026-10-20"), ("2026-10-20", "0.0115", "2026-10-20"), ("2026-10-20", "1.30", nil),
    ("2026-10-20", "1.15", nil), ("2026-10-22", "115", "2026-10-20"), ("2026-10-22", "1.50", nil),
    ("2026-10-14", "115", "2026-10-20"), ("2026-10-12", "115", nil),
  ] as [(String, String, String?)])
  func aPastDaysRateIsComparedWithStoredRatesOfNearbyDays(on: String, value: String, against: String?) {
    var evidence = stored(observation("2026-10-30", "1.1172"))
    let known = [observation("2026-10-20", "1.15"), observation("2026-10-30", "1.1172")]
    evidence.history = [PairKey(base: .eur, counter: .usd): known]
    let reasons = examine([observation(on, value)], against: evidence).reasons
    #expect(reasons == (against == nil ? [] : [.jump(from: known[0])]))
  }

  @Test("a rate dated after a long weekend is accepted") func aRateDatedAfterALongWeekendIsAccepted() {
    #expect(examine([observation("2026-11-03", "75.1")], by: .cbr).reasons.isEmpty)
    #expect(examine([observation("2026-11-12", "75.1")], by: .cbr).reasons == [.future])
  }

  @Test("over more days, a larger change of a rate is accepted", arguments: [
    ("2026-10-29", "2026-10-30", "1.3400", true), ("2026-10-29", "2026-10-30", "1.3500", false),
    // A rate within 5 % of 1 / 1.1172 is suspicious, because it may be quoted in the reverse direction.
    ("2026-10-29", "2026-10-30", "0.9400", true), ("2026-10-29", "2026-10-30", "0.9398", false),
    ("2026-10-26", "2026-10-30", "2.0000", true), ("2026-10-26", "2026-10-30", "2.0200", false),
    ("2025-10-30", "2026-10-30", "2.6800", true), ("2025-10-30", "2026-10-30", "2.7000", false),
    ("2026-10-29", "2026-10-30", "111.72", false), ("2026-10-29", "2026-10-30", "0.011172", false),
  ])
  func overMoreDaysALargerChangeOfARateIsAccepted(last: String, on: String, value: String, passes: Bool) {
    let known = observation(last, "1.1172")
    let result = examine([observation(on, value)], against: stored(known))
    #expect(result.reasons == (passes ? [] : [.jump(from: known)]))
  }

  @Test("a changed quote unit doesn't count as a jump") func aChangedQuoteUnitDoesntCountAsAJump() {
    let known = observation("2026-10-29", "150.32", unit: 100)
    let evidence = RateGuard.Evidence(stored: [PairKey(base: .eur, counter: .usd): known])
    #expect(examine([observation("2026-10-30", "1.5040")], against: evidence).reasons.isEmpty)
    #expect(examine([observation("2026-10-30", "150.40")], against: evidence).reasons == [.jump(from: known)])
  }

  @Test("each day's rate is compared with the rate of the day before")
  func eachDaysRateIsComparedWithTheRateOfTheDayBefore() {
    let known = observation("2026-10-27", "1.00")
    let days = [
      observation("2026-10-28", "1.15"), observation("2026-10-29", "1.35"), observation("2026-10-30", "13.5"),
    ]
    let result = examine(days, against: stored(known))
    #expect(result.accepted == Array(days.prefix(2)))
    #expect(result.reasons == [.jump(from: days[1])])
  }

  @Test("a historical rate is not compared with today's rate") func aHistoricalRateIsNotComparedWithTodaysRate() {
    let known = observation("2026-10-30", "1.1172")
    #expect(examine([observation("2001-02-22", "689000")], against: stored(known)).reasons.isEmpty)
  }

  /// EUR/USD 1.1172 and EUR/PLN 4.25 by the ECB, so a dollar is 3.8042 zlotys.
  static let others = [
    RateTable(
      provider: .ecb, day: nil,
      quotes: [("USD", "1.1172"), ("PLN", "4.25")].map { code, value in
        Quote(
          provider: .ecb, base: .eur, counter: currency(code),
          observation: Observation(day: today, value: PublishedNumber(value) ?? PublishedNumber(coefficient: 0, scale: 0)))
      }, catalogue: catalogue)
  ]

  @Test("a rate far from another provider's rate is quarantined", arguments: [
    ("2026-10-30", "3.80", true), ("2026-10-30", "3.99", true), ("2026-10-30", "4.00", false),
    ("2026-10-30", "3.63", true), ("2026-10-30", "3.62", false), ("2026-10-27", "4.00", false),
    ("2026-10-26", "4.00", true), ("2026-10-30", "0.2629", false),
  ])
  func aRateFarFromAnotherProvidersRateIsQuarantined(on: String, value: String, passes: Bool) {
    let result = examine([observation(on, value)], by: .nbp, against: RateGuard.Evidence(others: Self.others))
    #expect(result.reasons == (passes ? [] : [.contradicted(by: .ecb)]))
  }

  @Test("a tenfold to 10,000-fold rate is reported with the factor", arguments: [
    ("38.04", 10), ("380.4", 100), ("3700", 1_000), ("38040", 10_000),
  ])
  func aTenfoldTo10000FoldRateIsReportedWithTheFactor(value: String, times: Int) {
    let result = examine([observation("2026-10-30", value)], by: .nbp, against: RateGuard.Evidence(others: Self.others))
    #expect(result.reasons == [.scaled(by: .ecb, times: times)])
  }

  @Test("an inverted rate is quarantined although other providers lack the home currency", arguments: [
    ("2.6287", [currency("PLN")]), ("0.38041", []),
  ])
  func anInvertedRateIsQuarantinedAlthoughOtherProvidersLackTheHomeCurrency(zloty: String, suspicious: [Currency]) {
    // 1 USD is 10 ZWG, and 3.8041 PLN.
    let provider = Provider(
      id: ProviderID("mine"), publisher: "", home: currency("ZWG"), firstDay: day("2024-04-08"), carryLimit: 14, terms: "",
      attribution: "", coverage: 2)
    let pairs = [
      PairKey(base: provider.home, counter: .usd): [observation("2026-10-30", "0.1")],
      PairKey(base: provider.home, counter: currency("PLN")): [observation("2026-10-30", zloty)],
    ]
    let (_, suspects) = RateGuard(catalogue: Self.catalogue).examine(
      QuoteBatch(provider: provider.id, pairs: pairs), of: provider, today: Self.today,
      against: RateGuard.Evidence(others: Self.others))
    #expect(suspects.map(\.quote.counter) == suspicious)
    #expect(suspects.allSatisfy { $0.reason == .contradicted(by: .ecb) })
  }

  @Test("a rate near yesterday's rate is accepted although other providers differ")
  func aRateNearYesterdaysRateIsAcceptedAlthoughOtherProvidersDiffer() {
    let last = observation("2026-10-29", "5.00")
    let evidence = RateGuard.Evidence(stored: [PairKey(base: .usd, counter: currency("PLN")): last], others: Self.others)
    #expect(examine([observation("2026-10-30", "5.02")], by: .nbp, against: evidence).reasons.isEmpty)
  }

  @Test("the whole bundled history is accepted") func theWholeBundledHistoryIsAccepted() async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    let progress = try await core.rates.importer.importRates(core.bundle)
    #expect(progress.changed == 221_702)
    #expect(progress.quarantined == 0)
    #expect(try await core.rates.quarantined().isEmpty)
  }
}
