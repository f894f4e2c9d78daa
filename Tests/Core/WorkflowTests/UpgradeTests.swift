// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursCore
import KursModel
import Testing
import TestSupport

/// Row S11 of docs/FAULTS.md: the program starts with a user file of an older version, but the file can't be migrated.
@Suite struct UpgradeTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/data/person.sqlite" }

  @Test("a failed migration leaves the file unchanged and makes a copy", .fault("S11"))
  func aFailedMigrationLeavesTheFileUnchangedAndMakesACopy() async throws {
    try await makeEarlier {
      // With this trigger, each migration also inserts a field whose object doesn't exist, which makes the migration
      // fail.
      try $0.execute(
        sql: """
          CREATE TRIGGER broken AFTER INSERT ON grdb_migrations BEGIN
            INSERT INTO object_field VALUES ('', 'none', 'title', 'x', 1);
          END
          """)
    }
    let before = try Data(contentsOf: URL(filePath: path))
    let copy = "\(path).\(evening.day).copy"
    for _ in 0..<2 {
      await #expect(throws: StartFailure.storage(.notUpgraded(path: path, copy: copy))) { try await start() }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      #expect(try rows(path) == ["Tea", "1"])
      #expect(try rows(copy) == ["Tea", "1"])
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data")
    #expect(left.filter { $0.contains("aside") || $0.contains("salvaging") } == [])
  }

  @Test("broken references in an older file count as damage, but Kurs starts", .fault("S11"))
  func brokenReferencesInAnOlderFileCountAsDamageButKursStarts() async throws {
    try await makeEarlier { try $0.execute(sql: "INSERT INTO object_field VALUES ('', 'none', 'title', 'x', 1)") }
    let told = try await start()
    #expect(told?.file == path)
    #expect(try rows(path) == ["Tea", "1"])
    #expect(try await start() == nil)
  }

  /// Creates the file of an older version with one object, and closes the file.
  private func makeEarlier(_ spoil: @Sendable @escaping (Database) throws -> Void) async throws {
    let core = try Core(environment(folder))
    do {
      let user = try core.openUser()
      try await user.put(
        UserObject(
          id: .init(.favourite, named: "EUR"), kind: .favourite, fields: ["title": .init("Tea", edited: evening)]),
        of: .withoutAccount)
    }
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          ALTER TABLE synced DROP COLUMN epoch;
          DROP TABLE conflict;
          DROP TABLE synced_field;
          DELETE FROM grdb_migrations WHERE identifier IN ('synced-epoch', 'conflicts');
          """)
      try spoil(database)
    }
    try queue.close()
  }

  /// Starts the program and returns the recovered file; nil if no file was damaged.
  @discardableResult
  private func start() async throws -> QuarantinedFile? {
    for await state in StartWorkflow.run(environment(folder)) {
      switch state {
      case .working: continue
      case .ready(let calculator, _): return await calculator.state.rates.recoveredFile
      case .failed(let failure): throw failure
      }
    }
    return nil
  }

  /// Returns the stored titles and the number of fields.
  private func rows(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { database in
      let values = try String.fetchAll(database, sql: "SELECT value FROM object_field")
      return values + ["\(values.count)"]
    }
  }
}
