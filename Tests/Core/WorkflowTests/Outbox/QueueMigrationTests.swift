// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import GRDB
import KursModel
import KursStorage
import Testing
import TestSupport

/// A newer version of Kurs is killed while it rebuilds the queue's table. No request is lost.
@Suite(.serialized) struct QueueMigrationTests {
  private static let count = 500

  @Test("killing a migration at any statement loses no queued request", .fault("Q23", "S10"))
  func killingAMigrationAtAnyStatementLosesNoQueuedRequest() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/person.sqlite"
    let storage = try UserDatabase(path: path)
    for number in 0..<Self.count {
      _ = try await storage.enqueue(Self.command(number), at: Timestamp(milliseconds: Int64(number)))
    }
    let before = try Self.rows(path)
    #expect(before.count == Self.count)
    try storage.file.queue.close()
    var (statement, hasEnded) = (0, false)
    while !hasEnded {
      let copy = "\(folder.path)/\(statement)/person.sqlite"
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(statement)", withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      // If `statement` is greater than the number of statements, the program isn't killed. Then every statement was
      // tried.
      let result = await #expect(processExitsWith: .failure) {
        [copy = copy as String, statement = statement as Int] in
        try QueueMigrationTests.migrate(copy, dyingAt: statement)
        exit(7)
      }
      let status = try #require(result?.exitStatus)
      hasEnded = status == .exitCode(7)
      #expect(hasEnded || status == .signal(SIGKILL))
      #expect(try Self.rows(copy) == before, "killed at statement \(statement)")
      try Self.migrate(copy, dyingAt: nil)
      #expect(try Self.rows(copy) == before, "taken up after statement \(statement)")
      statement += 1
    }
    // The loop must have tried all statements: six of the migration, those of GRDB, and the commit.
    #expect(statement > 7)
  }

  /// Changes the table by the steps in SQLite's documentation (lang_altertable.html, section 7).
  static func migrate(_ path: String, dyingAt last: Int?) throws {
    let applied = try DatabaseQueue(path: path).read { try DatabaseMigrator().appliedIdentifiers($0) }
    var migrator = DatabaseMigrator()
    for name in ["1-session"] + applied.sorted() where !migrator.migrations.contains(name) && name != "queue-later" {
      migrator.registerMigration(name) { _ in throw CocoaError(.featureUnsupported) }
    }
    migrator.registerMigration("queue-later") { database in
      let begun = StatementCount()
      database.trace { _ in if begun.next() == last { kill(getpid(), SIGKILL) } }
      let table = try String.fetchOne(database, sql: "SELECT sql FROM sqlite_master WHERE name = 'queue'") ?? ""
      try database.execute(sql: table.replacing("CREATE TABLE queue", with: "CREATE TABLE later"))
      try database.execute(sql: "INSERT INTO later SELECT * FROM queue")
      try database.execute(sql: "DROP TABLE queue")
      try database.execute(sql: "ALTER TABLE later RENAME TO queue")
      try database.execute(
        sql: "CREATE INDEX queue_lane ON queue (server, member, resource, id) WHERE undeliverable IS NULL")
    }
    try DatabaseFile(path: path, durability: .full, migrator: migrator).open()
  }

  /// Returns the position, key and checksum of each queued request.
  private static func rows(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read {
      try String.fetchAll($0, sql: "SELECT id || ' ' || key || ' ' || checksum FROM queue ORDER BY id")
    }
  }

  private static func command(_ number: Int) -> QueuedCommand.Content {
    QueuedCommand.Content(
      member: "anna", resource: "r\(number % 3)", isDroppable: false, key: "key \(number)", command: "keep",
      server: "https://host.example", method: "POST", path: "/keep", body: Array("\(number)".utf8))
  }
}

private final class StatementCount {
  private var count = 0

  func next() -> Int {
    defer { count += 1 }
    return count
  }
}
