// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursAPI
import KursCore
import KursItems
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

/// Tests receiving, using and removing a team's rates.
@Suite struct TeamTests {
  static let ada = MemberID("00000000-0000-4000-8000-aaaaaaaaaaaa", at: "https://kurs.example.org")
  static let rates = """
    {"status":"OK","reason":"","data":{"updated":null,"rates":[
    {"date":"2026-10-01","base":"CHF","quote":"EUR","unit":1,"value":"1.07"},
    {"date":"2026-10-01","base":"CHF","quote":"JPY","unit":100,"value":"17512.5"},
    {"date":"2026-10-01","base":"NOK","quote":"EUR","unit":1,"value":"0.5"},
    {"date":"2026-10-20","base":"CHF","quote":"EUR","unit":1,"value":"4.28"}]}}
    """
  let folder = TemporaryFolder()
  let team: Team
  let core: Core

  init() throws {
    team = try #require(Team(of: Self.ada))
    core = try Core(environment(folder))
  }

  private func source(_ text: String = rates) -> TeamSource {
    { command throws(APIError) in
      guard command.path == "/api/v1/rates/history/" else { throw .status(404) }
      return SourceDocument(bytes: Array(text.utf8))
    }
  }

  private func hits(of text: String) throws -> Int {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data")
    return files.count { name in
      FileManager.default.contents(atPath: "\(folder.path)/data/\(name)")?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("a team's rates are available only to its members")
  func aTeamsRatesAreAvailableOnlyToItsMembers() async throws {
    await #expect(throws: RatesFailure.unknownProvider(team.id.name)) { try await core.rates.refresh(team.id) }
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    let table = try await core.rates.table(of: team.id, on: day("2026-10-10"))
    let rate = try table.route(from: currency("CHF"), to: .eur)
    #expect((rate.value, rate.observed) == (number("1.07"), day("2026-10-01")))
    await core.rates.use(Team(of: MemberID("another", at: "https://kurs.example.org")))
    await #expect(throws: RatesFailure.unknownProvider(team.id.name)) {
      try await core.rates.table(of: team.id, on: nil)
    }
  }

  @Test("the most common base currency of a team becomes its home currency")
  func theMostCommonBaseCurrencyOfATeamBecomesItsHomeCurrency() async throws {
    await core.rates.use(team, from: source())
    let progress = try await core.rates.refresh(team.id)
    #expect((progress.changed, progress.quarantined) == (4, 0))
    #expect(try await core.rates.provider(team.id).home == currency("CHF"))
    // The rate quadrupled within three weeks. It isn't quarantined, because the team's operator has set it.
    let newest = try await core.rates.table(of: team.id, on: nil)
    #expect(try newest.route(from: currency("CHF"), to: .eur).value == number("4.28"))
    let crossed = try newest.route(from: currency("NOK"), to: .jpy)
    #expect(crossed.legs.count == 3)
    #expect(crossed.value * number("4.28") == number("0.5") * number("175.125"))
  }

  @Test("eight simultaneous refreshes of a team's rates store them once")
  func eightSimultaneousRefreshesOfATeamsRatesStoreThemOnce() async throws {
    await core.rates.use(team, from: source())
    let changed = try await withThrowingTaskGroup(of: Int.self) { [core, team] group in
      for _ in 0..<8 { group.addTask { try await core.rates.refresh(team.id).changed } }
      return try await group.reduce(0, +)
    }
    #expect(changed == 4)
  }

  @Test("a rate that the team lacks comes from the next provider")
  func aRateThatTheTeamLacksComesFromTheNextProvider() async throws {
    try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    let table = try await core.rates.ratesInUse(on: nil, of: [team.id, .ecb]).resolver
    // A single provider that has both currencies is preferred to a mix of providers. The ECB has both currencies.
    #expect(try table.route(from: currency("NOK"), to: currency("PLN")).providers == [.ecb])
    #expect(try table.route(from: currency("CHF"), to: .eur).providers == [team.id])
    #expect(table.provider(.ecb)?.attribution.isEmpty == false)
  }

  @Test("a team's chart shows a pair without the home currency")
  func aTeamsChartShowsAPairWithoutTheHomeCurrency() async throws {
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    let series = try await core.rates.series(
      of: team.id, from: currency("NOK"), to: .eur, between: day("2026-01-01"), and: day("2026-12-31"))
    #expect(series.points.map(\.rate) == [number("0.5")])
  }

  static let webbed = """
    {"rates":[
    {"date":"2026-01-05","base":"NOK","quote":"SEK","unit":20,"value":"19"},
    {"date":"2026-01-05","base":"DKK","quote":"SEK","unit":12,"value":"19"},
    {"date":"2026-03-02","base":"NOK","quote":"SEK","unit":20,"value":"21"},
    {"date":"2026-04-01","base":"CHF","quote":"EUR","unit":1,"value":"1.07"},
    {"date":"2026-05-04","base":"PLN","quote":"DKK","unit":7,"value":"11"},
    {"date":"2026-06-01","base":"DKK","quote":"SEK","unit":12,"value":"18"}]}
    """

  @Test("rates per twelve or twenty units are stored exactly")
  func ratesPerTwelveOrTwentyUnitsAreStoredExactly() async throws {
    await core.rates.use(team, from: source(Self.webbed))
    #expect(try await core.rates.refresh(team.id).changed == 6)
    let table = try await core.rates.table(of: team.id, on: day("2026-01-31"))
    let rate = try table.route(from: currency("NOK"), to: currency("DKK"))
    // A Norwegian crown costs 19/20 Swedish crowns, and a Danish crown costs 19/12 Swedish crowns. So a
    // Norwegian crown costs 12/20 Danish crowns.
    #expect(rate.value * number("20") == number("12"))
    #expect(rate.observed == day("2026-01-05"))
    #expect(throws: RateError.self) { try table.route(from: currency("NOK"), to: .eur) }
    #expect(try await core.rates.refresh(team.id).changed == 0)
  }

  @Test(
    "each chart point equals the conversion on its day",
    arguments: [("NOK", "DKK"), ("DKK", "NOK"), ("NOK", "PLN"), ("SEK", "PLN"), ("NOK", "SEK")])
  func eachChartPointEqualsTheConversionOnItsDay(from: String, to: String) async throws {
    await core.rates.use(team, from: source(Self.webbed))
    try await core.rates.refresh(team.id)
    let series = try await core.rates.series(
      of: team.id, from: currency(from), to: currency(to), between: day("2026-01-01"), and: day("2026-12-31"))
    let observed = ["NOK/DKK": ["01-05", "03-02", "06-01"], "NOK/PLN": ["05-04", "06-01"], "SEK/PLN": ["05-04", "06-01"],
      "NOK/SEK": ["01-05", "03-02"], "DKK/NOK": ["01-05", "03-02", "06-01"]]
    #expect(series.points.map { "\($0.day)".suffix(5) }.map(String.init) == observed["\(from)/\(to)"])
    for point in series.points {
      let table = try await core.rates.table(of: team.id, on: point.day)
      #expect(try table.route(from: currency(from), to: currency(to)).value == point.rate)
    }
    // A rate from before the requested period is still used in that period.
    let late = try await core.rates.series(
      of: team.id, from: currency(from), to: currency(to), between: day("2026-02-01"), and: day("2026-12-31"))
    #expect(late.points == series.points.filter { $0.day >= day("2026-02-01") })
  }

  @Test("a chart uses the first provider that can convert its currencies")
  func aChartUsesTheFirstProviderThatCanConvertItsCurrencies() async throws {
    try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
    await core.rates.use(team, from: source(Self.webbed))
    try await core.rates.refresh(team.id)
    let order = [team.id, .ecb]
    #expect(try await core.rates.provider(charting: [currency("PLN"), currency("NOK")], of: order).id == team.id)
    // The team has rates of both currencies, but no chain of rates connects the two currencies.
    #expect(try await core.rates.provider(charting: [.eur, currency("NOK")], of: order).id == .ecb)
    await #expect(throws: RatesFailure.self) {
      try await core.rates.series(
        of: team.id, from: .eur, to: currency("NOK"), between: day("2026-01-01"), and: day("2026-12-31"))
    }
  }

