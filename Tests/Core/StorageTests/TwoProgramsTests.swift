// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Testing
import TestSupport

@testable import KursStorage

/// Two programs use the same file and its write-ahead log.
@Suite struct TwoProgramsTests {
  private static let rounds = 300
  /// The time for which the reader continues after the first refused write. Row S12 of docs/FAULTS.md requires a
  /// minute.
  private static let held: Duration =
    ProcessInfo.processInfo.environment["KURS_READER"] == "minute" ? .seconds(60) : .zero

  private static func notes(_ path: String, logLimit: Int64) -> DatabaseFile {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("note") { database in
      try database.execute(sql: "CREATE TABLE note (writer TEXT, number INTEGER, text BLOB, PRIMARY KEY (writer, number))")
    }
    return DatabaseFile(path: path, durability: .normal, migrator: migrator, logLimit: logLimit)
  }

  /// Writes rows and reads those of both programs. The log is truncated every few transactions.
  private static func work(_ path: String, as writer: String) async throws {
    let file = notes(path, logLimit: 65_536)
    var seen = [String: Int]()
    for number in 1...rounds {
      let counts = try await file.write { database -> [String: Int] in
        try database.execute(
          sql: "INSERT INTO note VALUES (?, ?, randomblob(abs(random()) % 9000))", arguments: [writer, number])
        let rows = try Row.fetchAll(database, sql: "SELECT writer, count(*) AS n, max(number) AS last FROM note GROUP BY writer")
        return try Dictionary(uniqueKeysWithValues: rows.map { row in
          let (writer, count, last): (String, Int, Int) = try (row.column("writer"), row.column("n"), row.column("last"))
          return (writer, count == last ? count : -1)
        })
      }
      // The number of a program's rows never decreases, and no row is missing.
      precondition(counts[writer] == number && counts.allSatisfy { $0.value >= seen[$0.key] ?? 0 })
      seen = counts
      if number % 100 == 0 { try await file.check() }
    }
  }

  private static func process(_ path: String, as writer: String) async {
    await #expect(processExitsWith: .success) { [path = path as String, writer = writer as String] in
      try await TwoProgramsTests.work(path, as: writer)
    }
  }

  @Test("two processes that write to the same file lose no data", .fault("S13"))
  func twoProcessesThatWriteToTheSameFileLoseNoData() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kurs-two-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/notes.sqlite"
    async let one: Void = TwoProgramsTests.process(path, as: "one")
    async let other: Void = TwoProgramsTests.process(path, as: "other")
    _ = await (one, other)
    let file = Self.notes(path, logLimit: 65_536)
    try await file.check()
    let count: Int? = try await file.read { try $0.value("SELECT count(*) FROM note") }
    #expect(count == 2 * Self.rounds)
    #expect(file.recoveredFile == nil)
    try file.close()
  }

  @Test("while another program reads, the write-ahead log grows only to a limit", .fault("S12"))
  func whileAnotherProgramReadsTheWriteAheadLogGrowsOnlyToALimit() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kurs-log-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/notes.sqlite"
    let file = Self.notes(path, logLimit: 4 << 20)
    try file.open()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    try await reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Row.fetchAll(database, sql: "SELECT * FROM note")
    }
    func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0 }
    let insert = "INSERT INTO note VALUES ('one', ?, zeroblob(200000))"
    let began = ContinuousClock.now
    var (written, refused, largest) = (0, 0, 0)
    while written < 10_000, refused == 0 || began.duration(to: .now) < Self.held {
      let next = written + 1
      do throws(StorageError) {
        try await file.write { try $0.execute(sql: insert, arguments: [next]) }
        written = next
      } catch {
        #expect(error == .busy(path: path))
        refused += 1
      }
      largest = max(largest, try size())
    }
    print("\(written) changes of 200 kB, \(refused) refused, the log at most \(largest) bytes in \(began.duration(to: .now))")
    #expect(written > 200 && refused > 0)
    #expect(largest < 65 << 20)
    // The reader still reads its first state. After the reader's transaction ends, the file has all committed rows.
    try await reader.writeWithoutTransaction { database in
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM note") == 0)
      try database.execute(sql: "COMMIT")
    }
    try await file.write { try $0.execute(sql: insert, arguments: [0]) }
    #expect(try size() < 1 << 20)
    let count: Int? = try await file.read { try $0.value("SELECT count(*) FROM note") }
    #expect(count == written + 1)
    try reader.close()
    try file.close()
  }
}
