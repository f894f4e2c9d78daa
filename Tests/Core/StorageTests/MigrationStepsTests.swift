// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursModel
import Testing
import TestSupport

@testable import KursStorage

/// Row S11 of docs/FAULTS.md: one of several migrations fails, but not the first.
@Suite struct MigrationStepsTests {
  private let path = NSTemporaryDirectory() + "kurs-steps-" + UUID().uuidString + "/notes.sqlite"

  private func file(
    _ durability: DatabaseOpener.Durability, steps: Int, _ recovery: FileRecovery? = nil
  ) -> DatabaseFile {
    var migrator = DatabaseMigrator()
    let sql = [
      "CREATE TABLE page (id INTEGER PRIMARY KEY); CREATE TABLE line (page INTEGER REFERENCES page (id), text TEXT)",
      "ALTER TABLE line ADD COLUMN place INTEGER NOT NULL DEFAULT 0",
      "INSERT INTO line (page, text) SELECT 99, 'of no page' FROM page",
    ]
    for (number, step) in sql.prefix(steps).enumerated() {
      migrator.registerMigration("\(number)") { try $0.execute(sql: step) }
    }
    return DatabaseFile(path: path, durability: durability, migrator: migrator, recovery: recovery)
  }

  private func makeEarlier(_ durability: DatabaseOpener.Durability) async throws -> Data {
    let earlier = file(durability, steps: 1)
    try await earlier.write { try $0.execute(sql: "INSERT INTO page VALUES (1); INSERT INTO line VALUES (1, 'kept')") }
    try earlier.close()
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test("a user file stays unchanged if one of its migrations fails", .fault("S11"))
  func aUserFileStaysUnchangedIfOneOfItsMigrationsFails() async throws {
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let before = try await makeEarlier(.full)
    #expect(throws: StorageError.notUpgraded(path: path, copy: nil)) { try file(.full, steps: 3).open() }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    // The earlier version still reads all its data. A version whose migrations succeed can continue.
    let old = file(.full, steps: 1)
    #expect(try await old.read { try $0.value("SELECT text FROM line") } == "kept")
    try old.close()
    let mended = file(.full, steps: 2)
    #expect(try await mended.read { try $0.value("SELECT text || place FROM line") } == "kept0")
    try mended.close()
  }

  @Test("after a failed migration, a file with downloadable data is recreated", .fault("S11"))
  func afterAFailedMigrationAFileWithDownloadableDataIsRecreated() async throws {
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    _ = try await makeEarlier(.normal)
    let broken = file(.normal, steps: 3, FileRecovery(clock: { Timestamp(milliseconds: 1_700_000_000_000) }))
    try broken.open()
    let recovered = try #require(broken.recoveredFile?.path)
    #expect(FileManager.default.fileExists(atPath: recovered))
    #expect(try await broken.read { try $0.value("SELECT count(*) FROM page") } == 0)
    try broken.close()
  }
}