  @Test("after switching to another member, results use that member's team rates")
  func afterSwitchingToAnotherMemberResultsUseThatMembersTeamRates() async throws {
    let other = try #require(Team(of: MemberID("b", at: "https://other.example.org")))
    let document = Self.rates.replacing("4.28", with: "2.5")
    let calculator = try await StartTests().start(environment(folder, country: "CH")).0
    let (settings, rates) = (calculator.settings, calculator.rates)
    /// Returns the value of 100 francs in euro at this team's rates.
    func euro(of team: Team?) async -> String? {
      for await state in await calculator.states() where state.rates.provider.id == team?.id ?? .ecb {
        guard let result = state.results.first(where: { $0.currency == .eur }),
          case .value(let money, _) = result.outcome
        else { continue }
        return money.amount.text(places: 2)
      }
      return nil
    }
    let bank = await euro(of: nil)
    await settings.use(team, from: source())
    await settings.did(.providerChosen(team.id))
    try await rates.refresh(team.id)
    #expect(await euro(of: team) == "428.00")
    await settings.use(other, from: source(document))
    await settings.did(.providerChosen(other.id))
    try await rates.refresh(other.id)
    #expect(await euro(of: other) == "250.00")
    // The first team's rates now come from stored data.
    await settings.use(team, from: nil)
    #expect(await euro(of: team) == "428.00")
    await settings.use(nil, from: nil)
    #expect(await euro(of: nil) == bank)
  }

