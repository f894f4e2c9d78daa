// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Unsent changes of a member whom the server signed out.
///
/// It is stored in the same file under a separate owner, so that the member's wipe leaves it, until the person
/// says what is to become of it.
extension PersonDatabase {
  /// Puts it aside; safe to repeat.
  public func keepUnsent(of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: member, where: "is_unsent") {
        let kept = try ObjectsRows.fetch(database, object.id, of: member.keepingUnsent)
        try ObjectsRows.save(kept?.merged(with: object) ?? object, of: member.keepingUnsent, database)
      }
    }
  }

  /// How many changes lie there.
  public func keptUnsent(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in try ObjectsRows.fetch(database, of: member.keepingUnsent).count }
  }

  /// Makes it the member's again, unsent as it was; the kinds of which something became different.
  public func takeUpUnsent(of member: MemberID) async throws(StorageError) -> Set<PersonObject.Kind> {
    try await file.write { database in
      var changed: Set<PersonObject.Kind> = []
      for object in try ObjectsRows.fetch(database, of: member.keepingUnsent) {
        var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
        merged.isUnsent = true
        try ObjectsRows.save(merged, of: member, database)
        try ObjectsRows.remove(object.id, of: member.keepingUnsent, database)
        changed.insert(object.kind)
      }
      return changed
    }
  }

  /// Deletes it for good.
  public func discardUnsent(of member: MemberID) async throws(StorageError) {
    try await wipeRows(of: member.keepingUnsent)
  }
}

extension MemberID {
  fileprivate var keepingUnsent: MemberID { MemberID("unsent " + text) }
}
