// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursWorkflow
import TestSupport
import Testing

/// Prescribed rates, which an authority sets for a period, apply only to that period. They never replace another
/// provider's rates, nor do other rates replace them.
@Suite struct PrescribedRatesTests {
  private let folder = TemporaryFolder()
  private let gbp = currency("GBP")
  private let pound = currency("LBP")

  /// Returns a core on 20 November with HMRC's rates of October and November, and the ECB's until 30 October.
  private func core(today: String = "2026-11-20") async throws -> Core {
    var environment = environment(folder)
    let now = Timestamp(startOf: day(today))
    environment.clock = { now }
    let core = try Core(environment)
    try await importMonth("Oct", "31", usd: "1.3402", lbp: "119500", into: core)
    try await importMonth("Nov", "30", usd: "1.2999", lbp: "118000", into: core)
    return core
  }

  private func importMonth(_ month: String, _ last: String, usd: String, lbp: String, into core: Core) async throws {
    let rows = [("USD", usd), ("LBP", lbp), ("EUR", "1.15")].map {
      "<exchangeRate><currencyCode>\($0.0)</currencyCode><rateNew>\($0.1)</rateNew></exchangeRate>"
    }
    let text =
      "<exchangeRateMonthList Period=\"01/\(month)/2026 to \(last)/\(month)/2026\">\(rows.joined())"
      + "</exchangeRateMonthList>"
    let file = folder.path + "/\(month).xml"
    try Data(text.utf8).write(to: URL(filePath: file))
    _ = try await core.rates.importer.importFile(file, of: .hmrc)
  }

  private func rate(_ core: Core, on date: String?, of named: [ProviderID]?) async throws -> ConversionPath {
    try await core.rates.ratesInUse(on: date.map(day), of: named).resolver.route(from: gbp, to: .usd)
  }

  @Test("a prescribed rate applies throughout its period", arguments: [
    ("2026-10-01", "1.3402"), ("2026-10-31", "1.3402"), ("2026-11-01", "1.2999"), ("2026-11-30", "1.2999"),
  ])
  func aPrescribedRateAppliesThroughoutItsPeriod(date: String, expected: String) async throws {
    #expect(try await rate(core(), on: date, of: [.hmrc]).value == Rational(text: expected))
  }

