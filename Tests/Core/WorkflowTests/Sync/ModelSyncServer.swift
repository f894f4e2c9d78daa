// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

@testable import KursWorkflow

/// A separate implementation of the account server's sync, by its contract.
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
  private var purged: [(id: String, revision: Int, deleted: Int64)] = []
  private(set) var requests = 0
  /// The epoch of the server's revisions, which changes each time the server loses its data or restores a backup.
  private var life = 1
  /// False for an older server, which merges a change even if the client hasn't received the newest version.
  var isReporting = true
  /// The server accepts edits up to this time.
  var latest = Int64.max

  var ids: [String] { entries.keys.sorted() }

  /// Calculates the digest by the contract, independently of the program.
  var digest: String {
    var sum = [UInt8](repeating: 0, count: 16)
    for (id, entry) in entries where entry.deleted == nil {
      var text = "\(id)\n\(entry.kind)\n"
      for name in entry.fields.keys.sorted() {
        guard let field = entry.fields[name] else { continue }
        let edited = Timestamp(milliseconds: field.edited).utcText
        text += "\(name)\n\(edited)\n\(field.value.count)\n\(String(decoding: field.value, as: UTF8.self))\n"
      }
      let digest = SHA256.digest(Array(text.utf8))
      for index in 0..<16 { sum[index] ^= digest[index] }
    }
    return sum.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  mutating func answer(_ request: SyncRequest) throws(SyncFailure) -> SyncAnswer {
    requests += 1
    let isOfThisLife = request.epoch.isEmpty || request.epoch == "\(life)"
    guard request.since <= revision, request.since == 0 || isOfThisLife else { throw .serverIsBehind }
    let moments = request.changes.flatMap { $0.fields.values.map(\.edited) + [$0.deleted].compactMap { $0 } }
    guard moments.allSatisfy({ $0.milliseconds <= latest }) else { throw .clockIsAhead }
    for object in request.changes {
      if isReporting, let entry = entries[object.id.text], entry.revision > request.since { continue }
      take(object)
    }
    let sent = Set(request.changes.map(\.id.text))
    let changed = entries.filter { $0.value.revision > request.since || sent.contains($0.key) }
    return SyncAnswer(
      revision: revision, epoch: "\(life)", changes: changed.sorted { $0.key < $1.key }.compactMap(object),
      removed: purged.filter { ($0.revision > request.since || sent.contains($0.id)) && entries[$0.id] == nil }
        .compactMap { UserObject.ID($0.id) },
      digest: digest)
  }

  private mutating func take(_ object: UserObject) {
    let before = entries[object.id.text]
    // The contract says: "A purged object returns only through an edit made after its deletion."
    if before == nil, let gone = purged.last(where: { $0.id == object.id.text }),
      !object.fields.values.contains(where: { $0.edited.milliseconds > gone.deleted })
    {
      return
    }
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
    // The contract says: "An object is deleted unless one of its fields was edited after that, in which case `deleted`
    // becomes null."
    if let deleted = entry.deleted, entry.fields.values.contains(where: { $0.edited > deleted }) { entry.deleted = nil }
    guard before != entry else { return }
    revision += 1
    entry.revision = revision
    entries[object.id.text] = entry
  }

  /// Keeps only the id of each deleted object, as after 180 days. Returns the deletion times by id.
  @discardableResult
  mutating func purge() -> [String: Int64] {
    let deletions = entries.compactMapValues(\.deleted)
    for (id, deleted) in deletions.sorted(by: { $0.key < $1.key }) {
      entries[id] = nil
      revision += 1
      purged.append((id, revision, deleted))
    }
    return deletions
  }

  /// Loses all data, as when an old backup is restored.
  mutating func loseEverything() {
    (entries, revision, purged, life) = ([:], 0, [], life + 1)
  }

  /// Restores a backup that was made when the server was `before`.
  mutating func restore(_ before: ModelSyncServer) {
    (entries, revision, purged, life) = (before.entries, before.revision, before.purged, life + 1)
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
