// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Testing

@testable import KursServer

/// Replaces the database with an older copy in the ways that an operator may use.
@Suite struct RestoreTests {
  private let folder: URL
  private var path: String { folder.appending(path: "accounts.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kurs-restore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func opened() throws -> UInt32 {
    try Witness(of: ServerDatabase(path: path)).opened(random: SystemRandom.bytes, makeID: { UUID() })
  }

  private func ended() throws {
    try Witness(of: ServerDatabase(path: path)).renew(random: SystemRandom.bytes)
  }

  private func putBack(_ copy: String) throws {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try FileManager.default.copyItem(atPath: copy, toPath: path)
  }

  @Test("a restarted server keeps its sync epoch") func aRestartedServerKeepsItsSyncEpoch() throws {
    let first = try opened()
    try ended()
    #expect(try opened() == first)
    // A server that ends without writing a new stamp doesn't change the epoch.
    #expect(try opened() == first)
  }

  @Test("a restored copy begins a new sync epoch") func aRestoredCopyBeginsANewSyncEpoch() throws {
    let first = try opened()
    let copy = folder.appending(path: "copy").path
    try ServerDatabase(path: path).copy(to: copy)
    try ended()
    try putBack(copy)
    let second = try opened()
    #expect(second != first)
    try putBack(copy)
    #expect(try ![first, second].contains(opened()))
  }

  // fault: N02
  @Test("a restored copy begins a new sync epoch even after a crash")
  func aRestoredCopyBeginsANewSyncEpochEvenAfterACrash() throws {
    let first = try opened()
    let copy = folder.appending(path: "copy").path
    try ServerDatabase(path: path).copy(to: copy)
    try ended()
    let restored = try run("restore", "--database", path, copy)
    #expect(restored.status == 0, "\(restored.output)")
    let database = try ServerDatabase(path: path)
    try database.writeAndWait {
      try $0.execute(sql: "CREATE TRIGGER killed BEFORE UPDATE ON instance BEGIN SELECT RAISE(ABORT, 'killed'); END")
    }
    #expect(throws: (any Error).self) { try opened() }
    try database.writeAndWait { try $0.execute(sql: "DROP TRIGGER killed") }
    #expect(try opened() != first)
  }

  @Test("without the witness file beside the database, a new sync epoch begins")
  func withoutTheWitnessFileBesideTheDatabaseANewSyncEpochBegins() throws {
    let first = try opened()
    try FileManager.default.removeItem(atPath: path + "-witness")
    #expect(try opened() != first)
  }

  @Test("killing the server during an epoch check keeps the sync epoch")
  func killingTheServerDuringAnEpochCheckKeepsTheSyncEpoch() throws {
    let first = try opened()
    let database = try ServerDatabase(path: path)
    let stamp = try database.writeAndWait { try Instance.read($0)?.stamp } ?? ""
    try Data("\(stamp)\nnew".utf8).write(to: URL(filePath: path + "-witness"))
    #expect(try opened() == first)
    let next = try database.writeAndWait { try Instance.read($0)?.stamp } ?? ""
    try Data("\(next)\nnew".utf8).write(to: URL(filePath: path + "-witness"))
    try database.writeAndWait { try Instance.update($0, epoch: first, stamp: "new") }
    #expect(try opened() == first)
  }

  @Test("a restored database and its lock file keep owner and permissions", .enabled(if: geteuid() == 0))
  func aRestoredDatabaseAndItsLockFileKeepOwnerAndPermissions() throws {
    _ = try opened()
    let copy = folder.appending(path: "copy").path
    try ServerDatabase(path: path).copy(to: copy)
    #expect(chown(path, 65_534, 65_534) == 0 && chmod(path, 0o640) == 0)
    let restored = try ServerProcess.run(ServerProcess.program, ["restore", "--database", path, copy])
    #expect(restored.status == 0, "\(restored.output)")
    for (file, mode) in [(path, 0o640), (path + "-lock", 0o600)] {
      var info = stat()
      #expect(stat(file, &info) == 0)
      #expect(info.st_uid == 65_534 && info.st_gid == 65_534, "\(file)")
      #expect(Int(info.st_mode & 0o777) == mode, "\(file)")
    }
  }

  @Test("the error for an unusable lock file doesn't report a running server")
  func theErrorForAnUnusableLockFileDoesntReportARunningServer() throws {
    // The lock file is a folder, which even root can't open for writing.
    try FileManager.default.createDirectory(atPath: path + "-lock", withIntermediateDirectories: true)
    _ = try opened()
    let copy = folder.appending(path: "copy").path
    try ServerDatabase(path: path).copy(to: copy)
    let refused = try ServerProcess.run(ServerProcess.program, ["restore", "--database", path, copy])
    #expect(refused.status != 0)
    #expect(refused.output.contains("Can't open the lock file"), "\(refused.output)")
    #expect(!refused.output.contains("is serving"))
  }

  @Test("a command with a mistyped path creates no database", arguments: [
    ["invite"], ["import-rates", "/dev/null"], ["member", "list"], ["member", "reset", "ada@example.org"],
    ["reports", "list"], ["status"],
  ])
  func aCommandWithAMistypedPathCreatesNoDatabase(command: [String]) throws {
    let none = folder.appending(path: "none.sqlite").path
    let result = try ServerProcess.run(ServerProcess.program, command + ["--database", none])
    #expect(result.status != 0)
    #expect(result.output.contains("doesn't exist"), "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: none))
  }

  private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
    try ServerProcess.run(ServerProcess.program, arguments)
  }

