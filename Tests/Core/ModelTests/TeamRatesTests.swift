// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// A provider that quotes any pairs: which way a rate takes, and which it never does.
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
          value: try #require(PublishedNumber(parts[2])), unitExponent: try #require(UInt8(parts[3]))))
    }
    return RateTable(
      provider: provider, day: Day(iso: day), quotes: read,
      catalogue: CurrencyCatalogue(records: [], legalRates: []))
  }

  private func rate(_ table: RateTable, _ from: String, _ to: String) throws -> CrossRate {
    try table.crossRate(from: try #require(Currency(from)), to: try #require(Currency(to)))
  }

  @Test func aPairThatDoesNotTouchHomeIsReachedByTheWayThereIs() throws {
    let table = try table(["EUR CHF 0.93 0", "CHF JPY 17512.5 2"])
    let rate = try rate(table, "EUR", "JPY")
    #expect(rate.value == Rational(text: "162.86625"))
    #expect(rate.steps.count == 2)
    #expect(try self.rate(table, "JPY", "EUR").value * rate.value == .one)
  }

  @Test func threeStepsAreAsExactAsOne() throws {
    let table = try table(["EUR CHF 0.93 0", "JPY CHF 0.57 2", "JPY KRW 912 2"])
    // 0.93 / 0.0057 × 9.12, which no decimal on the way could hold.
    #expect(try rate(table, "EUR", "KRW").value == Rational(1488))
  }

  @Test func aPairQuotedAsOneCountsBeforeTheWayThroughHome() throws {
    let table = try table(["EUR USD 1.10 0", "EUR JPY 160 0", "USD JPY 150 0"])
    #expect(try rate(table, "USD", "JPY").value == Rational(150))
    #expect(try rate(table, "JPY", "USD").value * Rational(150) == .one)
  }

  @Test func eachDirectionThatIsQuotedIsItsOwn() throws {
    let table = try table(["EUR USD 1.10 0", "USD EUR 0.90 0"])
    #expect(try rate(table, "EUR", "USD").value == Rational(text: "1.10"))
    #expect(try rate(table, "USD", "EUR").value == Rational(text: "0.90"))
  }

  @Test func theNewerOfTwoDirectionsCounts() throws {
    let table = try table(["EUR USD 1.10 0 2026-03-19", "USD EUR 0.5 0 2026-03-20"])
    #expect(try rate(table, "EUR", "USD").value == Rational(2))
  }

  @Test func whatIsNotConnectedIsMissingAndNeverGuessed() throws {
    let table = try table(["EUR USD 1.10 0", "NOK SEK 0.97 0"])
    #expect(throws: RateError.self) { try rate(table, "EUR", "SEK") }
    #expect(try rate(table, "NOK", "SEK").value == Rational(text: "0.97"))
  }

  @Test func noRateIsCarriedLongerThanItMay() throws {
    let table = try table(["EUR CHF 0.93 0", "CHF JPY 175 0 2024-01-02"])
    #expect(throws: RateError.self) { try rate(table, "EUR", "JPY") }
    #expect(throws: RateError.self) { try rate(table, "CHF", "JPY") }
  }

  @Test func twoServersAndTwoMembersNeverMix() throws {
    let ids = try [("7", "https://kurs.example:8443"), ("8", "https://kurs.example:8443"), ("7", "https://kurs-example-8443")]
      .map { try #require(Team(of: MemberID($0.0, at: $0.1))) }
    #expect(Set(ids.map(\.id)).count == 3)
    #expect(ids[0].host == "kurs.example:8443")
    #expect(ids.allSatisfy { $0.id.isTeam && ProviderID(name: $0.id.name) == $0.id })
    #expect(Team(of: .nobody) == nil)
  }
}
