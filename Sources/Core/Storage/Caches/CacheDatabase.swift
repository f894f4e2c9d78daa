// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// A response as it was received. Every stored rate comes from such a response.
public struct StoredDocument: Hashable, Sendable {
  public enum Origin: String, Sendable { case bundled, download, `import` }

  public let id: DocumentID
  public let provider: ProviderID
  public let command: String
  public let origin: Origin
  public let dataHash: String
  public let fetched: Timestamp
  /// The time at which the server last confirmed the response.
  public let checked: Timestamp
  public let expires: Timestamp?
  /// The oldest imported day. All quotes of this response from this day on are stored. Nil before the import.
  public private(set) var importedDownTo: Day?
  public private(set) var isComplete: Bool
  public let etag: String?

  public var withoutImport: StoredDocument {
    var document = self
    (document.importedDownTo, document.isComplete) = (nil, false)
    return document
  }
}

public struct NewDocument: Sendable {
  public var provider: ProviderID
  public var command: String
  /// The member who was signed in for the request. Empty for public responses.
  public var member: String
  public var origin: StoredDocument.Origin
  public var requestHash: String
  public var dataHash: String
  /// The response's bytes. Nil for a file that is part of Kurs, because its bytes aren't stored in the database.
  public var body: [UInt8]?
  public var fetched: Timestamp
  public var expires: Timestamp?
  public var askedDay: Day?
  public var etag: String?
  /// The lifetime that the server sent, in seconds. Nil if the server sent no lifetime.
  public var maxAge: Int?

  public init(
    provider: ProviderID, command: String, member: String = "", origin: StoredDocument.Origin,
    requestHash: String, dataHash: String, body: [UInt8]?, fetched: Timestamp, expires: Timestamp? = nil
  ) {
    self.provider = provider
    self.command = command
    self.member = member
    self.origin = origin
    self.requestHash = requestHash
    self.dataHash = dataHash
    self.body = body
    self.fetched = fetched
    self.expires = expires
  }
}

public actor CacheDatabase {
  let path: String
  private var limit: Int
  var queue: DatabaseQueue?
  private var lastUse: Int64 = 0
  private var touched: [CacheRecord.Place: Int64] = [:]

  public init(path: String, limit: Int = 20 << 20) {
    self.path = path
    self.limit = limit
  }

  /// Returns the intact records of a URL. If one is damaged, deletes all records of that URL.
  public func records(partition: String, url: String) async throws(CacheDatabaseError) -> [CacheRecord] {
    let place = CacheRecord.Place(partition: partition, url: url)
    let found = try await perform { try await $0.read { try place.records(in: $0) } }
    if found.contains(where: { $0.isDamaged }) { try await remove(partition: partition, url: url) }
    let records = found.filter { !$0.isDamaged }.map(\.record)
    if !records.isEmpty { touched[place] = nextUse() }  // guards C15
    return records
  }

  /// Stores a record, and deletes old records to make room. Returns false if the record is too large to store.
  @discardableResult
  public func store(_ record: CacheRecord) async throws(CacheDatabaseError) -> Bool {
    // Don't store a large record, because it would push out most other records.
    guard record.size <= limit / 4 else {  // guards C15
      try await remove(partition: record.partition, url: record.url)
      return false
    }
    let (use, touched, limit) = (nextUse(), takeTouched(), limit)
    _ = try await perform {
      try await $0.write { database in
        for (place, use) in touched { try place.touch(use, in: database) }
        try record.insert(use: use, in: database)
        return try CacheSchema.trim(database, to: limit)
      }
    }
    return true
  }

  public func remove(partition: String, url: String) async throws(CacheDatabaseError) {
    let place = CacheRecord.Place(partition: partition, url: url)
    try await write { try place.delete(in: $0) }
  }

  public func erase(partition: String) async throws(CacheDatabaseError) {
    guard exists else { return }
    try await perform {
      try await $0.erase { try $0.execute(sql: "DELETE FROM entry WHERE partition = ?", arguments: [partition]) }
    }
  }

  public func usage() async throws(CacheDatabaseError) -> Int {
    try await perform { try await $0.read { try CacheSchema.total($0) } }
  }

  public func setLimit(_ limit: Int) async throws(CacheDatabaseError) {
    self.limit = limit
    try await write { _ = try CacheSchema.trim($0, to: limit) }
  }

  public func clear() throws(CacheDatabaseError) { try removeAll() }

  public func close() {
    try? queue?.close()
    queue = nil
  }
}

extension CacheDatabase: CacheFile {
  func make() throws -> DatabaseQueue {
    let opened = try CacheSchema.open(path)
    touched = [:]
    let newest: Int64 = try opened.read { try $0.value("SELECT max(used) FROM entry") ?? 0 }
    // Limit the number, because a damaged value may be so large that adding 1 would overflow.
    lastUse = min(newest, .max / 2)
    return opened
  }

  private func nextUse() -> Int64 {
    lastUse += 1
    return lastUse
  }

  private func takeTouched() -> [CacheRecord.Place: Int64] {
    defer { touched = [:] }
    return touched
  }
}
