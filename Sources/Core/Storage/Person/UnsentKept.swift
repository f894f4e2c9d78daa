// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// Unsent changes of a member whom the server signed out, and all that an earlier member of the same address had.
///
/// A server that was made anew knows the earlier one no more, and gives the person another id when they register again.
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
    try await file.read { database in
      try Self.owners(for: member, database).reduce(0) { sum, owner in
        try sum + Self.waiting(of: owner, database).count
      }
    }
  }

  /// The members of before with this one's address at the same server.
  public func earlierMembers(of member: MemberID) async throws(StorageError) -> [MemberID] {
    try await file.read { database in try Self.earlierMembers(of: member, database) }
  }

  /// Makes it the member's again, unsent as it was; the kinds of which something became different.
  public func takeUpUnsent(of member: MemberID) async throws(StorageError) -> Set<PersonObject.Kind> {
    try await file.write { database in
      var changed: Set<PersonObject.Kind> = []
      for owner in try Self.owners(for: member, database) {
        for object in try Self.waiting(of: owner, database) {
          var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
          merged.isUnsent = true
          try ObjectsRows.save(merged, of: member, database)
          try ObjectsRows.remove(object.id, of: owner, database)
          changed.insert(object.kind)
        }
      }
      for owner in try Self.earlierMembers(of: member, database) {
        for table in ["history", "recent_currency"] {
          try database.execute(
            sql: "UPDATE OR IGNORE \(table) SET member = ? WHERE member = ?", arguments: [member.text, owner.text])
        }
      }
      return changed
    }
  }

  /// Deletes it for good.
  public func discardUnsent(of member: MemberID) async throws(StorageError) {
    for owner in try await file.read({ database in try Self.owners(for: member, database) }) {
      try await wipeRows(of: owner)
    }
  }

  /// Whose objects wait for the person's word once this member is signed in.
  private static func owners(for member: MemberID, _ database: Database) throws -> [MemberID] {
    try [member.keepingUnsent] + earlierMembers(of: member, database).flatMap { [$0, $0.keepingUnsent] }
  }

  private static func earlierMembers(of member: MemberID, _ database: Database) throws -> [MemberID] {
    let ids: [String] = try database.values(
      """
        SELECT earlier.id FROM account AS earlier, account AS now
        WHERE now.id = ? AND earlier.id <> now.id AND earlier.server = now.server AND now.email <> ''
          AND lower(earlier.email) = lower(now.email) AND earlier.wipe_reason IS NULL ORDER BY earlier.id
        """, [member.text])
    return ids.map { MemberID($0) }
  }

  /// Deletions of an earlier member are nobody's concern: the new one never had the objects.
  private static func waiting(of owner: MemberID, _ database: Database) throws -> [PersonObject] {
    try ObjectsRows.fetch(database, of: owner).filter { !$0.isDeleted || owner.isKeepingUnsent }
  }
}

extension MemberID {
  fileprivate var keepingUnsent: MemberID { MemberID("unsent " + text) }
  fileprivate var isKeepingUnsent: Bool { text.hasPrefix("unsent ") }
}
