// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Conversions with a team, which is a provider that may quote any pair of currencies.
@Suite struct TeamRatesTests {
  let team = Team(of: MemberID("7", at: "https://kurs.example:8443"))

  private func table(_ quotes: [String], on day: String = "2026-03-20", home: Currency = .eur) throws -> RateTable {
    let id = try #require(team).id
    let provider = Provider(
      id: id, publisher: "", home: home, firstDay: Day(number: 0), carryLimit: 400, terms: "", attribution: "",
      direction: .statedPerRow)
    let read = try quotes.map { text in
      let parts = text.split(separator: " ").map(String.init)
      return Quote(
        provider: id, base: try #require(Currency(parts[0])), counter: try #require(Currency(parts[1])),
        observation: Observation(
          day: try #require(Day(iso: parts.count > 4 ? parts[4] : "2026-03-20")),
          value: try #require(PublishedNumber(parts[2])), unit: try unit(parts[3])))
    }
    return RateTable(
      provider: provider, day: Day(iso: day), quotes: read,
      catalogue: CurrencyCatalogue(records: [], legalRates: []))
  }

  /// Parses a unit: `2` is the exponent of a hundred (10²), and `/12` is a dozen.
  private func unit(_ text: String) throws -> QuoteUnit {
    let number = text.hasPrefix("/") ? UInt32(text.dropFirst()).flatMap { QuoteUnit($0) } : nil
    return try #require(number ?? UInt8(text).flatMap { QuoteUnit(exponent: $0) })
  }

  private func rate(_ table: RateTable, _ from: String, _ to: String) throws -> ConversionPath {
    try table.route(from: try #require(Currency(from)), to: try #require(Currency(to)))
  }

  @Test("a pair without a quote is converted through quoted pairs")
  func aPairWithoutAQuoteIsConvertedThroughQuotedPairs() throws {
    let table = try table(["EUR CHF 0.93 0", "CHF JPY 17512.5 2"])
    let rate = try rate(table, "EUR", "JPY")
    #expect(rate.value == Rational(text: "162.86625"))
    #expect(rate.legs.count == 2)
    #expect(try self.rate(table, "JPY", "EUR").value * rate.value == .one)
  }

  @Test("a rate calculated in three steps is exact") func aRateCalculatedInThreeStepsIsExact() throws {
    let table = try table(["EUR CHF 0.93 0", "JPY CHF 0.57 2", "JPY KRW 912 2"])
    // The rate is 0.93 / 0.0057 × 9.12. Its first step, 0.93 / 0.0057, has infinitely many decimals.
    #expect(try rate(table, "EUR", "KRW").value == Rational(1488))
  }

  @Test("a quote for any whole number of units gives an exact rate")
  func aQuoteForAnyWholeNumberOfUnitsGivesAnExactRate() throws {
    let table = try table(["CHF EUR 13 /12", "JPY EUR 0.13 /20", "KRW JPY 7 /7"])
    let dozen = try rate(table, "CHF", "EUR")
    #expect(dozen.value * Rational(12) == Rational(13))
    #expect(dozen.convert(Rational(36)) == Rational(39))
    #expect(dozen.published == nil)
    #expect(try rate(table, "EUR", "CHF").convert(Rational(39)) == Rational(36))
    // The rate from CHF to JPY is 13/12 × 20/0.13, through EUR. Each JPY costs 1 KRW, because 7 KRW are quoted as 7
    // JPY.
    #expect(try rate(table, "CHF", "KRW").value * Rational(3) == Rational(500))
  }

  @Test(
    "only quote units that are powers of ten have an exponent",
    arguments: [(1, 0), (10, 1), (1_000_000_000, 9), (12, nil), (20, nil), (.max, nil)] as [(UInt32, UInt8?)])
  func onlyQuoteUnitsThatArePowersOfTenHaveAnExponent(number: UInt32, exponent: UInt8?) throws {
    #expect(try #require(QuoteUnit(number)).exponent == exponent)
    if let exponent { #expect(QuoteUnit(exponent: exponent)?.number == number) }
    #expect(QuoteUnit(0) == nil)
    #expect(QuoteUnit(exponent: 10) == nil)
  }

  @Test("pairs unconnected to the home currency can still be converted")
  func pairsUnconnectedToTheHomeCurrencyCanStillBeConverted() throws {
    let table = try table(["EUR USD 1.10 0", "NOK SEK 0.97 0", "DKK SEK 1.5 0"])
    #expect(table.currencies.map(\.code) == ["DKK", "EUR", "NOK", "SEK", "USD"])
    let crossed = try rate(table, "NOK", "DKK")
    #expect(crossed.value * Rational(text: "1.5")! == Rational(text: "0.97"))
    #expect(crossed.legs.count == 2)
    #expect(try rate(table, "DKK", "NOK").value * crossed.value == .one)
    #expect(try Resolver(table).routes(from: #require(Currency("NOK"))).map(\.to.code) == ["DKK", "SEK"])
    #expect(try Resolver(table).routes(from: .eur).map(\.to) == [.usd])
    #expect(throws: RateError.self) { try Resolver(table).routes(from: .gbp) }
    // A currency whose rates are all too old is not listed.
    let old = try self.table(["EUR USD 1.10 0", "NOK SEK 0.97 0 2024-01-02"])
    #expect(old.currencies.map(\.code) == ["EUR", "USD"])
  }

  @Test("the shortest path is used in both directions") func theShortestPathIsUsedInBothDirections() throws {
    // The path has two steps, through USD. The path through the home currency EUR would have three steps.
    let table = try table(["EUR CHF 2 0", "EUR JPY 3 0", "JPY KRW 5 0", "CHF USD 7 0", "USD KRW 11 0"])
    #expect(try rate(table, "CHF", "KRW").value == Rational(77))
    #expect(try rate(table, "KRW", "CHF").value == Rational(77).reciprocal)
    // Two paths have two steps: through CHF and through JPY. In both directions, CHF is used, because it comes first in
    // the alphabet.
    let both = try self.table(["EUR CHF 2 0", "EUR JPY 3 0", "CHF KRW 5 0", "JPY KRW 7 0"])
    let (there, back) = (try rate(both, "EUR", "KRW"), try rate(both, "KRW", "EUR"))
    #expect(there.value == Rational(10))
    #expect(there.value * back.value == .one)
  }

  @Test("a team's rates are combined with a bank's rates") func aTeamsRatesAreCombinedWithABanksRates() throws {
    let id = ProviderID("ecb")
    let bank = Provider(
      id: id, publisher: "", home: .eur, firstDay: Day(number: 0), carryLimit: 10, terms: "", attribution: "")
    let quote = Quote(
      provider: id, base: .eur, counter: try #require(Currency("NOK")),
      observation: Observation(day: try #require(Day(iso: "2026-03-20")), value: try #require(PublishedNumber("11"))))
    let first = RateTable(
      provider: bank, day: Day(iso: "2026-03-20"), quotes: [quote],
      catalogue: CurrencyCatalogue(records: [], legalRates: []))
    // The conversion below doesn't need the dollar, the team's home currency.
    let team = try table(["USD CHF 0.9 0", "XAF NOK 2 2", "XAF CDF 3 0"], home: .usd)
    let both = Resolver(
      day: nil, today: first.day, tables: [first, team], catalogue: CurrencyCatalogue(records: [], legalRates: []),
      failure: .noRates(provider: id))
    let mixed = try both.route(from: try #require(Currency("CDF")), to: .eur)
    #expect(mixed.value * Rational(3) * Rational(11) == Rational(text: "0.02"))
    #expect(mixed.providers.count == 2)
  }

  @Test("a direct quote is preferred to a path through the home currency")
  func aDirectQuoteIsPreferredToAPathThroughTheHomeCurrency() throws {
    let table = try table(["EUR USD 1.10 0", "EUR JPY 160 0", "USD JPY 150 0"])
    #expect(try rate(table, "USD", "JPY").value == Rational(150))
    #expect(try rate(table, "JPY", "USD").value * Rational(150) == .one)
  }

  @Test("a pair quoted in both directions has a rate for each direction")
  func aPairQuotedInBothDirectionsHasARateForEachDirection() throws {
    let table = try table(["EUR USD 1.10 0", "USD EUR 0.90 0"])
    #expect(try rate(table, "EUR", "USD").value == Rational(text: "1.10"))
    #expect(try rate(table, "USD", "EUR").value == Rational(text: "0.90"))
  }

  @Test("of quotes in opposite directions, the newer quote is used")
  func ofQuotesInOppositeDirectionsTheNewerQuoteIsUsed() throws {
    let table = try table(["EUR USD 1.10 0 2026-03-19", "USD EUR 0.5 0 2026-03-20"])
    #expect(try rate(table, "EUR", "USD").value == Rational(2))
  }

  @Test("a pair that no quotes connect has no rate") func aPairThatNoQuotesConnectHasNoRate() throws {
    let table = try table(["EUR USD 1.10 0", "NOK SEK 0.97 0"])
    #expect(throws: RateError.self) { try rate(table, "EUR", "SEK") }
    #expect(try rate(table, "NOK", "SEK").value == Rational(text: "0.97"))
  }

  @Test("a rate older than its limit is not used") func aRateOlderThanItsLimitIsNotUsed() throws {
    let table = try table(["EUR CHF 0.93 0", "CHF JPY 175 0 2024-01-02"])
    #expect(throws: RateError.self) { try rate(table, "EUR", "JPY") }
    #expect(throws: RateError.self) { try rate(table, "CHF", "JPY") }
  }

  @Test("teams of different servers or members have different ids")
  func teamsOfDifferentServersOrMembersHaveDifferentIds() throws {
    let ids = try [("7", "https://kurs.example:8443"), ("8", "https://kurs.example:8443"), ("7", "https://kurs-example-8443")]
      .map { try #require(Team(of: MemberID($0.0, at: $0.1))) }
    #expect(Set(ids.map(\.id)).count == 3)
    #expect(ids[0].host == "kurs.example:8443")
    #expect(ids.allSatisfy { $0.id.isTeam && ProviderID(name: $0.id.name) == $0.id })
    #expect(Team(of: .withoutAccount) == nil)
  }
}
