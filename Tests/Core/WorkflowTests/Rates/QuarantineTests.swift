// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursCore
import KursItems
import KursModel
import KursStorage
import KursWorkflow
import Testing

@Suite struct QuarantineTests {
  static func daily(_ on: String, _ rates: String) -> String {
    let cubes = rates.split(separator: " ").map { rate in
      let parts = rate.split(separator: "=")
      return "<Cube currency='\(parts[0])' rate='\(parts[1])'/>"
    }
    return "<gesmes:Envelope xmlns:gesmes='http://www.gesmes.org/xml/2002-08-01'><Cube><Cube time='\(on)'>"
      + cubes.joined() + "</Cube></Cube></gesmes:Envelope>"
  }

  func importing(_ document: String, into core: Core, _ folder: TemporaryFolder) async throws -> ImportProgress {
    let path = folder.path + "/\(UUID().uuidString).xml"
    try Data(document.utf8).write(to: URL(filePath: path))
    return try await core.rates.importer.importFile(path, of: .ecb)
  }

  func core(_ folder: TemporaryFolder) async throws -> Core {
    var environment = environment(folder)
    environment.clock = { Timestamp(milliseconds: evening.milliseconds + 3 * 86_400_000) }
    let core = try Core(environment)
    try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
    return core
  }

