// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursItems
import KursModel
import KursNetwork
import Synchronization
import TestSupport
import Testing

@testable import KursCore
@testable import KursStorage
@testable import KursWorkflow

/// A refresh must send one notification and read the provider's newest rates once.
@Suite struct RefreshCostTests {
  /// Providers with one response, with a response for each day, and with three tables.
  static let documents: [(id: ProviderID, files: [(part: String, file: String)])] = [
    (.ecb, [("/", "latest.xml")]), (.tcmb, [("/", "latest.xml")]), (.frankfurter, [("/", "latest.json")]),
    (.nbp, [("tables/A", "latest-a.json"), ("tables/B", "latest-b.json"), ("tables/C", "latest-c.json")]),
  ]

  /// Counts how often the newest quotes of each provider are read.
  private final class Reads: Sendable {
    private let statements = Mutex<[String]>([])

    init(_ database: RatesDatabase) throws {
      try database.file.queue.inDatabase { database in
        database.trace { [self] event in
          let text = event.expandedDescription
          if text.contains("newest_checksum AS checksum") { statements.withLock { $0.append(text) } }
        }
      }
    }

    func count(of id: ProviderID) -> Int { statements.withLock { $0.count { $0.contains("'\(id.name)'") } } }
  }

  private func serving(
    _ id: ProviderID, _ body: (Core, String) async throws -> Void
  ) async throws {
    let (folder, server) = (TemporaryFolder(), try FakeServer.listening())
    defer { server.stop() }
    let files = try #require(Self.documents.first { $0.id == id }).files
    let served = try files.map { ($0.part, Array(try Data(contentsOf: URL(filePath: Fixtures.path(id.name, $0.file))))) }
    server.answer { request in
      HTTPResponse(status: 200, body: served.first { request.url.contains($0.0) }?.1 ?? [], url: "")
    }
    var environment = environment(folder)
    let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
    environment.transport = { network.transport }
    // The evening of 2026-04-13, after the days of the fixtures.
    environment.clock = { Timestamp(milliseconds: 1_776_099_600_000) }
    try await body(try Core(environment), server.address)
  }

  @Test("a refresh sends one notification and reads the newest rates once", arguments: documents.map(\.id))
  func aRefreshSendsOneNotificationAndReadsTheNewestRatesOnce(id: ProviderID) async throws {
    try await serving(id) { core, address in
      let reads = try Reads(await core.rates.database)
      var updates = await core.rates.updates().makeAsyncIterator()
      let progress = try await core.rates.refresh(id, address: address)
      #expect(progress.changed > 0)
      #expect(reads.count(of: id) == 1)
      #expect(await updates.next() == .newest(provider: id, try #require(progress.newest)))
      // Sends a different notification. If it is the next to arrive, the refresh sent only one notification.
      await core.rates.announce(.orderChanged)
      #expect(await updates.next() == .orderChanged)
      let table = try await core.rates.table(of: id, on: nil)
      #expect(progress.newest == table.newest)
    }
  }

  @Test("a refresh without new rates sends no notification", arguments: documents.map(\.id))
  func aRefreshWithoutNewRatesSendsNoNotification(id: ProviderID) async throws {
    try await serving(id) { core, address in
      let first = try await core.rates.refresh(id, address: address)
      let reads = try Reads(await core.rates.database)
      var updates = await core.rates.updates().makeAsyncIterator()
      let again = try await core.rates.refresh(id, address: address)
      #expect(again.changed == 0 && again.newest == first.newest)
      #expect(reads.count(of: id) == 1)
      await core.rates.announce(.orderChanged)
      #expect(await updates.next() == .orderChanged)
    }
  }
}
