// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursWorkflow
import Testing

/// Tests the bundled history together with a second bank's stored rates.
@Suite struct RatesInUseTests {
  private let folder = TemporaryFolder()
  private let nbp = ProviderID("nbp")

  /// Imports rates of the hryvnia and the euro in zlotys, a day older than the newest bundled rates.
  private func importTable(into core: Core) async throws {
    let rates = #"{"currency":"hrywna","code":"UAH","mid":0.0850},{"currency":"euro","code":"EUR","mid":4.2500}"#
    let table = #"[{"table":"A","no":"1/A/NBP/2026","effectiveDate":"2026-10-29","rates":[\#(rates)]}]"#
    let file = folder.path + "/nbp.json"
    try Data(table.utf8).write(to: URL(filePath: file))
    _ = try await core.rates.importer.importFile(file, of: nbp)
  }

  @Test("a result is the same before and after the history is imported")
  func aResultIsTheSameBeforeAndAfterTheHistoryIsImported() async throws {
    let fresh = try Core(environment(folder))
    try await importTable(into: fresh)
    let first = try await fresh.rates.ratesInUse(on: nil, of: [nbp, .ecb]).resolver
      .route(from: currency("UAH"), to: .jpy)
    try await fresh.rates.importer.importHistory()
    let second = try await fresh.rates.ratesInUse(on: nil, of: [nbp, .ecb]).resolver
      .route(from: currency("UAH"), to: .jpy)
    #expect(first == second)
    #expect(Set(first.quotes.map(\.observation.day)) == [day("2026-10-29")])
  }

  @Test("in strict mode, only the first provider's rates are used")
  func inStrictModeOnlyTheFirstProvidersRatesAreUsed() async throws {
    let core = try Core(environment(folder))
    try await importTable(into: core)
    await core.rates.use([nbp, .ecb], isStrict: true)
    let resolver = try await core.rates.ratesInUse(on: nil).resolver
    #expect(resolver.tables.map(\.provider.id) == [nbp])
    await core.rates.use([ProviderID("cbr"), .ecb], isStrict: true)
    await #expect(throws: RatesFailure.rate(.noRates(provider: ProviderID("cbr")))) {
      try await core.rates.ratesInUse(on: nil)
    }
  }

  @Test("a bank isn't late on a holiday missing from the timetable") func unknownHoliday() async throws {
    let core = try Core(environment(folder))
    try await core.rates.importer.importHistory()
    // Christmas and Boxing Day were on a weekend, so 27 and 28 December 2021 were holidays.
    let rows = ["22", "23", "24", "29", "30", "31"].map { #"{"d":"2021-12-\#($0)","FXUSDCAD":{"v":"1.2815"}}"# }
    let file = folder.path + "/boc.json"
    try Data(#"{"observations":[\#(rows.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: file))
    let canada = ProviderID("boc")
    _ = try await core.rates.importer.importFile(file, of: canada)
    let dollar = currency("CAD")
    let onHoliday = try await core.rates.ratesInUse(on: day("2021-12-28"), of: [canada, .ecb]).resolver
    #expect(try onHoliday.route(from: .usd, to: dollar).providers == [canada])
    let byRule = try await core.rates.ratesInUse(by: .before, on: day("2021-12-29"), of: [canada, .ecb]).resolver
    let route = try byRule.route(from: .usd, to: dollar)
    #expect(route.providers == [canada] && route.observed == day("2021-12-24"))
  }

  @Test("the error for a missing currency names another provider with that currency")
  func theErrorForAMissingCurrencyNamesAnotherProviderWithThatCurrency() async throws {
    let core = try Core(environment(folder))
    try await importTable(into: core)
    let resolver = try await core.rates.ratesInUse(on: nil, of: [.ecb]).resolver
    let hryvnia = currency("UAH")
    #expect(
      throws: RateError.missing(hryvnia, provider: .ecb, day: day("2026-10-30"), lastSeen: nil, elsewhere: nbp)
    ) { try resolver.route(from: hryvnia, to: .eur) }
  }

  @Test(
    "before any refresh, the error for a missing currency names a provider",
    arguments: [("KWD", "nbp"), ("TWD", "nbp"), ("UAH", "nbu"), ("GEL", "nbp")])
  func beforeAnyRefreshTheErrorForAMissingCurrencyNamesAProvider(code: String, bank: String) async throws {
    let core = try Core(environment(folder))
    let resolver = try await core.rates.ratesInUse(on: nil).resolver
    let money = currency(code)
    #expect(
      throws: RateError.missing(
        money, provider: .ecb, day: day("2026-10-30"), lastSeen: nil, elsewhere: ProviderID(bank))
    ) { try resolver.route(from: .eur, to: money) }
    #expect(resolver.disabledProvider(for: money) == ProviderID(bank))
    // These currencies have an observed or a legal rate, so no other provider is suggested.
    for code in ["EUR", "USD", "DEM"] { #expect(resolver.disabledProvider(for: currency(code)) == nil) }
  }

  @Test(
    "a home currency without rates is still the first result row",
    arguments: [("KW", "KWD"), ("TW", "TWD"), ("UA", "UAH")])
  func aHomeCurrencyWithoutRatesIsStillTheFirstResultRow(country: String, code: String) async throws {
    let core = try Core(environment(folder))
    let rates = try await core.rates.ratesInUse(on: nil)
    let defaults = CalculatorDefaults(country: country, catalogue: core.catalogue, rates: rates)
    #expect(defaults.source == .eur)
    #expect(defaults.results.map(\.code) == [code, "USD", "GBP", "JPY"])
    let chosen = CalculatorDefaults(country: country, catalogue: core.catalogue, rates: rates, results: [.chf])
    #expect(chosen.results == [.chf])
  }

  @Test("the error for a metal or former currency suggests no provider")
  func theErrorForAMetalOrFormerCurrencySuggestsNoProvider() async throws {
    let core = try Core(environment(folder))
    let resolver = try await core.rates.ratesInUse(on: nil).resolver
    for code in ["XAU", "BTC", "YUM"] {
      do {
        _ = try resolver.route(from: .eur, to: currency(code))
        Issue.record("a rate for \(code)")
      } catch let .missing(_, _, _, _, elsewhere) {
        #expect(elsewhere == nil)
        #expect(resolver.disabledProvider(for: currency(code)) == nil)
      }
    }
  }
}
