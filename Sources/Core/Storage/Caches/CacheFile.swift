// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// The SQLite file of a cache: opened on first use, thrown away when damaged.
protocol CacheFile: Actor {
  nonisolated var path: String { get }
  var queue: DatabaseQueue? { get set }

  /// Opens or makes the file; its folder is there.
  func make() throws -> DatabaseQueue
}

extension CacheFile {
  /// Whether there is anything to ask, so that a question alone makes no file.
  var exists: Bool { queue != nil || FileManager.default.fileExists(atPath: path) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(CacheDatabaseError) -> Value {
    try await perform { try await $0.write(body) }
  }

  /// A damaged file is only a cache: it is thrown away, and the work done once more on a new one.
  func perform<Value: Sendable>(
    _ body: @Sendable (DatabaseQueue) async throws -> Value
  ) async throws(CacheDatabaseError) -> Value {
    do {
      do {
        return try await body(open())
      } catch let error as DatabaseError where CacheSchema.isDamage(error) {
        try discard()
        return try await body(open())
      }
    } catch {
      throw CacheDatabaseError(error)
    }
  }

  /// Removes everything, the file included.
  func removeAll() throws(CacheDatabaseError) {
    do { try discard() } catch { throw CacheDatabaseError(error) }
  }

  private func open() throws -> DatabaseQueue {
    if let queue { return queue }
    try PrivateFolder.make((path as NSString).deletingLastPathComponent)
    let opened = try make()
    queue = opened
    return opened
  }

  private func discard() throws {
    try? queue?.close()
    queue = nil
    for file in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}
