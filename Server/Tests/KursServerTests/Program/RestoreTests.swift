// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Testing

@testable import KursServer

/// Replaces the database with an older copy of itself in every way that an operator might.
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

  @Test("a restarted server keeps its epoch") func startedAgainItIsTheSameServer() throws {
    let first = try opened()
    try ended()
    #expect(try opened() == first)
    // The previous run ended without renewing the stamp.
    #expect(try opened() == first)
  }

  @Test("a restored copy begins a new epoch") func aCopyThatIsPutBackBeginsAnotherEpoch() throws {
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

  @Test("a database without its witness file begins a new epoch") func aFileWithoutItsWitnessBeginsAnotherEpoch() throws {
    let first = try opened()
    try FileManager.default.removeItem(atPath: path + "-witness")
    #expect(try opened() != first)
  }

  @Test("a server killed while writing its stamp keeps its epoch") func killedBetweenTheTwoPlacesOfAStampItIsTheSameServer() throws {
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

  @Test("a restored file and its lock keep owner and mode", .enabled(if: geteuid() == 0))
  func restoredByRootItIsStillTheServersUsers() throws {
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

  @Test("a lock that cannot be opened does not mean a running server")
  func aLockThatCannotBeOpenedDoesNotMeanARunningServer() throws {
    // A folder in its place cannot be opened for writing, by root neither.
    try FileManager.default.createDirectory(atPath: path + "-lock", withIntermediateDirectories: true)
    _ = try opened()
    let copy = folder.appending(path: "copy").path
    try ServerDatabase(path: path).copy(to: copy)
    let refused = try ServerProcess.run(ServerProcess.program, ["restore", "--database", path, copy])
    #expect(refused.status != 0)
    #expect(refused.output.contains("Can't open the lock file"), "\(refused.output)")
    #expect(!refused.output.contains("is serving"))
  }

  @Test("a mistyped path makes no new database", arguments: [
    ["invite"], ["import-rates", "/dev/null"], ["member", "list"], ["member", "reset", "ada@example.org"],
    ["reports", "list"], ["status"],
  ])
  func aMistypedPathMakesNoDatabase(command: [String]) throws {
    let none = folder.appending(path: "none.sqlite").path
    let result = try ServerProcess.run(ServerProcess.program, command + ["--database", none])
    #expect(result.status != 0)
    #expect(result.output.contains("there is no such file"), "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: none))
  }

  @Test("a backup is complete and an invalid one is refused") func aBackupIsCompleteAndAnInvalidOneIsRefused() throws {
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
    #expect(refused.status != 0 && refused.output.contains("A server is serving this file."))
  }
}
