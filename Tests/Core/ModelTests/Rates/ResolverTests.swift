// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// The rules of docs/RATES.md, each with numbers that can be checked by hand.
@Suite struct ResolverTests {
  let ecb = Bank("ecb", home: "EUR")
  let nbp = Bank("nbp", home: "PLN", isInverse: true)
  let cbr = Bank("cbr", home: "RUB", isInverse: true)
  let oxr = Bank("openexchangerates", home: "USD")

  @Test("the first provider is used if it has both converted currencies")
  func theFirstProviderIsUsedIfItHasBothConvertedCurrencies() throws {
    let route = try resolver([ecb("EUR USD 1.1684"), nbp("USD PLN 3.6402", "EUR PLN 4.2501")]).route("EUR", "USD")
    #expect(route.value == Rational(text: "1.1684"))
    #expect(route.providers.map(\.name) == ["ecb"])
  }

  @Test("one provider with both converted currencies is preferred to a cross rate")
  func oneProviderWithBothConvertedCurrenciesIsPreferredToACrossRate() throws {
    let tables = [ecb("EUR USD 1.1172", on: "2026-10-30"), oxr("USD KWD 0.3075", on: "2026-11-20")]
    let route = try resolver(tables, late: ["ecb"]).route("KWD", "USD")
    #expect(route.convert(Rational(100)).text(places: 2) == "325.20")
    #expect(route.legs.count == 1 && route.observed == Day(iso: "2026-11-20"))
    #expect(try resolver(tables).route("KWD", "USD") == route)
  }

  @Test("an outdated first provider is replaced by a current provider")
  func anOutdatedFirstProviderIsReplacedByACurrentProvider() throws {
    let tables = [ecb("EUR USD 1.1172", on: "2026-10-30"), oxr("USD EUR 0.8", on: "2026-11-20")]
    #expect(try resolver(tables, late: ["ecb"]).route("EUR", "USD").value == Rational(text: "1.25"))
    let both = resolver(tables, late: ["ecb", "openexchangerates"])
    #expect(try both.route("EUR", "USD").value == Rational(text: "1.1172"))
    #expect(both.leading?.provider.id == .ecb)
    #expect(resolver(tables, late: ["ecb"]).leading?.provider.id.name == "openexchangerates")
  }

  /// A late bank is named only if it has the rate and precedes the used bank in the user's order. With a legal or
  /// custom rate, no bank is named.
  @Test("an outdated provider that was skipped is named with the result")
  func anOutdatedProviderThatWasSkippedIsNamedWithTheResult() throws {
    let tables = [
      nbp("AFN PLN 0.0563", on: "2026-10-30"), ecb("EUR USD 1.1172", on: "2026-10-30"),
      oxr("USD EUR 0.8", on: "2026-11-20"), cbr("USD RUB 75.112", "EUR RUB 80", on: "2026-10-30"),
    ]
    let late = resolver(tables, late: ["nbp", "ecb", "cbr"])
    let passed = try late.skippedProviders(for: late.route("EUR", "USD"))
    #expect(passed.map(\.provider.id) == [.ecb])
    #expect(passed.map(\.observed) == [day("2026-10-30")])
    #expect(try late.skippedProviders(for: late.route("DEM", "EUR")).isEmpty)
    let inTime = resolver(tables, late: ["nbp"])
    #expect(try inTime.skippedProviders(for: inTime.route("EUR", "USD")).isEmpty)
    let strict = resolver(tables.dropFirst() + [], late: ["ecb"], isStrict: true)
    #expect(try strict.skippedProviders(for: strict.route("EUR", "USD")).isEmpty)
  }

