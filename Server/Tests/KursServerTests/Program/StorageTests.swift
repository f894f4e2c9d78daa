// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Testing

@testable import KursServer

@Suite struct StorageTests {
  private let folder: URL
  private var path: String { folder.appending(path: "accounts.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kurs-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test("a database of a newer server is refused and left unchanged")
  func aDatabaseOfANewerServerIsRefusedAndLeftUnchanged() throws {
    try ServerDatabase(path: path).writeAndWait { database in
      try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')")
    }
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(throws: StorageFault.madeByNewerServer) { try ServerDatabase(path: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("the database writes each commit to disk before it returns")
  func theDatabaseWritesEachCommitToDiskBeforeItReturns() throws {
    let database = try ServerDatabase(path: path)
    let settings = try database.writeAndWait { database in
      try ["journal_mode", "synchronous", "foreign_keys", "secure_delete"].map { name in
        try String.fetchOne(database, sql: "PRAGMA \(name)")
      }
    }
    #expect(settings == ["wal", "2", "1", "1"])
  }

  @Test("on a full disk, changes are refused until there is space")
  func onAFullDiskChangesAreRefusedUntilThereIsSpace() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await client.server.database.write { try $0.execute(sql: "SELECT 1") }
      try await client.server.limitPages(true)
      let large = SyncTests.request([SyncTests.object(value: String(repeating: "x", count: 200_000))])
      let reply = try await member.post("/api/v1/sync/", large)
      reply.refused(.unavailable)
      #expect(reply.header("Retry-After") == "5")
      try await client.server.limitPages(false)
      #expect(try await member.post("/api/v1/sync/", large).ok()["revision"] == .number(1))
    }
  }

  // fault: N04
  @Test("counts of discarded events are stored for at most 10,000 installations")
  func countsOfDiscardedEventsAreStoredForAtMost10000Installations() throws {
    let count = try ServerDatabase(path: path).writeAndWait { database in
      for number in 0..<10_010 { try Reports(database: database).take(dropped: 1, from: "installation \(number)") }
      try Upkeep(database: database, now: Instant(milliseconds: 0)).run()
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM dropped_events")
    }
    #expect(count == 10_000)
  }

  @Test("sessions that expired long ago are deleted") func sessionsThatExpiredLongAgoAreDeleted() async throws {
    try await withServer { client in
      let member = try await client.registered()
      client.clock.advance(seconds: 181 * 86_400)
      let now = client.clock.now
      try await client.server.database.write { try Upkeep(database: $0, now: now).run() }
      try await client.post("/api/v1/member/logout/", #"{"refresh_token":"\#(member.refresh)"}"#).ok()
      #expect(try await client.server.database.write { try Int.fetchOne($0, sql: "SELECT count(*) FROM session") } == 0)
      _ = try await client.signedIn()
    }
  }
}

extension AccountServer {
  /// Limits the database file to its current size, or removes the limit.
  fileprivate func limitPages(_ isLimited: Bool) async throws {
    try await database.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(isLimited ? pages : 1_000_000)")
    }
  }
}
