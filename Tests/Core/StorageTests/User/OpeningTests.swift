// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import KursStorage
import Testing
import TestSupport

/// Several programs open the same file.
@Suite struct OpeningTests {
  @Test("many programs can open a new file at the same time")
  func manyProgramsCanOpenANewFileAtTheSameTime() async throws {
    for _ in 0..<20 {
      let file = PersonFile()
      let opened = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask { try await file.open().history.rows(of: "").count }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(opened == Array(repeating: 0, count: 6))
    }
  }

  @Test("a change by another program is reported once")
  func aChangeByAnotherProgramIsReportedOnce() async throws {
    let file = PersonFile()
    let (one, other) = (try file.open(), try file.open())
    #expect(await !one.wasChangedElsewhere())
    try await one.saveSession(["amount": "1"])
    #expect(await !one.wasChangedElsewhere())
    try await other.saveSession(["amount": "2"])
    #expect(await one.wasChangedElsewhere())
    #expect(await !one.wasChangedElsewhere())
  }

  @Test("killing Kurs while it replaces a damaged file loses no data", .fault("S03"), arguments: [true, false])
  func killingKursWhileItReplacesADamagedFileLosesNoData(isLogMoved: Bool) async throws {
    let (file, other) = (PersonFile(), PersonFile())
    let user = try other.open()
    try await user.saveSession(["amount": "1"])
    try user.close()
    let again = try other.open()
    try await again.saveSession(["amount": "2"])
    // Creates the files of a program that was killed: the damaged file has a second name, and its log has perhaps been
    // moved. The amount 2 is only in the log.
    try FileManager.default.createDirectory(
      atPath: URL(filePath: file.path).deletingLastPathComponent().path, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let recovered = file.path + ".2026-11-27-5.aside"
    try FileManager.default.copyItem(atPath: other.path, toPath: file.path)
    try FileManager.default.linkItem(atPath: file.path, toPath: recovered)
    try FileManager.default.copyItem(
      atPath: other.path + "-wal", toPath: (isLogMoved ? recovered : file.path) + "-wal")
    let opened = try UserDatabase(path: file.path, recovery: FileRecovery { at(1) })
    #expect(try await opened.session() == ["amount": "2"])
    #expect(opened.recoveredFile == nil)
    #expect(!FileManager.default.fileExists(atPath: recovered))
    try again.close()
  }

  /// Other users may be able to read an older home folder or a folder given with `--data-dir`. So the files themselves
  /// must be private.
  @Test("the user file and its journals are readable only by the user", .fault("S14"))
  func theUserFileAndItsJournalsAreReadableOnlyByTheUser() async throws {
    let file = PersonFile()
    for isThere in [false, true] {
      let user = try file.open()
      try await user.saveSession(["amount": isThere ? "1" : "2"])
      for path in [file.path, file.path + "-wal", file.path + "-shm"] {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600, "\(path) \(isThere)")
        // An earlier version left these permissions.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      }
      try user.close()
    }
  }
}
