// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursAPI
import KursCore
import KursItems
import KursModel
import KursStorage
import Testing

/// A team's rates from the answer of the account server to the table, and away again.
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

  @Test func itIsAProviderOnlyForWhoseTeamItIs() async throws {
    await #expect(throws: RatesFailure.unknownProvider(team.id.name)) { try await core.rates.refresh(team.id) }
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    let table = try await core.rates.table(of: team.id, on: day("2026-10-10"))
    let rate = try table.crossRate(from: currency("CHF"), to: .eur)
    #expect((rate.value, rate.observed) == (number("1.07"), day("2026-10-01")))
    await core.rates.use(Team(of: MemberID("another", at: "https://kurs.example.org")))
    await #expect(throws: RatesFailure.unknownProvider(team.id.name)) {
      try await core.rates.table(of: team.id, on: nil)
    }
  }

  @Test func homeIsTheBaseOfMostPairsAndNoRateIsTooFarFromTheMarket() async throws {
    await core.rates.use(team, from: source())
    let progress = try await core.rates.refresh(team.id)
    #expect((progress.changed, progress.quarantined) == (4, 0))
    #expect(try await core.rates.provider(team.id).home == currency("CHF"))
    // Fourfold within three weeks: so the operator wants it.
    let newest = try await core.rates.table(of: team.id, on: nil)
    #expect(try newest.crossRate(from: currency("CHF"), to: .eur).value == number("4.28"))
    let crossed = try newest.crossRate(from: currency("NOK"), to: .jpy)
    #expect(crossed.steps.count == 3)
    #expect(crossed.value * number("4.28") == number("0.5") * number("175.125"))
  }

  @Test func whatTheTeamLacksComesFromTheNext() async throws {
    try await core.rates.takeUp(core.bundle, pauseAfterNewestDay: true)
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    let table = try await core.rates.table(of: [team.id, .ecb], on: nil)
    #expect(try table.crossRate(from: currency("NOK"), to: currency("PLN")).providers == [team.id, .ecb])
    #expect(try table.crossRate(from: currency("CHF"), to: .eur).providers == [team.id])
    #expect(table.provider(.ecb)?.attribution.isEmpty == false)
  }

  @Test func aLineIsDrawnOfAPairThatDoesNotTouchHome() async throws {
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    let series = try await core.rates.series(
      of: team.id, from: currency("NOK"), to: .eur, between: day("2026-01-01"), and: day("2026-12-31"))
    #expect(series.points.map(\.rate) == [number("0.5")])
  }

  @Test func aWipeLeavesNothingOnDiskAndOthersAlone() async throws {
    try await core.rates.takeUp(core.bundle, pauseAfterNewestDay: true)
    await core.rates.use(team, from: source())
    try await core.rates.refresh(team.id)
    #expect(try hits(of: "17512.5") > 0)
    try await core.rates.wipeTeam(of: MemberID("another", at: "https://kurs.example.org"))
    #expect(try await core.rates.table(of: team.id, on: nil).isEmpty == false)
    try await core.rates.wipeTeam(of: Self.ada)
    #expect(try hits(of: "17512.5") == 0)
    #expect(try hits(of: team.id.name) == 0)
    #expect(await core.rates.standing().keys.sorted() == [.ecb])
  }

  @Test func anAnswerThatComesAfterSigningOutIsNotKept() async throws {
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

  @Test(arguments: [
    #"{"rates":[{"date":"2026-10-01","base":"CHF","quote":"EUR","unit":3,"value":"1"}]}"#,
    #"{"rates":[{"date":"2026-10-32","base":"CHF","quote":"EUR","unit":1,"value":"1"}]}"#,
    #"{"rates":[{"date":"2026-10-01","base":"CHF","quote":"EUR","unit":1,"value":"12345678901234567890.1"}]}"#,
    #"{"rates":[]}"#,
  ])
  func whatCannotBeKeptExactlyIsRefused(document: String) async throws {
    await core.rates.use(team, from: source(document))
    await #expect(throws: RatesFailure.self) { try await core.rates.refresh(team.id) }
    #expect(await core.rates.standing().isEmpty)
  }

  @Test func theSettingsListItWhileItsMemberShows() async throws {
    #expect(await core.settings.state.providers.contains { $0.id.isTeam } == false)
    await core.settings.use(team, from: source())
    let listed = try #require(await core.settings.state[team.id])
    #expect((listed.title, listed.isOn) == ("Team rates (kurs.example.org)", false))
    await core.settings.send(.providerChosen(team.id))
    #expect(await core.rates.order.first == team.id)
    await core.settings.use(nil, from: nil)
    #expect(await core.settings.state[team.id] == nil)
    #expect(await core.rates.order == [.ecb])
  }
}
