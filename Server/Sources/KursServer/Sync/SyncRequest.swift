// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

struct SyncRequest: Decodable, Sendable {
  let since: Int
  let changes: [Change]
  /// The maximum number of objects in the response. If nil, the server decides.
  let limit: Int?
  let epoch: String?

  struct Change: Decodable, Sendable {
    let id: String
    let kind: String
    let fields: [String: SyncField]
    let deleted: Instant?
  }

  static let byteLimit = 4 * 1_048_576
  static let changeLimit = 1000
  static let fieldLimit = 64
  /// The maximum number of fields in a request, because writing them delays all other members.
  static let fieldsLimit = 4096
  static let valueByteLimit = 262_144
  /// The maximum bytes of all values of an object, because each object must fit in a response.
  static let objectByteLimit = 655_360
  /// The number of seconds by which a client's clock may be ahead. With a clock further ahead, the client's edits would
  /// replace later edits of other clients.
  static let clockTolerance: Int64 = 86_400

  func objects(at now: Instant) throws -> [SyncObject] {
    guard since >= 0 else { throw Refusal(.malformed, .init(field: "since")) }
    guard (limit ?? 1) > 0 else { throw Refusal(.malformed, .init(field: "limit")) }
    guard (epoch ?? "").utf8.count <= 8 else { throw Refusal(.malformed, .init(field: "epoch")) }
    guard changes.count <= Self.changeLimit else { throw Refusal(.tooLarge, .init(field: "changes")) }
    guard changes.reduce(0, { $0 + $1.fields.count }) <= Self.fieldsLimit else {
      throw Refusal(.tooLarge, .init(field: "changes"))
    }
    return try changes.enumerated().map { index, change in
      try change.object(at: now, field: "changes.\(index)")
    }
  }
}

extension SyncRequest.Change {
  fileprivate func object(at now: Instant, field: String) throws -> SyncObject {
    guard let id = UUID(text: id) else { throw Refusal(.malformed, .init(field: field + ".id")) }
    guard Name.isKind(kind) else { throw Refusal(.malformed, .init(field: field + ".kind")) }
    guard fields.count <= SyncRequest.fieldLimit, fields.keys.allSatisfy(Name.isField) else {
      throw Refusal(.malformed, .init(field: field + ".fields"))
    }
    guard fields.values.allSatisfy({ $0.value.utf8.count <= SyncRequest.valueByteLimit }) else {
      throw Refusal(.tooLarge, .init(field: field + ".fields"))
    }
    let latest = now.adding(seconds: SyncRequest.clockTolerance)
    guard (fields.values.map(\.edited) + [deleted].compactMap(\.self)).allSatisfy({ $0 <= latest }) else {
      throw Refusal(.clockAhead, .init(field: field, now: now))
    }
    return SyncObject(id: id, kind: kind, fields: fields, deleted: deleted)
  }
}