  @Test("a rate that jumps is quarantined, and other rates are stored")
  func aRateThatJumpsIsQuarantinedAndOtherRatesAreStored() async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    let document = Self.daily("2026-11-02", "USD=111.72 JPY=176.00 XYZ=3")
    let progress = try await importing(document, into: core, folder)
    #expect(progress.changed == 1)
    #expect(progress.quarantined == 2)
    let table = try await core.rates.table(of: .ecb, on: nil)
    #expect(try table.route(from: .eur, to: .usd).published?.text == "1.1172")
    #expect(try table.route(from: .eur, to: .jpy).published?.text == "176.00")
    let waiting = try await core.rates.quarantined()
    #expect(waiting.map(\.suspect.quote.counter.code) == ["USD", "XYZ"])
    guard case .jump(let last) = waiting[0].suspect.reason else { throw ItemError.empty }
    #expect(last.value.text == "1.1172")
    #expect(waiting[1].suspect.reason == .unknownCode(currency("XYZ")))
  }

  @Test(
    "a quarantined rate with an impossible stored unit is not listed",
    arguments: [Int64.min, Int64.min + 1, -1 << 40, 300])
  func impossibleUnit(stored: Int64) async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    _ = try await importing(Self.daily("2026-11-02", "USD=111.72"), into: core, folder)
    #expect(try await core.rates.quarantined().count == 1)
    let file = try DatabaseQueue(path: folder.path + "/data/rates.sqlite")
    try await file.write { try $0.execute(sql: "UPDATE quarantine SET unit_exponent = ?", arguments: [stored]) }
    try file.close()
    #expect(try await core.rates.quarantined().isEmpty)
  }

  @Test("a hundredfold rate doesn't overwrite a past day's rate")
  func aHundredfoldRateDoesntOverwriteAPastDaysRate() async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    try await core.rates.importer.importRates(core.bundle)
    let progress = try await importing(Self.daily("2026-10-19", "USD=116.50"), into: core, folder)
    #expect(progress.changed == 0)
    #expect(progress.quarantined == 1)
    let corrected = try await importing(Self.daily("2026-10-19", "USD=1.1600"), into: core, folder)
    #expect(corrected.changed == 1)
  }

  @Test("a rate of zero or less is quarantined, other rates are stored", arguments: ["0", "0.00", "-1.12"])
  func aRateOfZeroOrLessIsQuarantinedAndOtherRatesAreStored(rate: String) async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    let progress = try await importing(Self.daily("2026-11-02", "USD=\(rate) JPY=176.00"), into: core, folder)
    #expect(progress.changed == 1)
    #expect(try await core.rates.quarantined().map(\.suspect.reason) == [.notPositive])
  }

  @Test("rates of ended currency codes are ignored without quarantine")
  func ratesOfEndedCurrencyCodesAreIgnoredWithoutQuarantine() async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    let document = Self.daily("2026-11-02", "USD=1.1200 HRK=7.5345 LTL=3.4528 ZWL=361")
    #expect(try await importing(document, into: core, folder).changed == 1)
    #expect(try await core.rates.quarantined().isEmpty)
  }

  @Test("a quarantined rate that the user accepts is stored as published")
  func aQuarantinedRateThatTheUserAcceptsIsStoredAsPublished() async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    _ = try await importing(Self.daily("2026-11-02", "USD=111.720"), into: core, folder)
    let entry = try #require(try await core.rates.quarantined().first)
    #expect(try await core.rates.acceptQuarantined(entry.id))
    #expect(try await core.rates.acceptQuarantined(entry.id) == false)
    #expect(try await core.rates.quarantined().isEmpty)
    let table = try await core.rates.table(of: .ecb, on: nil)
    let rate = try table.route(from: .eur, to: .usd)
    #expect(rate.published?.text == "111.720")
    guard case .quote(let quote) = rate.legs[0] else { throw ItemError.empty }
    #expect(quote.observation.document != .none)
  }

  @Test("a quarantined rate that the user discards isn't reported again")
  func aQuarantinedRateThatTheUserDiscardsIsntReportedAgain() async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    _ = try await importing(Self.daily("2026-11-02", "USD=111.72"), into: core, folder)
    let entry = try #require(try await core.rates.quarantined().first)
    #expect(try await core.rates.dropQuarantined(entry.id))
    _ = try await importing(Self.daily("2026-11-02", "USD=111.72 JPY=176.00"), into: core, folder)
    #expect(try await core.rates.quarantined().isEmpty)
    #expect(try await core.rates.table(of: .ecb, on: nil).route(from: .eur, to: .usd).published?.text == "1.1172")
    _ = try await importing(Self.daily("2026-11-03", "USD=112.00"), into: core, folder)
    #expect(try await core.rates.quarantined().count == 1)
  }

  @Test("an unknown currency code that the user discarded isn't quarantined again")
  func anUnknownCurrencyCodeThatTheUserDiscardedIsntQuarantinedAgain() async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    _ = try await importing(Self.daily("2026-11-01", "XYZ=3"), into: core, folder)
    _ = try await importing(Self.daily("2026-11-02", "XYZ=3.1"), into: core, folder)
    let waiting = try await core.rates.quarantined()
    #expect(waiting.map(\.suspect.quote.observation.value.text) == ["3.1"])
    try await core.rates.dropQuarantined(try #require(waiting.first).id)
    _ = try await importing(Self.daily("2026-11-03", "XYZ=3.2"), into: core, folder)
    #expect(try await core.rates.quarantined().isEmpty)
  }

  @Test("wiping a provider's rates also removes the provider's quarantined rates")
  func wipingAProvidersRatesAlsoRemovesTheProvidersQuarantinedRates() async throws {
    let folder = TemporaryFolder()
    let core = try await core(folder)
    _ = try await importing(Self.daily("2026-11-02", "USD=111.72"), into: core, folder)
    try await RatesDatabase(path: folder.path + "/data/rates.sqlite").wipe(.ecb)
    #expect(try await core.rates.quarantined().isEmpty)
  }

  @Test("quarantined rates survive a restart") func itSurvivesARestart() async throws {
    let folder = TemporaryFolder()
    let first = try await core(folder)
    _ = try await importing(Self.daily("2026-11-02", "USD=111.72"), into: first, folder)
    let again = try Core(environment(folder))
    #expect(try await again.rates.quarantined() == (try await first.rates.quarantined()))
    #expect(try await again.rates.quarantined().count == 1)
  }
}
