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

  @Test("a database without its witness begins a new epoch") func aFileWithoutItsWitnessBeginsAnotherEpoch() throws {
    let first = try opened()
    try FileManager.default.removeItem(atPath: path + "-witness")
    #expect(try opened() != first)
  }

  @Test("a kill while stamping keeps the epoch") func killedBetweenTheTwoPlacesOfAStampItIsTheSameServer() throws {
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

  @Test("a backup is complete and an invalid one is refused") func aBackupIsWholeAndWhatIsNoneIsNotPutInPlace() throws {
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
