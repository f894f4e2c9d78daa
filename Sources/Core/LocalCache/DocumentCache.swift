// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

public struct DocumentCache: Sendable {
  private let database: RatesDatabase

  public init(database: RatesDatabase) {
    self.database = database
  }

  /// Returns the document to store for a response. `lifetime` is in milliseconds, or nil if the response never expires.
  public func describe(
    _ body: [UInt8], of provider: ProviderID, command: String, request: String, member: String = "",
    origin: StoredDocument.Origin, fetched: Timestamp, lifetime: Int64?
  ) -> NewDocument {
    NewDocument(
      provider: provider, command: command, member: member, origin: origin,
      requestHash: Self.fingerprint(Array(request.utf8)), dataHash: Self.fingerprint(body), body: body,
      fetched: fetched, expires: lifetime.map { Timestamp(milliseconds: fetched.milliseconds + $0) })
  }

  /// Returns the lifetime in milliseconds: `maxAge` (in seconds), but at least one day and at most thirty days.
  public static func lifetime(maxAge: Int?) -> Int64 { Int64(min(max(maxAge ?? 0, 86_400), 30 * 86_400)) * 1000 }

  public func newest(
    of provider: ProviderID, command: String, request: String
  ) async throws(StorageError) -> StoredDocument? {
    try await database.newestDocument(
      of: provider, command: command, requestHash: Self.fingerprint(Array(request.utf8)))
  }

  public func known(_ new: NewDocument) async throws(StorageError) -> StoredDocument? {
    try await database.document(
      provider: new.provider, command: new.command, member: new.member, dataHash: new.dataHash)
  }

  @discardableResult
  public func sweep(now: Timestamp) async throws(StorageError) -> Int {
    try await database.dropExpiredBodies(now: now)
  }

  /// Returns the number of bytes and their FNV-1a hash as text. This detects accidental changes, not forgery.
  public static func fingerprint(_ bytes: [UInt8]) -> String {
    "\(bytes.count)-\(String(bytes.fnv1a, radix: 16))"
  }
}
