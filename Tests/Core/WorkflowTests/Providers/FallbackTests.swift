// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursItems
import KursModel
import Testing

@Suite struct FallbackTests {
  static let euroLaw = [("DEM", "1.95583"), ("FRF", "6.55957")].map { code, factor in
    LegalRate(
      kind: .euroChangeover, retired: currency(code), successor: .eur, factor: number(factor), from: day("1999-01-01"),
      source: "")
  }
  static let catalogue = CurrencyCatalogue(records: [], legalRates: euroLaw)

  func table(_ provider: Provider, _ quotes: [(String, String, UInt8)], on: String = "2026-04-13") -> RateTable {
    RateTable(
      provider: provider, day: day("2026-04-13"),
      quotes: quotes.compactMap { code, value, unit in
        guard let value = PublishedNumber(value) else { return nil }
        let other = currency(code)
        let pair = provider.direction == .othersPerHome ? (provider.home, other) : (other, provider.home)
        return Quote(
          provider: provider.id, base: pair.0, counter: pair.1,
          observation: Observation(day: day(on), value: value, unit: QuoteUnit(exponent: unit) ?? .one))
      }, catalogue: Self.catalogue)
  }

  var ecb: RateTable { table(.ecb, [("USD", "1.1684", 0), ("PLN", "4.2543", 0)]) }
  var nbp: RateTable { table(.nbp, [("EUR", "4.2501", 0), ("USD", "3.6402", 0), ("AFN", "0.0563", 0), ("KWD", "11.74", 0)]) }
  var cbr: RateTable { table(.cbr, [("USD", "75.112", 0), ("IRR", "53.9256", 6)]) }

  func providers(_ rate: Route) -> [String] {
    rate.steps.map { step in
      switch step {
      case .quote(let quote): quote.provider.name
      case .law: "law"
      }
    }
  }

  @Test func whatTheFirstHasStaysTheFirsts() throws {
    let rate = try ecb.falling(backOn: [nbp, cbr]).route(from: .eur, to: .usd)
    #expect(providers(rate) == ["ecb"])
    #expect(rate.value == number("1.1684"))
  }

  @Test func whatItLacksComesFromTheNextThroughItsHome() throws {
    let rate = try ecb.falling(backOn: [nbp, cbr]).route(from: currency("AFN"), to: .usd)
    #expect(providers(rate) == ["nbp", "nbp", "ecb"])
    #expect(rate.value == number("0.0563") * number("4.2501").reciprocal * number("1.1684"))
  }

  @Test func withoutTheFirstsHomeASharedCurrencyServes() throws {
    let rate = try ecb.falling(backOn: [nbp, cbr]).route(from: .eur, to: currency("IRR"))
    // EUR → USD by the ECB, USD → RUB → IRR by the Bank of Russia, 1,000,000 IRR a quote.
    #expect(providers(rate) == ["ecb", "cbr", "cbr"])
    #expect(rate.value == number("1.1684") * number("75.112") * number("0.0000539256").reciprocal)
  }

  @Test func twoFromTheSameProviderMeetAtHome() throws {
    let rate = try ecb.falling(backOn: [nbp]).route(from: currency("KWD"), to: currency("AFN"))
    #expect(providers(rate) == ["nbp", "nbp"])
    #expect(rate.value == number("11.74") * number("0.0563").reciprocal)
  }

  @Test func acrossThreeProvidersThereAndBackIsOne() throws {
    let table = ecb.falling(backOn: [nbp, cbr])
    #expect(table.currencies.map(\.code) == ["AFN", "DEM", "EUR", "FRF", "IRR", "KWD", "PLN", "RUB", "USD"])
    for a in table.currencies {
      for b in table.currencies {
        let there = try table.route(from: a, to: b).value
        #expect(there * (try table.route(from: b, to: a).value) == .one)
      }
    }
  }

  @Test func aSuspendedRateIsNoRateOfTheFirst() throws {
    let old = RateTable(
      provider: .ecb, day: day("2026-04-13"),
      quotes: [
        Quote(
          provider: .ecb, base: .eur, counter: currency("RUB"),
          observation: Observation(day: day("2022-03-01"), value: PublishedNumber(coefficient: 117_201, scale: 3))),
        Quote(
          provider: .ecb, base: .eur, counter: .usd,
          observation: Observation(day: day("2026-04-13"), value: PublishedNumber(coefficient: 11_684, scale: 4))),
      ], catalogue: Self.catalogue)
    #expect(throws: RateError.self) { try old.route(from: .eur, to: currency("RUB")) }
    let rate = try old.falling(backOn: [cbr]).route(from: .eur, to: currency("RUB"))
    #expect(providers(rate) == ["ecb", "cbr"])
    #expect(rate.value == number("1.1684") * number("75.112"))
  }

  @Test func theLawRoundsInTheEuroWhateverTheHome() throws {
    let rate = try nbp.route(from: currency("DEM"), to: currency("FRF"))
    #expect(providers(rate) == ["law", "law"])
    #expect(rate.convert(Rational(1000)).text(places: 2) == "3353.86")
    #expect(rate.convert(Rational(1000)) == number("511.292") * number("6.55957"))
  }

  @Test func storedProvidersFallBackInTheOrderAsked() async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    try await core.rates.takeUp(core.bundle, pauseAfterNewestDay: true)
    let table = try await core.rates.table(of: [.nbp, .ecb, .cbr], on: nil)
    #expect(table.provider.id == .ecb)
    #expect(try table.route(from: .eur, to: .usd).published?.text == "1.1172")
    await #expect(throws: RatesFailure.rate(.noRates(provider: .nbp))) {
      try await core.rates.table(of: [.nbp, .cbr], on: nil)
    }
  }
}
