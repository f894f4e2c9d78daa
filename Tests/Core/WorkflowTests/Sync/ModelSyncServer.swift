// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// The account server's sync as its contract describes it, written anew for the tests.
///
/// It shares none of the client's merging code.
struct ModelSyncServer {
  private struct Entry: Equatable {
    var kind: String
    var fields: [String: (value: [UInt8], edited: Int64)]
    var deleted: Int64?
    var revision: Int

    static func == (a: Entry, b: Entry) -> Bool {
      a.kind == b.kind && a.deleted == b.deleted && a.fields.keys == b.fields.keys
        && a.fields.allSatisfy { name, field in b.fields[name].map { $0 == field } ?? false }
    }
  }

  private var entries: [String: Entry] = [:]
  private var revision = 0
  private var purged: [(id: String, revision: Int)] = []
  private(set) var requests = 0

  var ids: [String] { entries.keys.sorted() }

  mutating func answer(_ request: SyncRequest) throws(SyncFailure) -> SyncAnswer {
    requests += 1
    guard request.since <= revision else { throw .serverIsBehind }
    for object in request.changes { take(object) }
    let sent = Set(request.changes.map(\.id.text))
    let changed = entries.filter { $0.value.revision > request.since || sent.contains($0.key) }
    return SyncAnswer(
      revision: revision, changes: changed.sorted { $0.key < $1.key }.compactMap(object),
      removed: purged.filter { $0.revision > request.since && entries[$0.id] == nil }.compactMap { UserObject.ID($0.id) })
  }

  private mutating func take(_ object: UserObject) {
    let before = entries[object.id.text]
    var entry = before ?? Entry(kind: object.kind.rawValue, fields: [:], deleted: nil, revision: 0)
    for (name, field) in object.fields {
      let new = (value: Array(field.value.utf8), edited: field.edited.milliseconds)
      guard let old = entry.fields[name] else {
        entry.fields[name] = new
        continue
      }
      if new.edited > old.edited || (new.edited == old.edited && old.value.lexicographicallyPrecedes(new.value)) {
        entry.fields[name] = new
      }
    }
    if let deleted = object.deleted { entry.deleted = max(entry.deleted ?? .min, deleted.milliseconds) }
    // "An object is deleted unless one of its fields was edited after that, in which case `deleted` becomes null."
    if let deleted = entry.deleted, entry.fields.values.contains(where: { $0.edited > deleted }) { entry.deleted = nil }
    guard before != entry else { return }
    revision += 1
    entry.revision = revision
    entries[object.id.text] = entry
  }

  /// Keeps only the id of each deleted object, as after 180 days.
  mutating func purge() {
    for (id, entry) in entries where entry.deleted != nil {
      entries[id] = nil
      revision += 1
      purged.append((id, revision))
    }
  }

  /// Loses all data, as when an old backup is restored.
  mutating func loseEverything() {
    (entries, revision, purged) = ([:], 0, [])
  }

  private func object(_ id: String, _ entry: Entry) -> UserObject? {
    guard let id = UserObject.ID(id) else { return nil }
    let fields = entry.fields.mapValues {
      UserObject.Field(String(decoding: $0.value, as: UTF8.self), edited: Timestamp(milliseconds: $0.edited))
    }
    return UserObject(
      id: id, kind: .init(rawValue: entry.kind), fields: fields,
      deleted: entry.deleted.map { Timestamp(milliseconds: $0) }, revision: entry.revision, isUnsent: false)
  }
}
