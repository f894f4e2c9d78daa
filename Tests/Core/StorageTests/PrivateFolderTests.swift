// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import TestSupport

@testable import KursStorage

/// Rows S14 and S15 of docs/FAULTS.md: the permissions of the folders in which Kurs stores data.
@Suite struct PrivateFolderTests {
  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("kurs-private-\(UUID().uuidString)").path

  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("new folders are private, and folders open to other users become private", .fault("S14"))
  func newFoldersArePrivateAndFoldersOpenToOtherUsersBecomePrivate() async throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    _ = try await UserDatabase(path: root + "/a/b/person.sqlite").session()
    #expect(try ["", "/a", "/a/b"].map { try mode(root + $0) } == [0o700, 0o700, 0o700])
    #expect(chmod(root + "/a/b", 0o755) == 0)
    PrivateFolder.narrow(root + "/a/b")
    #expect(try mode(root + "/a/b") == 0o700)
  }

  @Test("a folder that other users can write to is refused", .fault("S15"), arguments: [0o707, 0o702])
  func aFolderThatOtherUsersCanWriteToIsRefused(rights: Int) throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    #expect(chmod(root, mode_t(rights)) == 0)
    #expect(throws: StorageError.writableByOthers(path: root)) { try UserDatabase(path: root + "/person.sqlite") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty)
  }
}
