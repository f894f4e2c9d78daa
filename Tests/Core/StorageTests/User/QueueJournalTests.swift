// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursModel
import Testing
import TestSupport

@testable import KursStorage

/// Row Q02 of docs/FAULTS.md: a journal that is truncated at any byte, for example by a power cut.
///
/// Exactly the transactions that were committed before that byte are restored.
@Suite struct QueueJournalTests {
  private let folder = NSTemporaryDirectory() + "kurs-journal-" + UUID().uuidString

  @Test("all transactions before the cut of a truncated journal are restored", .fault("Q02"))
  func allTransactionsBeforeTheCutOfATruncatedJournalAreRestored() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let whole = folder + "/whole/person.sqlite"
    let storage = try UserDatabase(path: whole)
    // The tables are in the file itself, so the journal begins with the first transaction of this test.
    try await storage.file.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    let journal = { try Data(contentsOf: URL(filePath: whole + "-wal")) }
    var ends: [Int] = []
    for number in 0..<40 {
      let three = (0..<3).map { command(3 * number + $0) }
      try await storage.file.queue.write { database in
        for each in three {
          _ = try QueuedCommand.append(each, at: Timestamp(milliseconds: 0), limits: QueueLimits(), in: database)
        }
      }
      ends.append(try journal().count)
    }
    let (file, bytes) = (try Data(contentsOf: URL(filePath: whole)), try journal())
    #expect(bytes.count == ends.last && ends.first ?? 0 > 0)
    let cuts = stride(from: 0, through: bytes.count, by: 512)
    #expect(Array(cuts).count > 1000)
    for cut in cuts {
      let path = "\(folder)/\(cut)/person.sqlite"
      try FileManager.default.createDirectory(atPath: "\(folder)/\(cut)", withIntermediateDirectories: true)
      try file.write(to: URL(filePath: path))
      try bytes.prefix(cut).write(to: URL(filePath: path + "-wal"))
      let copy = try UserDatabase(path: path)
      let committed = ends.filter { $0 <= cut }.count
      #expect(try await copy.queued().map(\.content) == (0..<3 * committed).map(command), "cut at \(cut)")
      #expect(try await copy.file.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
      try copy.file.queue.close()
      try FileManager.default.removeItem(atPath: "\(folder)/\(cut)")
    }
  }

  private func command(_ number: Int) -> QueuedCommand.Content {
    QueuedCommand.Content(
      member: "anna", resource: "r", isDroppable: false, key: "key \(number)", command: "keep",
      server: "https://host.example", method: "POST", path: "/keep", body: [UInt8](repeating: UInt8(number), count: 600))
  }
}
