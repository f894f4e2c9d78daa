// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

struct SyncAnswer: Encodable {
  /// The revision up to which the client has all changes once it has stored this response.
  let revision: Int
  let hasMore: Bool
  let epoch: String
  let changes: [ObjectView]
  let removed: [String]
  /// The digest of all the member's objects. Only the last page has a digest. On other pages it is nil.
  let digest: String?

  // The maximum size of the values of all objects in a response, in bytes. A client accepts responses of up to 2 MiB,
  // which also contain names and escapes.
  static let byteLimit = 786_432
  static let countLimit = 500

  enum CodingKeys: String, CodingKey {
    case revision, epoch, changes, removed, digest
    case hasMore = "has_more"
  }

  init(
    _ request: SyncRequest, sent: [SyncObject], revision newest: Int, epoch: UInt32, _ objects: Objects
  ) throws {
    var (page, hasMore) = try objects.page(
      after: request.since, count: min(request.limit ?? Self.countLimit, Self.countLimit), bytes: Self.byteLimit)
    revision = hasMore ? page.last?.revision ?? newest : max(newest, page.last?.revision ?? 0)
    self.hasMore = hasMore
    self.epoch = Self.text(of: epoch)
    digest = hasMore ? nil : try objects.digest().text
    // A sent object may have lost against a version that was stored before `since`. Later pages don't contain that
    // version, so this page returns it.
    var left = Self.byteLimit - page.reduce(0) { $0 + $1.object.byteCount }
    let listed = Set(page.map(\.object.id))
    for object in sent where !listed.contains(object.id) {
      guard let stored = try objects.stored(object.id), stored.object != object, stored.revision <= request.since else {
        continue
      }
      left -= stored.object.byteCount
      guard left >= 0 || page.isEmpty else { throw Refusal(.tooLarge, .init(field: "changes")) }
      page.append(stored)
    }
    page.sort { $0.revision < $1.revision }
    changes = page.filter { !$0.isPurged }.map { .init(object: $0.object, revision: $0.revision) }
    removed = page.filter(\.isPurged).map(\.object.id.text)
  }

  static func text(of epoch: UInt32) -> String { String(epoch, radix: 16) }

  struct ObjectView: Encodable {
    let object: SyncObject
    let revision: Int

    enum CodingKeys: String, CodingKey { case id, kind, fields, deleted, revision }

    // Writes null if `deleted` is nil. The method that Swift synthesizes would omit it.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(object.id.text, forKey: .id)
      try container.encode(object.kind, forKey: .kind)
      try container.encode(object.fields, forKey: .fields)
      try container.encode(object.deleted, forKey: .deleted)
      try container.encode(revision, forKey: .revision)
    }
  }
}
