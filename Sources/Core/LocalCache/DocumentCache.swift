// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The raw documents of each answer: what came, when, to which request, for whom, and until when it serves.
public struct DocumentCache: Sendable {
  private let database: RatesDatabase

  public init(database: RatesDatabase) {
    self.database = database
  }

  /// Describes an answer that is about to be stored; `lifetime` in milliseconds, nil if it never expires.
  public func describe(
    _ body: [UInt8], of provider: ProviderID, command: String, request: String, member: String = "",
    origin: StoredDocument.Origin, fetched: Timestamp, lifetime: Int64?
  ) -> NewDocument {
    NewDocument(
      provider: provider, command: command, member: member, origin: origin,
      requestHash: Self.fingerprint(Array(request.utf8)), dataHash: Self.fingerprint(body), body: body,
      fetched: fetched, expires: lifetime.map { Timestamp(milliseconds: fetched.milliseconds + $0) })
  }

  /// How long the bytes of an answer are kept, in milliseconds: as its server says, from a day to thirty.
  public static func lifetime(maxAge: Int?) -> Int64 { Int64(min(max(maxAge ?? 0, 86_400), 30 * 86_400)) * 1000 }

  /// The last whole answer to a request, to ask whether there is another.
  public func newest(
    of provider: ProviderID, command: String, request: String
  ) async throws(StorageError) -> StoredDocument? {
    try await database.newestDocument(
      of: provider, command: command, requestHash: Self.fingerprint(Array(request.utf8)))
  }

  /// The same bytes, if they were ever stored: then nothing of them needs writing again.
  public func known(_ new: NewDocument) async throws(StorageError) -> StoredDocument? {
    try await database.document(
      provider: new.provider, command: new.command, member: new.member, dataHash: new.dataHash)
  }

  /// Drops the bodies that have expired; returns how many.
  @discardableResult
  public func sweep(now: Timestamp) async throws(StorageError) -> Int {
    try await database.dropExpiredBodies(now: now)
  }

  /// Length and 64-bit FNV-1a: tells one answer of a source from its last, and defends against nobody.
  public static func fingerprint(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "\(bytes.count)-\(String(hash, radix: 16))"
  }
}
