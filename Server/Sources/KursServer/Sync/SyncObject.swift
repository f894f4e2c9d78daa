// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

struct SyncObject: Hashable, Sendable {
  let id: UUID
  var kind: String
  var fields: [String: SyncField]
  /// The time of the deletion. Nil if the object isn't deleted, or if a field was edited later.
  private(set) var deleted: Instant?

  init(id: UUID, kind: String, fields: [String: SyncField], deleted: Instant?) {
    self.id = id
    self.kind = kind
    self.fields = fields
    self.deleted = deleted
    reviveIfEdited()
  }

  var byteCount: Int { fields.values.reduce(0) { $0 + $1.value.utf8.count } }

  /// Merges two versions. The result doesn't depend on the order or number of merges.
  func merged(with other: Self) -> Self {
    SyncObject(
      id: id,
      kind: kind.utf8.lexicographicallyPrecedes(other.kind.utf8) ? other.kind : kind,
      fields: fields.merging(other.fields) { $0.merged(with: $1) },
      deleted: [deleted, other.deleted].compactMap(\.self).max())
  }

  private mutating func reviveIfEdited() {
    guard let deleted, fields.values.contains(where: { deleted < $0.edited }) else { return }
    self.deleted = nil
  }
}
