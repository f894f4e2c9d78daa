// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import TestSupport
import Testing

@testable import KursWorkflow

/// A bank's buying and selling rates are checked against their own series and the bank's own middle rate.
@Suite struct GuardSideTests {
  private let dollar = PairKey(base: .usd, counter: currency("PLN"))
  private var buying: PairKey { PairKey(base: .usd, counter: dollar.counter, side: .buying) }

  private func observation(_ value: String, on text: String = "2026-10-30") -> Observation {
    Observation(day: day(text), value: PublishedNumber(value) ?? PublishedNumber(coefficient: 0, scale: 0))
  }

  private func suspects(
    _ pairs: [PairKey: [Observation]], stored: [PairKey: Observation] = [:], others: [RateTable] = []
  ) -> [PairKey: SuspiciousQuote.Reason] {
    let (accepted, suspects) = RateGuard(catalogue: GuardTests.catalogue).examine(
      QuoteBatch(provider: .nbp, pairs: pairs), of: .nbp, today: GuardTests.today,
      against: RateGuard.Evidence(stored: stored, others: others))
    #expect(accepted.count + suspects.count == pairs.values.map(\.count).reduce(0, +))
    return Dictionary(suspects.map { ($0.quote.pair, $0.reason) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("buying and selling rates near the middle rate aren't quarantined")
  func buyingAndSellingRatesNearTheMiddleRateArentQuarantined() {
    #expect(suspects([dollar: [observation("3.60")], buying: [observation("3.50")]]).isEmpty)
    // Another bank's middle rate may differ by 5 % from the buying rate of a bank with a large spread.
    let other = RateTable(
      provider: .ecb, day: nil,
      quotes: [
        Quote(provider: .ecb, base: .eur, counter: .usd, observation: observation("1")),
        Quote(provider: .ecb, base: .eur, counter: dollar.counter, observation: observation("3.70")),
      ], catalogue: GuardTests.catalogue)
    #expect(suspects([dollar: [observation("3.60")], buying: [observation("3.50")]], others: [other]).isEmpty)
    #expect(suspects([dollar: [observation("3.40")]], others: [other]) == [dollar: .contradicted(by: .ecb)])
  }

  @Test("a buying rate far from the middle rate is quarantined") func aBuyingRateFarFromTheMiddleRateIsQuarantined() {
    let apart = [buying: SuspiciousQuote.Reason.contradicted(by: .nbp)]
    #expect(suspects([dollar: [observation("3.60")], buying: [observation("36.0")]]) == apart)
    #expect(suspects([buying: [observation("36.0")]], stored: [dollar: observation("3.60", on: "2026-10-29")]) == apart)
    // An old middle rate is not used for the check.
    #expect(suspects([buying: [observation("36.0")]], stored: [dollar: observation("3.60", on: "2026-10-20")]).isEmpty)
  }

  @Test("a buying rate is compared with the previous buying rate")
  func aBuyingRateIsComparedWithThePreviousBuyingRate() {
    let (before, now) = (observation("3.50", on: "2026-10-29"), observation("4.40"))
    #expect(suspects([buying: [now]], stored: [buying: before]) == [buying: .jump(from: before)])
    #expect(suspects([buying: [observation("3.55")]], stored: [buying: before]).isEmpty)
  }

  @Test("with a suspicious middle rate, buying and selling rates are quarantined too")
  func withASuspiciousMiddleRateBuyingAndSellingRatesAreQuarantinedToo() {
    let before = observation("3.60", on: "2026-10-29")
    let suspicious = [dollar: [observation("36.0")], buying: [observation("35.0")]]
    let reason = SuspiciousQuote.Reason.jump(from: before)
    #expect(suspects(suspicious, stored: [dollar: before]) == [dollar: reason, buying: reason])
  }
}