  private func added(_ email: String, to database: ServerDatabase) throws {
    try database.writeAndWait { database in
      try Members(database: database).insert(
        Member(
          id: UUID(), email: email, name: "", password: nil, created: Instant(milliseconds: 0), config: [:],
          configRevision: 0, revision: 0))
    }
  }

  private func incoming() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.contains(".incoming") || $0.contains(".unfinished")
    }
  }

  // fault: N12
  @Test("restoring a copy of the database also restores the copy's journal")
  func restoringACopyOfTheDatabaseAlsoRestoresTheCopysJournal() throws {
    let copy = folder.appending(path: "copy").path
    let database = try ServerDatabase(path: path)
    try added("ada@example.org", to: database)
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
    // Keeps the database open, because closing it would empty the journal.
    defer { withExtendedLifetime(database) {} }
    let before = try Data(contentsOf: URL(filePath: copy + "-wal"))
    let other = folder.appending(path: "other.sqlite").path
    let restored = try run("restore", "--database", other, copy)
    #expect(restored.status == 0 && restored.output.contains("1 members"), "\(restored.output)")
    #expect(try run("member", "list", "--database", other).output.contains("ada@example.org"))
    #expect(try Data(contentsOf: URL(filePath: copy + "-wal")) == before)
  }

  // fault: N12
  @Test("files of an interrupted restore or backup are not read")
  func filesOfAnInterruptedRestoreOrBackupAreNotRead() throws {
    let (copy, second) = (folder.appending(path: "copy").path, folder.appending(path: "second").path)
    let database = try ServerDatabase(path: path)
    defer { withExtendedLifetime(database) {} }
    try database.copy(to: copy)
    try added("ada@example.org", to: database)
    let other = folder.appending(path: "other.sqlite").path
    for target in [other + ".incoming", second + ".unfinished"] {
      for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: target + suffix) }
    }
    let third = folder.appending(path: "third").path
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: third + "-wal")
    let restored = try run("restore", "--database", other, copy)
    #expect(restored.status == 0 && restored.output.contains("0 members"), "\(restored.output)")
    let made = try run("backup", "--database", path, second)
    #expect(made.status == 0 && made.output.contains("1 members"), "\(made.output)")
    #expect(try incoming() == [])
    // The backup is refused, because a file with the name of the copy's journal exists. SQLite would apply that file.
    #expect(try run("backup", "--database", path, third).status != 0)
  }

  // fault: N12
  @Test("after an interrupted restore, the server creates no new database", arguments: [
      ".incoming", ".before-2026-11-27T221500Z",
    ])
  func afterAnInterruptedRestoreTheServerCreatesNoNewDatabase(suffix: String) throws {
    let copy = folder.appending(path: "copy").path
    try added("ada@example.org", to: ServerDatabase(path: path))
    try ServerDatabase(path: path).copy(to: copy)
    try FileManager.default.moveItem(atPath: path, toPath: path + suffix)
    #expect(throws: StorageFault.notRestored(path)) { try ServerDatabase(path: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
    let restored = try run("restore", "--database", path, copy)
    #expect(restored.status == 0, "\(restored.output)")
    #expect(try run("member", "list", "--database", path).output.contains("ada@example.org"))
  }

  // fault: N12
  @Test("a database has the same lock under every path and link")
  func aDatabaseHasTheSameLockUnderEveryPathAndLink() throws {
    let folder = folder
    let link = folder.appending(path: "link.sqlite").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "accounts.sqlite")
    let linked = FileManager.default.temporaryDirectory.appending(path: "kurs-link-\(UUID().uuidString)").path
    try FileManager.default.createSymbolicLink(atPath: linked, withDestinationPath: folder.path)
    #expect(DatabaseFile.resolved("a").hasSuffix("/a") && DatabaseFile.resolved("a").hasPrefix("/"))
    let names = [path, link, linked + "/accounts.sqlite", folder.path + "/./link.sqlite"]
    // In the first iteration, the database file doesn't exist yet.
    for isThere in [false, true] {
      if isThere { _ = try opened() }
      for name in names {
        let lock = try ServerLock(database: name)
        for other in names { #expect(throws: ServerLock.Fault.held) { try ServerLock(database: other) } }
        lock.free()
      }
    }
    let first = try opened()
    #expect(try Witness(of: ServerDatabase(path: link)).opened(random: SystemRandom.bytes, makeID: { UUID() }) == first)
    try FileManager.default.removeItem(atPath: linked)
  }

  // fault: N12
  @Test("restoring with links as paths replaces the database, not the link")
  func restoringWithLinksAsPathsReplacesTheDatabaseNotTheLink() throws {
    try added("ada@example.org", to: ServerDatabase(path: path))
    let copy = folder.appending(path: "copy").path
    try ServerDatabase(path: path).copy(to: copy)
    let before = try Data(contentsOf: URL(filePath: copy))
    let (link, linkedCopy) = (folder.appending(path: "link.sqlite").path, folder.appending(path: "linked-copy").path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "accounts.sqlite")
    try FileManager.default.createSymbolicLink(atPath: linkedCopy, withDestinationPath: "copy")
    try added("bob@example.org", to: ServerDatabase(path: path))
    let restored = try run("restore", "--database", link, linkedCopy)
    #expect(restored.status == 0 && restored.output.contains("1 members"), "\(restored.output)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "accounts.sqlite")
    #expect(throws: (any Error).self) { try FileManager.default.destinationOfSymbolicLink(atPath: path) }
    #expect(try run("member", "list", "--database", path).output.split(separator: "\n").count == 1)
    #expect(try Data(contentsOf: URL(filePath: copy)) == before)
  }

  // fault: N12
  @Test("restoring from a folder or a database in use is refused")
  func restoringFromAFolderOrADatabaseInUseIsRefused() throws {
    let copy = folder.appending(path: "copy").path
    try ServerDatabase(path: path).copy(to: copy)
    let lock = try ServerLock(database: copy)
    let served = try run("restore", "--database", path, copy)
    #expect(served.status != 0 && served.output.contains("A server is using"), "\(served.output)")
    lock.free()
    let large = folder.appending(path: "large").path
    try FileManager.default.createDirectory(atPath: large, withIntermediateDirectories: true)
    for junk in [large, "/dev/zero", "/dev/null"] { #expect(try run("restore", "--database", path, junk).status != 0, "\(junk)") }
    #expect(try incoming() == [])
  }

  // fault: N12
  @Test("a wrong file or full disk gives a one-line error", arguments: [
    ["serve", "--port", "0", "--database", "FOLDER/junk", "--key-file", "FOLDER/key"],
    ["serve", "--port", "0", "--database", "FOLDER", "--key-file", "FOLDER/key"],
    ["serve", "--port", "0", "--database", "FOLDER/none/a.sqlite", "--key-file", "FOLDER/key"],
    ["serve", "--port", "0", "--database", "FOLDER/a.sqlite", "--key-file", "FOLDER/none/key"],
    ["serve", "--port", "70000", "--database", "FOLDER/a.sqlite", "--key-file", "FOLDER/key"],
    ["serve", "--port", "0", "--database", "FOLDER/a.sqlite", "--key-file", "FOLDER/a.sqlite"],
    ["serve", "--port", "0", "--database", "FOLDER/good", "--key-file", "FOLDER/key", "--port-file", "FOLDER/good"],
    ["status", "--database", "FOLDER/junk"], ["status", "--database", "FOLDER"],
    ["member", "list", "--database", "FOLDER/junk"], ["invite", "--database", "FOLDER/junk"],
    ["backup", "--database", "FOLDER/junk", "FOLDER/copy"], ["backup", "--database", "FOLDER/good", "FOLDER/none/copy"],
    ["restore", "--database", "FOLDER/a.sqlite", "FOLDER/junk"], ["restore", "--database", "FOLDER/a.sqlite", "FOLDER"],
    ["restore", "--database", "FOLDER/none/a.sqlite", "FOLDER/good"],
    ["import-rates", "FOLDER", "--database", "FOLDER/good"],
    ["serve", "--port", "0", "--database", "FOLDER/other", "--key-file", "FOLDER/key"],
    ["status", "--database", "FOLDER/other"], ["invite", "--database", "FOLDER/other"],
    ["backup", "--database", "FOLDER/other", "FOLDER/copy"],
    ["restore", "--database", "FOLDER/a.sqlite", "FOLDER/other"],
  ])
  func aWrongFileOrFullDiskGivesAOneLineError(command: [String]) throws {
    try Data("junk".utf8).write(to: folder.appending(path: "junk"))
    _ = try ServerDatabase(path: folder.appending(path: "good").path)
    let other = folder.appending(path: "other")
    try DatabaseQueue(path: other.path).write { try $0.execute(sql: "CREATE TABLE page (title TEXT)") }
    let before = try Data(contentsOf: other)
    let arguments = ["5", try ServerProcess.program.path] + command.map { $0.replacing("FOLDER", with: folder.path) }
    let result = try ServerProcess.run(URL(filePath: "/usr/bin/timeout"), arguments)
    #expect(![0, 124].contains(result.status), "\(result.output)")
    for part in ["SQLite error", "NSCocoa", "while executing", "UserInfo"] {
      #expect(!result.output.contains(part), "\(result.output)")
    }
    #expect(try incoming() == [])
    #expect(try Data(contentsOf: other) == before)
    let namesOther = command.contains { $0.hasSuffix("/other") }
    #expect(!namesOther || result.output.contains("isn't a database of kurs-server"), "\(result.output)")
  }

  // fault: N12
  @Test("a terminal command doesn't migrate the database of a running older server")
  func aTerminalCommandDoesntMigrateTheDatabaseOfARunningOlderServer() throws {
    let older = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(older, upTo: "tombstones")
    let lock = try ServerLock(database: path)
    let refused = try run("status", "--database", path)
    #expect(refused.status != 0 && refused.output.contains("Restart"), "\(refused.output)")
    #expect(try older.read { try Schema.migrator.hasCompletedMigrations($0) } == false)
    lock.free()
    #expect(try run("status", "--database", path).status == 0)
  }

  @Test("a valid backup can be restored, and an invalid backup is refused")
  func aValidBackupCanBeRestoredAndAnInvalidBackupIsRefused() throws {
    let first = try opened()
    let copy = folder.appending(path: "copy").path
    let made = try ServerProcess.run(ServerProcess.program, ["backup", "--database", path, copy])
    #expect(made.status == 0 && made.output.contains("0 members"), "\(made.output)")
    #expect(try ServerProcess.run(ServerProcess.program, ["backup", "--database", path, copy]).status != 0)
    let status = try ServerProcess.run(ServerProcess.program, ["status", "--database", path])
    #expect(status.output.contains("members: 0") && !status.output.contains("last backup: never"), "\(status.output)")
    let restored = try ServerProcess.run(ServerProcess.program, ["restore", "--database", path, copy])
    #expect(restored.status == 0, "\(restored.output)")
    #expect(try opened() != first)
    let junk = folder.appending(path: "junk").path
    try Data(repeating: 65, count: 100_000).write(to: URL(filePath: junk))
    #expect(try ServerProcess.run(ServerProcess.program, ["restore", "--database", path, junk]).status != 0)
    let lock = try ServerLock(database: path)
    defer { lock.free() }
    let refused = try ServerProcess.run(ServerProcess.program, ["restore", "--database", path, copy])
    #expect(refused.status != 0 && refused.output.contains("A server is using this file."))
  }
}