  @Test("a prescribed rate is refused outside its period")
  func aPrescribedRateIsRefusedOutsideItsPeriod() async throws {
    let core = try await core()
    await #expect(
      throws: RatesFailure.rate(
        .notPrescribed(day("2026-12-01"), provider: .hmrc, last: day("2026-11-01")...day("2026-11-30")))
    ) { try await rate(core, on: "2026-12-01", of: [.hmrc]) }
    await #expect(throws: RatesFailure.self) { try await rate(core, on: "2026-09-30", of: [.hmrc]) }
  }

  @Test("today's prescribed rate is that of the current period, not the newest")
  func todaysPrescribedRateIsThatOfTheCurrentPeriodNotTheNewest() async throws {
    let core = try await core(today: "2026-10-25")
    #expect(try await rate(core, on: nil, of: [.hmrc]).value == Rational(text: "1.3402"))
    let later = try await self.core(today: "2026-12-02")
    await #expect(throws: RatesFailure.self) { try await rate(later, on: nil, of: [.hmrc]) }
  }

  @Test("prescribed rates aren't used if a bank is the first provider")
  func prescribedRatesArentUsedIfABankIsTheFirstProvider() async throws {
    let core = try await core()
    for order in [[ProviderID.ecb, .hmrc], [.ecb]] {
      await core.rates.use(order)
      let resolver = try await core.rates.ratesInUse(on: day("2026-10-30")).resolver
      #expect(resolver.tables.map(\.provider.id) == [.ecb])
      #expect(throws: RateError.self) { try resolver.route(from: self.gbp, to: self.pound) }
      let sourced = try await core.rates.provider(charting: [gbp, pound])
      #expect(sourced.id == .ecb)
    }
  }

  @Test("if the first provider lacks prescribed rates, no bank rate replaces them")
  func ifTheFirstProviderLacksPrescribedRatesNoBankRateReplacesThem() async throws {
    let core = try await core()
    await core.rates.use([.hmrc, .ecb])
    #expect(try await rate(core, on: "2026-10-15", of: nil).providers == [.hmrc])
    await #expect(throws: RatesFailure.self) { try await rate(core, on: "2026-09-15", of: nil) }
    let franc = currency("CHF")
    let resolver = try await core.rates.ratesInUse(on: day("2026-10-15")).resolver
    #expect(throws: RateError.self) { try resolver.route(from: self.gbp, to: franc) }
  }

  @Test("an authority's prescribed rates never replace a bank that lacks rates")
  func anAuthoritysPrescribedRatesNeverReplaceABankThatLacksRates() async throws {
    let core = try await core()
    await core.rates.use([ProviderID("cbr")])
    let inUse = try await core.rates.ratesInUse(on: nil)
    #expect(inUse.leading.provider.id == .ecb)
  }

  /// Prescribed rates are set weeks in advance, so a market that has moved since doesn't contradict them.
  @Test("a prescribed rate is never quarantined") func aPrescribedRateIsNeverQuarantined() async throws {
    let core = try await core()
    try await core.rates.importer.importHistory()
    try await importMonth("Oct", "31", usd: "1.45", lbp: "119500", into: core)
    #expect(try await core.rates.quarantined().isEmpty)
  }

  @Test(
    "an average within one prescribed period equals that period's rate",
    arguments: ["2026-10-05..2026-10-25", "2026-10"])
  func anAverageWithinOnePrescribedPeriodEqualsThatPeriodsRate(text: String) async throws {
    let period = try #require(ClosedRange<Day>(period: text))
    let route = try await core().rates.ratesInUse(.mean(period), of: [.hmrc]).resolver.route(from: gbp, to: .usd)
    #expect(route.value == number("1.3402") && route.means.isEmpty)
  }

  @Test("an average of prescribed rates weights each rate by its days")
  func anAverageOfPrescribedRatesWeightsEachRateByItsDays() async throws {
    let core = try await core()
    let period = try #require(ClosedRange<Day>(period: "2026-10-05..2026-11-05"))
    let route = try await core.rates.ratesInUse(.mean(period), of: [.hmrc]).resolver.route(from: gbp, to: .usd)
    #expect(route.value == (number("1.3402") * Rational(27) + number("1.2999") * Rational(5)) * Rational(32).reciprocal)
    #expect(route.means.map(\.count) == [2])
    try await importPesos([("2026-06-30", "1371"), ("2026-09-30", "1391")], into: core)
    let (peso, treasury) = (currency("ARS"), ProviderID.usTreasury)
    let quarter = try #require(ClosedRange<Day>(period: "2026-Q3"))
    let mean = try await core.rates.ratesInUse(.mean(quarter), of: [treasury]).resolver.route(from: .usd, to: peso)
    #expect(mean.value == (Rational(1371 * 91) + Rational(1391)) * Rational(92).reciprocal)
    let august = try await core.rates.ratesInUse(by: .monthAverage, on: day("2026-08-05"), of: [treasury]).resolver
    #expect(try august.route(from: .usd, to: peso).value == Rational(1371))
    await #expect(throws: RatesFailure.self) {
      try await core.rates.ratesInUse(.mean(day("2026-12-01")...day("2027-01-31")), of: [treasury])
    }
  }

  @Test("a date rule for a later day uses that day's prescribed rate", arguments: [
    (DayRule.onOrAfter, "2026-10-15", "1.3402"), (.after, "2026-10-15", "1.3402"), (.monthClose, "2026-10-15", "1.3402"),
    (.after, "2026-10-31", "1.2999"), (.quarterClose, "2026-11-15", nil),
  ] as [(DayRule, String, String?)])
  func aDateRuleForALaterDayUsesThatDaysPrescribedRate(rule: DayRule, date: String, expected: String?) async throws {
    let rates = try await core().rates
    guard let expected else {
      await #expect(throws: RatesFailure.self) { try await rates.ratesInUse(by: rule, on: day(date), of: [.hmrc]) }
      return
    }
    let route = try await rates.ratesInUse(by: rule, on: day(date), of: [.hmrc]).resolver.route(from: gbp, to: .usd)
    #expect(route.value == number(expected))
  }

  private func importPesos(_ values: [(String, String)], into core: Core) async throws {
    let rows = values.map {
      #"{"country_currency_desc":"Argentina-Peso","exchange_rate":"\#($0.1)","effective_date":"\#($0.0)"}"#
    }
    let file = folder.path + "/treasury.json"
    try Data(#"{"data":[\#(rows.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: file))
    _ = try await core.rates.importer.importFile(file, of: .usTreasury)
  }

  @Test("an amended prescribed rate applies from its date to the quarter's end")
  func anAmendedPrescribedRateAppliesFromItsDateToTheQuartersEnd() async throws {
    let core = try await core()
    try await importPesos([("2026-09-30", "1495.0"), ("2026-10-31", "1680.0")], into: core)
    let peso = currency("ARS")
    let held = [("2026-09-30", "1495"), ("2026-10-30", "1495"), ("2026-10-31", "1680"), ("2026-12-30", "1680")]
    for (date, expected) in held {
      let resolver = try await core.rates.ratesInUse(on: day(date), of: [.usTreasury]).resolver
      #expect(try resolver.route(from: .usd, to: peso).value == Rational(text: expected), "\(date)")
    }
    await #expect(throws: RatesFailure.self) {
      try await core.rates.ratesInUse(on: day("2026-12-31"), of: [.usTreasury])
    }
  }
}
