// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB

protocol CacheFile: Actor {
  nonisolated var path: String { get }
  var queue: DatabaseQueue? { get set }

  func make() throws -> DatabaseQueue
}

extension CacheFile {
  /// Whether the file exists. Check this before reading, because reading creates the file.
  var exists: Bool { queue != nil || FileManager.default.fileExists(atPath: path) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(CacheDatabaseError) -> Value {
    try await perform { try await $0.write(body) }
  }

  /// Runs `body`. If the file is damaged, deletes it and repeats `body` with a new file.
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

/// A failure of a cache. The request that used the cache still succeeds.
public enum CacheDatabaseError: Error, Hashable, Sendable {
  case sqlite(code: Int32)
  /// The folder couldn't be created, or the damaged file couldn't be deleted.
  case file

  init(_ error: any Error) {
    if let error = error as? DatabaseError {
      self = .sqlite(code: error.extendedResultCode.rawValue)
    } else {
      self = .file
    }
  }
}

public struct CacheRecord: Hashable, Sendable {
  /// The member who was signed in for the request. Empty for public data.
  public var partition: String
  public var url: String
  public var variant: String
  public var metadata: [UInt8]
  public var body: [UInt8]

  public init(partition: String, url: String, variant: String, metadata: [UInt8], body: [UInt8]) {
    self.partition = partition
    self.url = url
    self.variant = variant
    self.metadata = metadata
    self.body = body
  }

  public var size: Int {
    metadata.count + body.count + partition.utf8.count + url.utf8.count + variant.utf8.count
  }

  /// A checksum of the content, because SQLite's own checks miss most changed bytes.
  var checksum: Int64 {
    var sum = Checksum()
    sum.add(metadata)
    sum.add(body)
    return sum.value
  }
}

/// The checksum FNV-1a with 64 bits. Each step is a bijection, so a single changed byte always changes the sum.
struct Checksum {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    var state = state
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    // Include the length, so that the checksum changes if bytes move from one added part to the next.
    self.state = (state ^ UInt64(bytes.count)) &* 0x100_0000_01B3
  }

  var value: Int64 { Int64(bitPattern: state) }
}