  @Test("strict mode uses only the first provider") func strictModeUsesOnlyTheFirstProvider() throws {
    let tables = [ecb("EUR USD 1.1172", on: "2026-10-30"), oxr("USD EUR 0.8", "USD KWD 0.3075", on: "2026-11-20")]
    let strict = resolver(tables, late: ["ecb"], isStrict: true, elsewhere: ["openexchangerates": ["USD", "KWD"]])
    #expect(try strict.route("EUR", "USD").value == Rational(text: "1.1172"))
    let kwd = try #require(Currency("KWD"))
    #expect(
      throws: RateError.missing(
        kwd, provider: .ecb, day: day("2026-10-30"), lastSeen: nil, elsewhere: ProviderID("openexchangerates"))
    ) { try strict.route("KWD", "USD") }
  }

  @Test("two banks are combined only if no single bank has both currencies")
  func twoBanksAreCombinedOnlyIfNoSingleBankHasBothCurrencies() throws {
    let banks = [ecb("EUR USD 1.1684"), nbp("EUR PLN 4.2501", "USD PLN 3.6402", "AFN PLN 0.0563"),
      cbr("USD RUB 75.112", "1000000 IRR RUB 53.9256")]
    let afghani = try resolver(banks).route("AFN", "USD")
    #expect(afghani.providers.map(\.name) == ["nbp"])
    let rial = try resolver(banks).route("EUR", "IRR")
    // EUR to USD is from the ECB, USD to IRR from the Bank of Russia.
    #expect(rial.providers.map(\.name) == ["ecb", "cbr"])
    #expect(rial.value * Rational(text: "0.0000539256")! == Rational(text: "87.7608608")! + Rational(text: "0.000")!)
    #expect(try resolver(banks).route("IRR", "EUR").value * rial.value == .one)
  }

  @Test("a rate combined from two banks uses their newest common day")
  func aRateCombinedFromTwoBanksUsesTheirNewestCommonDay() throws {
    let nbpThen = nbp("UAH PLN 0.0850", on: "2026-10-29")
    let (ecbThen, ecbNow) = (ecb("EUR JPY 170", "EUR PLN 4.25", on: "2026-10-29"), ecb("EUR JPY 180", "EUR PLN 4.5"))
    let mixed = Resolver(
      day: nil, today: day("2026-11-02"), tables: [nbpThen, ecbNow], earlier: [ecbThen],
      catalogue: Self.catalogue, failure: .noRates(provider: .ecb))
    let route = try mixed.route("UAH", "JPY")
    #expect(route.value == Rational(text: "3.4"))
    #expect(Set(route.quotes.map(\.observation.day)) == [day("2026-10-29")])
    // The path needs both banks' rates of the same day. A later rate is never used.
    #expect(throws: RateError.self) { try resolver([nbpThen, ecbNow]).route("UAH", "JPY") }
  }

  @Test("custom rates override legal rates, and legal rates override banks")
  func customRatesOverrideLegalRatesAndLegalRatesOverrideBanks() throws {
    var resolver = resolver([nbp("DEM PLN 2", "FRF PLN 0.6", "EUR PLN 4")])
    let law = try resolver.route("DEM", "FRF")
    #expect(law.legs.map(\.basis) == [.law, .law] && law.providers.isEmpty)
    #expect(law.convert(Rational(1000)) == Rational(text: "511.292")! * Rational(text: "6.55957")!)
    resolver.own = [try #require(CustomRate(from: try code("FRF"), to: try code("DEM"), value: Rational(2)))]
    let own = try resolver.route("DEM", "FRF")
    #expect(own.isOwn && own.value * Rational(2) == .one)
    let same = try resolver.route("EUR", "EUR")
    #expect(same.legs.isEmpty && same.value == .one)
  }

  @Test("without a chosen day, today's legal rates apply")
  func withoutAChosenDayTodaysLegalRatesApply() throws {
    let tables = [Bank("ecb", home: "EUR")("EUR TRL 1800000", on: "2004-12-31")]
    func route(on chosen: String?) throws -> ConversionPath {
      try Resolver(
        day: chosen.map(day), today: day("2005-01-02"), tables: tables, catalogue: Self.catalogue,
        failure: .noRates(provider: .ecb)
      ).route("TRL", "TRY")
    }
    #expect(try route(on: nil).value == Rational(text: "0.000001"))
    #expect(try route(on: nil).day == day("2005-01-02"))
    #expect(try route(on: "2004-12-31").day == day("2004-12-31"))
  }

  @Test("a published rate is used instead of a pegged rate") func aPublishedRateIsUsedInsteadOfAPeggedRate() throws {
    let pegged = try resolver([ecb("EUR USD 1.1172")]).route("USD", "AED")
    #expect(pegged.legs.map(\.basis) == [.peg] && pegged.value == Rational(text: "3.6725"))
    let quoted = try resolver([ecb("EUR USD 1.1172", "EUR AED 4.1")]).route("USD", "AED")
    #expect(quoted.legs.map(\.basis) == [.observed, .observed])
  }

  @Test("after a redenomination, the old currency's last quote is still used")
  func afterARedenominationTheOldCurrencysLastQuoteIsStillUsed() throws {
    let table = ecb("EUR TRL 1836200", on: "2004-12-31", asked: "2005-01-02")
    let resolver = Resolver(table, day: day("2005-01-02"))
    let route = try resolver.route("EUR", "TRY")
    #expect(route.value == Rational(text: "1.8362"))
    #expect(route.isCarried && route.legs.map(\.basis) == [.observed, .law])
    #expect(try resolver.route("TRL", "TRY").value * Rational(1_000_000) == .one)
    let before = Resolver(ecb("EUR TRL 1836200", on: "2004-12-31", asked: "2004-12-31"), day: day("2004-12-31"))
    #expect(try before.routes(from: .eur).map(\.to.code) == ["DEM", "FRF", "TRL", "TRY"])
  }

  @Test(
    "three weeks without rates are not explained by the weekend",
    arguments: [("2026-11-20", Publication.Closure?.some(.weekend)), ("2026-10-30", nil)])
  func threeWeeksWithoutRatesAreNotExplainedByTheWeekend(observed: String, closure: Publication.Closure?) throws {
    let bank = Bank("ecb", home: "EUR", publication: Publication(.workingDays, hours: 14...16, holidays: .target))
    let resolver = Resolver(
      day: nil, today: day("2026-11-22"), tables: [bank("EUR USD 1.1", on: observed)], catalogue: Self.catalogue,
      failure: .noRates(provider: .ecb))
    let noon = Timestamp(milliseconds: Int64(day("2026-11-22").number) * 86_400_000 + 43_200_000)
    #expect(try resolver.staleReasons(on: resolver.route("EUR", "USD"), now: noon).first?.closure == closure)
  }

  @Test("the explanation of an outdated rate names holiday and next publication day")
  func theExplanationOfAnOutdatedRateNamesHolidayAndNextPublicationDay() throws {
    let holidays = Publication(.workingDays, hours: 14...16, holidays: .target)
    let bank = Bank("ecb", home: "EUR", publication: holidays)
    // The rates of Maundy Thursday, used on Easter Monday of 2026.
    let resolver = Resolver(
      day: nil, today: day("2026-04-06"), tables: [bank("EUR USD 1.1", on: "2026-04-02")], catalogue: Self.catalogue,
      failure: .noRates(provider: .ecb))
    let noon = Timestamp(milliseconds: Int64(day("2026-04-06").number) * 86_400_000 + 43_200_000)
    let staleReason = try #require(try resolver.staleReasons(on: resolver.route("EUR", "USD"), now: noon).first)
    #expect(staleReason.closure == .easter)
    #expect(staleReason.next?.day == day("2026-04-07"))
    let today = Timestamp(milliseconds: Int64(day("2026-04-02").number) * 86_400_000)
    #expect(
      try Resolver(bank("EUR USD 1.1", on: "2026-04-02")).staleReasons(on: resolver.route("EUR", "USD"), now: today) == [])
  }
}
