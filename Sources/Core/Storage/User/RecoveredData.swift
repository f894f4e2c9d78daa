// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

/// Data that the user may keep or delete, under separate owners. Unsent data: changes of a member signed out by the
/// server, or objects of an earlier account with the same email address. Copies: all data of signed-out members.
public struct RecoveredData: Sendable {
  let user: UserDatabase

  static func keepUnsent(of member: MemberID, _ database: Database) throws {
    for object in try ObjectsRows.fetch(database, of: member, where: "is_unsent") {
      let kept = try ObjectsRows.fetch(database, object.id, of: member.unsentOwner)
      try ObjectsRows.save(kept?.merged(with: object) ?? object, of: member.unsentOwner, database)
    }
  }

  public func savedUnsent(of member: MemberID) async throws(StorageError) -> Int {
    try await user.file.read { database in
      try Self.owners(for: member, database).reduce(0) { sum, owner in
        try sum + Self.waiting(of: owner, database).count
      }
    }
  }

  public func earlierMembers(of member: MemberID) async throws(StorageError) -> [MemberID] {
    try await user.file.read { database in try Self.earlierMembers(of: member, database) }
  }

  public func adoptUnsent(of member: MemberID) async throws(StorageError) -> Set<UserObject.Kind> {
    try await user.file.write { database in
      var changed: Set<UserObject.Kind> = []
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
        try HistoryStore.move(of: owner, to: member, isNewer: false, database)
        try database.execute(
          sql: "UPDATE OR IGNORE recent_currency SET member = ? WHERE member = ?", arguments: [member.text, owner.text])
      }
      return changed
    }
  }

  public func discardUnsent(of member: MemberID) async throws(StorageError) {
    for owner in try await user.file.read({ database in try Self.owners(for: member, database) }) {
      try await user.wipeRows(of: owner)
    }
  }

  private static func owners(for member: MemberID, _ database: Database) throws -> [MemberID] {
    try [member.unsentOwner] + earlierMembers(of: member, database).flatMap { [$0, $0.unsentOwner] }
  }

  private static func earlierMembers(of member: MemberID, _ database: Database) throws -> [MemberID] {
    let ids: [String] = try database.values(
      """
      SELECT earlier.id FROM account AS earlier, account AS now
      WHERE now.id = ? AND earlier.id <> now.id AND lower(earlier.server) = lower(now.server) AND now.email <> ''
        AND lower(earlier.email) = lower(now.email) AND earlier.wipe_reason IS NULL ORDER BY earlier.id
      """, [member.text])
    return ids.map { MemberID($0) }
  }

  /// Returns the objects of `owner` that the user must keep or delete, with deletions if `owner` has unsent data.
  private static func waiting(of owner: MemberID, _ database: Database) throws -> [UserObject] {
    try ObjectsRows.fetch(database, of: owner).filter { !$0.isDeleted || owner.isUnsentOwner }
  }

  static func saveCopy(
    of member: MemberID, _ reason: SignOutReason, _ database: Database
  ) throws {
    for object in try ObjectsRows.fetch(database, of: member) where !object.isDeleted {
      try ObjectsRows.save(object, of: member.recoveredOwner, database)
    }
    try HistoryStore.move(of: member, to: member.recoveredOwner, isNewer: true, database)
    let account = try Row.fetchOne(database, sql: "SELECT * FROM account WHERE id = ?", arguments: [member.text])
    if let account { try name(StoredMember(account).member, reason, database) }
  }

  static func name(_ member: Member, _ reason: SignOutReason?, _ database: Database) throws {
    guard try ownersOfCopies(database).contains(member.id.recoveredOwner) else { return }
    try database.execute(
      sql: "INSERT OR REPLACE INTO recovered_copy (owner, email, server, reason) VALUES (?, ?, ?, ?)",
      arguments: [member.id.recoveredOwner.text, member.email, member.server, reason?.rawValue])
  }

  /// Returns the copies with their accounts. If `kind` isn't nil, returns only the copies with an object of this kind.
  public func copies(with kind: UserObject.Kind? = nil) async throws(StorageError) -> [RecoveredCopy] {
    try await user.file.read { database in
      try Self.ownersOfCopies(database).filter { owner in
        try kind.map { kind in
          try database.isTrue(
            "SELECT EXISTS (SELECT 1 FROM object WHERE member = ? AND kind = ? AND deleted_ms IS NULL)",
            [owner.text, kind.rawValue])
        } ?? true
      }.map { owner in
        let row = try Row.fetchOne(
          database, sql: "SELECT email, server, reason FROM recovered_copy WHERE owner = ?", arguments: [owner.text])
        return try RecoveredCopy(
          member: owner.ownerOfCopy, email: row?.column("email") ?? "",
          server: row?.column("server") ?? "", reason: row?.optional("reason").flatMap { SignOutReason(rawValue: $0) },
          count: database.value("SELECT count(*) FROM (\(Self.copyOwnersQuery)) WHERE member = ?", [owner.text]) ?? 0)
      }
    }
  }

  /// Moves a member's recovered copy back after a new sign-in. Objects are sent again, in case the server was restored
  /// from a backup. Skips unsent changes, which `adoptUnsent` moves. Returns whether anything changed.
  public func reclaimCopy(of member: MemberID) async throws(StorageError) -> Bool {
    let owner = member.recoveredOwner
    return try await user.file.write { database in
      guard try UserDatabase.isKept(member, database) else { return false }
      let before = database.totalChangesCount
      try HistoryStore.move(of: owner, to: member, isNewer: false, database)  // guards B09
      for object in try ObjectsRows.fetch(database, of: owner) {
        try ObjectsRows.remove(object.id, of: owner, database)
        guard try ObjectsRows.fetch(database, object.id, of: member.unsentOwner) == nil else { continue }
        var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
        merged.isUnsent = true
        try ObjectsRows.save(merged, of: member, database)
        // Record that the server already had the object's edits, so that a later deletion on the server loses nothing.
        try ConflictRows.noteKnown(object, of: member, database)
      }
      try database.execute(sql: "DELETE FROM recovered_copy WHERE owner = ?", arguments: [owner.text])
      return database.totalChangesCount > before
    }
  }

  /// Stores a member's copy as data without an account. Returns the changed kinds.
  public func saveCopy(of member: MemberID) async throws(StorageError) -> Set<UserObject.Kind> {
    let owner = member.recoveredOwner
    return try await user.file.write { database in
      var changed: Set<UserObject.Kind> = []
      for object in try ObjectsRows.fetch(database, of: owner) {
        let merged = try ObjectsRows.fetch(database, object.id, of: .withoutAccount)?.merged(with: object) ?? object
        try ObjectsRows.save(merged, of: .withoutAccount, database)
        try ObjectsRows.remove(object.id, of: owner, database)
        changed.insert(object.kind)
      }
      // The existing history without an account counts as newer than the recovered history.
      try HistoryStore.move(of: owner, to: .withoutAccount, isNewer: false, database)
      try database.execute(sql: "DELETE FROM recovered_copy WHERE owner = ?", arguments: [owner.text])
      return changed
    }
  }

  public func discardCopy(of member: MemberID) async throws(StorageError) {
    try await user.wipeRows(of: member.recoveredOwner)
  }

  private static func ownersOfCopies(_ database: Database) throws -> [MemberID] {
    try database.values("SELECT DISTINCT member FROM (\(copyOwnersQuery)) ORDER BY member").map { MemberID($0) }
  }

  private static var copyOwnersQuery: String {
    ["object", "history"].map { "SELECT member FROM \($0) WHERE member LIKE 'aside %'" }.joined(
      separator: " UNION ALL ")
  }
}

extension MemberID {
  var unsentOwner: MemberID { MemberID("unsent " + text) }
  fileprivate var isUnsentOwner: Bool { text.hasPrefix("unsent ") }
  private static let copyPrefix = "aside "
  var recoveredOwner: MemberID { MemberID(Self.copyPrefix + text) }
  fileprivate var ownerOfCopy: MemberID { MemberID(String(text.dropFirst(Self.copyPrefix.count))) }
  var isTemporaryOwner: Bool { text.hasPrefix(Self.copyPrefix) || isUnsentOwner }
}

/// A recovered copy and its account. `email` is empty if an older version of Kurs made the copy.
public struct RecoveredCopy: Hashable, Sendable {
  public let member: MemberID
  public let email: String
  public let server: String
  /// The reason for the sign-out. Nil if the data comes from a daily copy.
  public let reason: SignOutReason?
  /// The number of objects and calculations.
  public let count: Int
}