  @Test("removing a member's team removes only that team's rates")
  func removingAMembersTeamRemovesOnlyThatTeamsRates() async throws {
    try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    #expect(try hits(of: "17512.5") > 0)
    try await core.rates.wipeTeam(of: MemberID("another", at: "https://kurs.example.org"))
    #expect(try await core.rates.table(of: team.id, on: nil).isEmpty == false)
    try await core.rates.wipeTeam(of: Self.ada)
    #expect(try hits(of: "17512.5") == 0)
    #expect(try hits(of: team.id.name) == 0)
    #expect(await core.rates.storedStatuses().keys.sorted() == [.ecb])
  }

  @Test("team rates that arrive after sign-out are not stored")
  func teamRatesThatArriveAfterSignOutAreNotStored() async throws {
    let (rates, member, answer) = (core.rates, Self.ada, Self.rates)
    await rates.use(
      team,
      from: { _ throws(APIError) in
        try? await rates.wipeTeam(of: member)
        return SourceDocument(bytes: Array(answer.utf8))
      })
    await #expect(throws: RatesFailure.self) { try await rates.refresh(team.id) }
    #expect(try hits(of: "17512.5") == 0)
  }

  @Test("an invalid or empty list of team rates is refused", arguments: [
    #"{"rates":[{"date":"2026-10-01","base":"CHF","quote":"EUR","unit":0,"value":"1"}]}"#,
    #"{"rates":[{"date":"2026-10-32","base":"CHF","quote":"EUR","unit":1,"value":"1"}]}"#,
    #"{"rates":[{"date":"2026-10-01","base":"CHF","quote":"EUR","unit":1,"value":"12345678901234567890.1"}]}"#,
    #"{"rates":[]}"#,
  ])
  func anInvalidOrEmptyListOfTeamRatesIsRefused(document: String) async throws {
    await core.rates.use(team, from: source(document))
    await #expect(throws: RatesFailure.self) { try await core.rates.refresh(team.id) }
    #expect(await core.rates.storedStatuses().isEmpty)
  }

  @Test("the settings show a team while its member is signed in")
  func theSettingsShowATeamWhileItsMemberIsSignedIn() async throws {
    #expect(await core.settings.state.providers.contains { $0.id.isTeam } == false)
    await core.settings.use(team, from: source())
    let listed = try #require(await core.settings.state[team.id])
    #expect((listed.title, listed.isOn) == ("Team rates (kurs.example.org)", false))
    await core.settings.did(.providerChosen(team.id))
    #expect(await core.rates.order.first == team.id)
    await core.settings.use(nil, from: nil)
    #expect(await core.settings.state[team.id] == nil)
    #expect(await core.rates.order == [.ecb])
  }
}
