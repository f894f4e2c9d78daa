// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import JSONSchema
import KursAPI
import KursCore
import KursModel
import KursStorage
import Testing
import TestSupport

@testable import KursWorkflow

/// Tests statistics from the user's action to the request, as the program assembles them.
@Suite(.timeLimit(.minutes(1))) struct AnalyticsServicesTests {
  let folder = TemporaryFolder()
  let core: Core
  let user: UserDatabase

  init() throws {
    var environment = environment(folder)
    let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
    environment.transport = { network.transport }
    core = try Core(environment)
    user = try core.openUser()
  }

  private func rows(_ table: String) async throws -> Int {
    try await user.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }

  private func started() async -> AccountServices {
    let services = await core.accountServices(of: await core.objects(user))
    await services.start { AsyncStream { $0.finish() } }
    return services
  }

  /// Changes the providers, and waits until the statistics have recorded the change.
  private func choose(_ providers: ProviderID..., in services: AccountServices) async {
    for id in providers { await core.settings.did(.providerChosen(id)) }
    await services.statistics.analytics.waitUntilDelivered()
  }

  @Test("without consent, no statistics are stored or sent", .fault("R02"))
  func withoutConsentNoStatisticsAreStoredOrSent() async throws {
    let server = CountingServer()
    try await server.serving { address async throws -> Void in
      await core.settings.did(.accountServerTyped(address))
      let services = await started()
      for round in 0..<50 { await choose(round.isMultiple(of: 2) ? .nbp : .ecb, .frankfurter, in: services) }
      _ = await services.flushQueue()
      for table in ["queue", "analytics_waiting", "analytics_sender", "analytics_log"] {
        #expect(try await rows(table) == 0, "\(table)")
      }
      await services.end()
    }
    #expect(await server.requests == 0)
  }

  @Test("with consent, each event is logged and sent once", .fault("R02"))
  func withConsentEachEventIsLoggedAndSentOnce() async throws {
    let server = CountingServer()
    try await server.serving { address async throws -> Void in
      await core.settings.did(.accountServerTyped(address))
      let services = await started()
      await core.settings.did(.set(.sendStatistics, .flag(true)))
      await core.settings.did(.set(.logStatistics, .flag(true)))
      await isInUse(["log", "server"], services)
      await choose(.nbp, in: services)
      #expect(try await user.analyticsLog().map(\.event) == [.providersChanged(inUse: .few)])
      let shown = await services.outgoing.documents()
      _ = await services.flushQueue()
      let got = await server.effects.map(\.body)
      #expect(shown.map(\.body) == got && got.count == 1)
      await choose(.frankfurter, in: services)
      await core.settings.did(.set(.sendStatistics, .flag(false)))
      await core.settings.did(.set(.logStatistics, .flag(false)))
      let tables = ["queue", "analytics_waiting", "analytics_sender", "analytics_log"]
      for await _ in services.statistics.analytics.updates() {
        guard services.statistics.analytics.strategies.isEmpty else { continue }
        var left = 0
        for table in tables { left += try await rows(table) }
        if left == 0 { break }
      }
      await services.end()
    }
    #expect(await server.effects.count == 1)
  }

  @Test("if another program withdrew consent, unsent events are deleted", .fault("R02"))
  func ifAnotherProgramWithdrewConsentUnsentEventsAreDeleted() async throws {
    let event = TrackedEvent(id: UUID().uuidString, event: .opened, time: evening)
    try await user.keepAnalytics(event, of: "", installation: "i", keeping: 10)
    try await user.logAnalytics(event, of: "", keeping: 10)
    let services = await started()
    #expect(try await rows("analytics_waiting") == 0)
    #expect(try await rows("analytics_sender") == 0)
    #expect(try await rows("analytics_log") == 0)
    await services.end()
  }

  @Test("without unsent events, the last action is shown as an example")
  func withoutUnsentEventsTheLastActionIsShownAsAnExample() async throws {
    let services = await started()
    #expect(await services.outgoing.documents().isEmpty)
    await choose(.nbp, in: services)
    let documents = await services.outgoing.documents()
    #expect(documents.map(\.standing) == [.example])
    #expect(documents[0].server == nil)
    #expect(documents[0].body.contains(#""name":"providers.changed""#))
    await services.end()
  }

  @Test("events to be sent are shown as they happen") func eventsToBeSentAreShownAsTheyHappen() async throws {
    let services = await started()
    for await documents in services.outgoing.states() where documents.isEmpty { break }
    let states = services.outgoing.states()
    await choose(.nbp, in: services)
    for await documents in states where !documents.isEmpty {
      #expect(documents[0].standing == .example)
      break
    }
    await services.end()
  }

  /// The calculator and the account have values that must not appear in any event.
  @Test("no event contains amounts, rates or addresses", .fault("R05"))
  func noEventContainsAmountsRatesOrAddresses() async throws {
    let server = CountingServer()
    let ada = MemberID("00000000-0000-4000-8000-aaaaaaaaaaaa", at: "https://kurs.example")
    try await server.serving { address async throws -> Void in
      let member = Member(id: ada, server: address, email: "canary@example.org", name: "Canary Bird")
      try await user.save(member, isSignedIn: false, at: evening)
      try await user.makeCurrent(ada, at: evening)
      await core.settings.did(.set(.sendStatistics, .flag(true)))
      await core.settings.did(.set(.logStatistics, .flag(true)))
      let services = await started()
      let calculator = try await calculator()
      await calculator.send(.amountTyped("73911.37"))
      await calculator.send(.resultAdded(.jpy))
      await calculator.send(.sourceChosen(.chf))
      let chart = await calculator.chart(of: try #require(ChartSubject(base: .chf, counters: [.jpy])))
      for range in ChartRange.allCases { await chart.send(.rangeChosen(range)) }
      try await calculator.nameList("canary title")
      await choose(.nbp, in: services)
      await services.statistics.analytics.waitUntilDelivered()
      let log = try await user.analyticsLog().map(\.event.name)
      #expect(Set(log).isSuperset(of: [.chartOpened, .chartRangeChosen, .calculationSaved, .providersChanged]))
      while await services.statistics.upload.queueNow() { _ = await services.queue.flushNow(as: ada.text) }
      let kept = try await user.file.read { database in
        try ["queue", "analytics_log", "analytics_waiting", "analytics_sender"].flatMap { table in
          try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { row in
            // Each stored event has its member's id, so that a member's events can be deleted. The id isn't sent.
            row.filter { $0.0 != "member" }.map(\.1.description).joined(separator: " ")
          }
        }
      }
      let sent = await server.effects.map(\.body)
      #expect(!sent.isEmpty && !kept.isEmpty)
      for text in sent + kept {
        for canary in ["73911", "CHF", "JPY", "EUR", "canary", "Canary", "example.org", ada.text, "nbp", "127.0.0.1"] {
          #expect(!text.contains(canary), "\(canary) in \(text)")
        }
      }
      await chart.close()
      await services.end()
    }
  }

  private func calculator() async throws -> CalculatorWorkflow {
    let inUse = try await core.rates.ratesInUse(on: nil)
    let track = core.track
    return await CalculatorWorkflow.open(
      rates: core.rates, settings: core.settings, objects: await core.objects(user), inUse: inUse, catalogue: core.catalogue,
      defaults: CalculatorDefaults(country: "DE", catalogue: core.catalogue, rates: inUse, results: []),
      amounts: AmountReader(symbols: .english), recoveredFile: nil, track: track, clock: { evening })
  }

  /// Waits until exactly these observers are in use.
  private func isInUse(_ ids: [String], _ services: AccountServices) async {
    for await _ in services.statistics.analytics.updates() where services.statistics.analytics.strategies == ids {
      return
    }
  }
}
