// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursModel
import Testing
import TestSupport
@testable import KursStorage

/// Tests the checksums of pages. A changed byte must cause an error and never give a different value.
@Suite struct PageSumTests {
  @Test("a flipped bit anywhere in the user file is noticed", .fault("S04", "S06"))
  func aFlippedBitAnywhereInTheUserFileIsNoticed() async throws {
    let file = PersonFile()
    let whole = try await Self.written(file)
    #expect(whole.count > 4 * 4096 && whole[20] == 8)
    var noticed = 0
    for place in stride(from: 0, to: whole.count, by: 997) {
      var damaged = whole
      damaged[place] ^= 1 << UInt8(place % 8)
      try Self.put(damaged, at: file.path)
      if (try? Self.everything(in: file.path)) == nil { noticed += 1 }
    }
    #expect(noticed == (whole.count + 996) / 997)
  }

  @Test("after a crash, the next start finds damage in any page", .fault("S04"), arguments: [true, false])
  func afterACrashTheNextStartFindsDamageInAnyPage(wasCutOff: Bool) async throws {
    let (file, left) = (PersonFile(), PersonFile())
    _ = try await Self.written(file)
    let user = try file.open()
    if wasCutOff { try await user.saveSession(["note": "x"]) }
    // A killed program leaves its write-ahead log beside the file.
    let folder = (left.path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var bytes = try Data(contentsOf: URL(filePath: file.path))
    bytes[bytes.count - 2000] ^= 1
    try bytes.write(to: URL(filePath: left.path))
    if wasCutOff { try FileManager.default.copyItem(atPath: file.path + "-wal", toPath: left.path + "-wal") }
    let opened = try left.open()
    #expect(opened.file.wasInterrupted == wasCutOff)
    do throws(StorageError) {
      try await opened.checkAfterCutOff()
      #expect(!wasCutOff)
    } catch {
      #expect(wasCutOff && error == .damaged(path: left.path))
    }
    try user.close()
  }

  @Test("a user file with a truncated last page gives an error", .fault("S04"), arguments: [1, 8, 100, 2000, 4095])
  func aUserFileWithATruncatedLastPageGivesAnError(missing: Int) async throws {
    let file = PersonFile()
    let whole = try await Self.written(file)
    try Self.put(whole.dropLast(missing), at: file.path)
    #expect(throws: (any Error).self) { try Self.everything(in: file.path) }
  }

  @Test("if a user file lacks its last pages, other pages' rows remain", .fault("S03"), arguments: [1, 2, 3])
  func ifAUserFileLacksItsLastPagesOtherPagesRowsRemain(missing: Int) async throws {
    let file = PersonFile()
    let written = try file.open()
    for number in 0..<400 { try await written.put(favourite("C\(number)", ["place": ("\(number)/1", 5)]), of: "a") }
    try written.close()
    let whole = try Data(contentsOf: URL(filePath: file.path))
    try Self.put(whole.dropLast(missing * 4096), at: file.path)
    let opened = try UserDatabase(path: file.path, recovery: FileRecovery { Timestamp(milliseconds: 0) })
    let kept = try await opened.objects(.favourite, of: "a").count
    #expect((200...400).contains(kept), "\(kept)")
    #expect(opened.recoveredFile?.lost.contains(.objects) == true)
    try opened.close()
  }

  @Test("missing last pages are noticed even if a write-ahead log exists", .fault("S04"), arguments: [1, 2, 3])
  func missingLastPagesAreNoticedEvenIfAWriteAheadLogExists(missing: Int) async throws {
    let file = PersonFile()
    let whole = try await Self.written(file)
    let (writer, log) = (try file.open(), file.path + "-wal")
    // Creates a write-ahead log. If there is one, SQLite takes the file's length from the log and doesn't check the
    // length of the file itself.
    try await writer.file.write { try $0.execute(sql: "INSERT INTO session VALUES ('amount', '42')") }
    let logged = try Data(contentsOf: URL(filePath: log))
    #expect(logged.count > 0)
    try writer.close()
    try Self.put(whole.dropLast(missing * 4096), at: file.path)
    try logged.write(to: URL(filePath: log))
    let left = try DatabaseQueue(path: file.path)
    #expect(throws: (any Error).self) {
      try left.read { database in
        guard try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"] else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        _ = try Row.fetchAll(database, sql: "SELECT * FROM session")
      }
    }
    try left.close()
    // SQLite has refused the file. Kurs must notice the damage as well.
    let opened = try file.open()
    let session = try? await opened.session()
    #expect(session == nil || opened.recoveredFile != nil)
    try? opened.close()
  }

  @Test("reading a file with a page copied over another page fails")
  func readingAFileWithAPageCopiedOverAnotherPageFails() async throws {
    let file = PersonFile()
    let whole = try await Self.written(file)
    var swapped = whole
    swapped.replaceSubrange(2 * 4096..<3 * 4096, with: whole[3 * 4096..<4 * 4096])
    try Self.put(swapped, at: file.path)
    #expect(throws: (any Error).self) { try Self.everything(in: file.path) }
  }

  @Test("a file of an earlier version gets checksums when it is opened")
  func aFileOfAnEarlierVersionGetsChecksumsWhenItIsOpened() async throws {
    let file = PersonFile()
    let before = try await Self.written(file)
    // A file of an earlier version has the same rows in pages without checksums.
    let queue = try DatabaseQueue(path: file.path)
    let plain = file.path + ".plain"
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [PageSums.migration])
      try database.execute(sql: "PRAGMA application_id = 0")
    }
    try Self.rows(of: queue, intoPlain: plain)
    try queue.close()
    try Self.put(try Data(contentsOf: URL(filePath: plain)), at: file.path)
    #expect(try Data(contentsOf: URL(filePath: file.path))[20] == 0)
    let opened = try file.open()
    #expect(try await opened.session() == ["list": String(repeating: "1 EUR\n", count: 3000)])
    try opened.close()
    let after = try Data(contentsOf: URL(filePath: file.path))
    #expect(after[20] == 8 && after.count >= before.count)
  }
}

extension PageSumTests {
  private static func written(_ file: PersonFile) async throws -> Data {
    let user = try file.open()
    try await user.saveSession(["list": String(repeating: "1 EUR\n", count: 3000)])
    try user.close()
    return try Data(contentsOf: URL(filePath: file.path))
  }

  static func put(_ bytes: Data, at path: String) throws {
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try bytes.write(to: URL(filePath: path))
  }

  private static func everything(in path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let found = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    guard found == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
  }

  private static func rows(of queue: DatabaseQueue, intoPlain path: String) throws {
    try queue.writeWithoutTransaction { database in
      let schema = try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'")
      try database.execute(sql: "ATTACH ? AS plain", arguments: [path])
      for sql in schema {
        let placed = sql.replacing("CREATE TABLE ", with: "CREATE TABLE plain.").replacing("CREATE INDEX ", with: "CREATE INDEX plain.")
        try database.execute(sql: placed)
      }
      for table in ["grdb_migrations", "session"] {
        try database.execute(sql: "INSERT INTO plain.\(table) SELECT * FROM main.\(table)")
      }
      try database.execute(sql: "DETACH plain")
    }
  }
}
