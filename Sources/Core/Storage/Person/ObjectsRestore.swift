// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension PersonDatabase {
  /// Brings objects of a backup back, all of them or none; counts them, and the kinds that became different.
  ///
  /// `isEdit`: what is absent here comes back as an edit of now, so that a deletion after the backup, which only the
  /// server remembers, does not take it away again.
  public func restore(
    _ objects: [PersonObject], of member: MemberID, isEdit: Bool = true, now: Timestamp
  ) async throws(StorageError) -> (RestoredBackup, kinds: Set<PersonObject.Kind>) {
    try await file.write { database in
      var (counts, kinds) = (RestoredBackup(), Set<PersonObject.Kind>())
      for object in objects {
        let here = try ObjectsRows.fetch(database, object.id, of: member)
        var restored = PersonObject.restored(object, over: here, isEdit: isEdit, now: now)
        if let here, here.says(sameAs: restored) {
          counts.known += 1
          continue
        }
        restored.isUnsent = true
        try ObjectsRows.save(restored, of: member, database)
        if here?.isDeleted ?? true { counts.added += 1 } else { counts.changed += 1 }
        kinds.insert(restored.kind)
      }
      return (counts, kinds)
    }
  }
}
