// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

/// A copy of a member's data, made when the account or session ended without the person asking for it.
///
/// It is stored in the same file under a separate owner, so that the member's wipe leaves it, until the person
/// keeps it without an account or deletes it.
extension PersonDatabase {
  /// Puts it aside; safe to repeat.
  public func putCopyAside(of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: member) where !object.isDeleted {
        try ObjectsRows.save(object, of: member.aside, database)
      }
      try Self.moveHistory(of: member, to: member.aside, isNewer: true, database)
    }
  }

  /// How many things lie there, whoever had them.
  public func copiesAside() async throws(StorageError) -> Int {
    try await file.read { database in
      try database.value("SELECT count(*) FROM (\(Self.rowsAside))") ?? 0
    }
  }

  /// Makes it what is kept without an account; the kinds of which something became different.
  public func keepCopiesAside() async throws(StorageError) -> Set<PersonObject.Kind> {
    try await file.write { database in
      var changed: Set<PersonObject.Kind> = []
      for owner in try Self.ownersAside(database) {
        for object in try ObjectsRows.fetch(database, of: owner) {
          let merged = try ObjectsRows.fetch(database, object.id, of: .nobody)?.merged(with: object) ?? object
          try ObjectsRows.save(merged, of: .nobody, database)
          try ObjectsRows.remove(object.id, of: owner, database)
          changed.insert(object.kind)
        }
        // The history without an account was made since that account ended.
        try Self.moveHistory(of: owner, to: .nobody, isNewer: false, database)
      }
      return changed
    }
  }

  /// Deletes it for good: of one member, who has it again, or of all.
  ///
  /// A session may end while its member is adopted: what is put aside then is not theirs again.
  public func discardCopiesAside(of member: MemberID? = nil) async throws(StorageError) {
    let owners = try await file.read { database in
      if let member, try !Self.isKept(member, database) { return [MemberID]() }
      return try Self.ownersAside(database)
    }
    for owner in owners where member == nil || owner == member?.aside {
      try await wipeRows(of: owner, whileKept: member)
    }
  }

  /// Deletes for good what one member who is here no more left.
  public func discardCopyAside(ofEnded member: MemberID) async throws(StorageError) {
    try await wipeRows(of: member.aside)
  }

  private static func ownersAside(_ database: Database) throws -> [MemberID] {
    try database.values("SELECT DISTINCT member FROM (\(rowsAside))").map { MemberID($0) }
  }

  private static var rowsAside: String {
    ["object", "history"].map { "SELECT member FROM \($0) WHERE member LIKE 'aside %'" }.joined(separator: " UNION ALL ")
  }
}

extension MemberID {
  fileprivate var aside: MemberID { MemberID("aside " + text) }
}
