// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import Testing
import TestSupport
@testable import KursStorage

/// Tests a disk that damages the file at each start.
@Suite struct QuarantinedFileLimitTests {
  @Test("of damaged rate files, only the newest three are saved", .fault("S02"))
  func ofDamagedRateFilesOnlyTheNewestThreeAreSaved() async throws {
    let file = PersonFile()
    let path = try Self.folder(of: file) + "/rates.sqlite"
    try Data().write(to: URL(filePath: path + ".saved.aside"))
    var kept: [String] = []
    for start in Int64(1)...12 {
      try Self.damage(path, start)
      let rates = try RatesDatabase(path: path, recovery: FileRecovery { at(start) })
      kept.append(try #require(rates.recoveredFile?.path))
    }
    // The file names contain the time in milliseconds, which has two digits from the tenth start on. That must not
    // change the order of the files.
    #expect(Set(try Self.recovered(of: path)) == Set(kept.suffix(3) + [path + ".saved.aside"]))
    #expect(try kept.suffix(3).map { try Data(contentsOf: URL(filePath: $0)).last } == [10, 11, 12])
  }

  @Test("every damaged user file is saved", .fault("S02")) func everyDamagedUserFileIsSaved() async throws {
    let file = PersonFile()
    let path = try Self.folder(of: file) + "/person.sqlite"
    var kept: [String] = []
    for start in Int64(1)...12 {
      try Self.damage(path, start)
      let user = try UserDatabase(path: path, recovery: FileRecovery { at(start) })
      kept.append(try #require(user.recoveredFile?.path))
    }
    #expect(Set(try Self.recovered(of: path)) == Set(kept))
  }

  /// Fills the beginning of the file with zeros, as if the disk had lost a page.
  private static func damage(_ path: String, _ start: Int64) throws {
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try (Data(repeating: 0, count: 100) + Data(repeating: UInt8(start), count: 8092)).write(to: URL(filePath: path))
  }

  private static func folder(of file: PersonFile) throws -> String {
    let folder = URL(filePath: file.path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func recovered(of path: String) throws -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map(\.path).filter { $0.hasPrefix(path) && $0.hasSuffix(".aside") }
  }
}
