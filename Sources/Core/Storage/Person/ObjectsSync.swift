// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension PersonDatabase {
  /// The server's revision up to which everything is here; 0 before the first exchange.
  public func syncedRevision(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in try Self.revision(database, of: member) }
  }

  /// The life of the server that revision is of; empty where none was named.
  public func syncedEpoch(of member: MemberID) async throws(StorageError) -> String {
    try await file.read { database in
      try database.value("SELECT epoch FROM synced WHERE member = ?", [member.text]) ?? ""
    }
  }

  /// Up to `limit` objects that the server does not know yet, deletions included; none with a value of more bytes of
  /// UTF-8 than `longest`, for that stays on this machine. A deletion is sent without its values, so it always goes.
  public func unsentObjects(
    of member: MemberID, limit: Int, longest: Int = ServiceLimits().value
  ) async throws(StorageError) -> [PersonObject] {
    try await file.read { database in
      try ObjectsRows.fetch(
        database, of: member, where: "is_unsent AND NOT \(Self.hasLongValue)", [longest], limit: limit)
    }
  }

  /// All objects of a member, where the server knows each of them as it is here; nil while something is unsent.
  public func allSynced(of member: MemberID) async throws(StorageError) -> [PersonObject]? {
    try await file.read { database in
      let objects = try ObjectsRows.fetch(database, of: member)
      return objects.contains(where: \.isUnsent) ? nil : objects
    }
  }

  /// Objects whose values are too long for the server.
  public func tooLongToSync(
    of member: MemberID, longest: Int = ServiceLimits().value
  ) async throws(StorageError) -> [PersonObject] {
    try await file.read { database in
      try ObjectsRows.fetch(
        database, of: member, where: "is_unsent AND \(Self.hasLongValue)", [longest]
      ).filter { !$0.isDeleted }
    }
  }

  private static let hasLongValue = """
    (EXISTS (SELECT 1 FROM object_field AS field WHERE field.member = object.member
      AND field.id = object.id AND length(CAST(field.value AS BLOB)) > ?)
    AND (deleted_ms IS NULL OR EXISTS (SELECT 1 FROM object_field AS field WHERE field.member = object.member
      AND field.id = object.id AND field.edited_ms > deleted_ms)))
    """

  /// Takes up a server's answer in one transaction; the kinds of which something became different.
  ///
  /// Nil, and nothing is written, where the member is not known here, or their data is being deleted.
  /// `sent`: what the answer was given to. What was edited since stays unsent, whatever the answer says of it, and so
  /// does what the server gives back otherwise: another machine's change came between. `hasMore`: of what the answer
  /// does not name a later page may tell.
  public func takeUp(
    _ changes: [PersonObject], removed: [PersonObject.ID], revision: Int, epoch: String = "", hasMore: Bool = false,
    sent: [PersonObject], of member: MemberID
  ) async throws(StorageError) -> Set<PersonObject.Kind>? {
    try await file.write { database in
      guard try Self.isKept(member, database) else { return nil }
      var changed: Set<PersonObject.Kind> = []
      let named = Set(changes.map(\.id))
      for object in sent where !named.contains(object.id) && !hasMore {
        guard var now = try ObjectsRows.fetch(database, object.id, of: member), now.says(sameAs: object)
        else { continue }
        now.isUnsent = false
        try ObjectsRows.save(now, of: member, database)
      }
      for object in changes {
        let before = try ObjectsRows.fetch(database, object.id, of: member)
        let known = try Self.known(object, of: member, database)
        let conflicts = before?.conflicts(with: object, known: known) ?? []
        if let before, try Self.keepLeftOver(before, object, known, of: member, database) {
          changed.insert(before.kind)
        }
        var merged = before?.merged(with: object) ?? object
        merged.isUnsent = !merged.says(sameAs: object)
        if merged != before { try ObjectsRows.save(merged, of: member, database) }
        try Self.noteKnown(object, of: member, database)
        try Self.note(conflicts, of: member, database)
        guard merged != before else { continue }
        if before.map({ !$0.says(sameAs: merged) }) ?? !merged.isDeleted { changed.insert(merged.kind) }
      }
      for id in removed {
        guard let object = try ObjectsRows.fetch(database, id, of: member), !object.isUnsent else { continue }
        try ObjectsRows.remove(id, of: member, database)
        if !object.isDeleted { changed.insert(object.kind) }
      }
      let revisionHere = try Self.revision(database, of: member)
      try database.execute(
        sql: "INSERT OR REPLACE INTO synced (member, revision, epoch) VALUES (?, ?, ?)",
        arguments: [member.text, max(revisionHere, revision), epoch])
      return changed
    }
  }

  /// Forgets how far the server was known: everything is sent again, and asked for from the beginning.
  public func sendAllAgain(of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM synced WHERE member = ?", arguments: [member.text])
      try database.execute(sql: "UPDATE object SET is_unsent = 1 WHERE member = ?", arguments: [member.text])
    }
  }

  /// Turns unsent edits and deletions that are further ahead than the server takes, made while the clock was ahead,
  /// into ones of now; of one object they stay in their order.
  public func restamp(of member: MemberID, after now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: member, where: "is_unsent") {
        let restamped = object.restamped(now: now)
        guard restamped != object else { continue }
        try ObjectsRows.save(restamped, of: member, database)
        // A conflict waits for as long as its property is not edited, which it was not.
        for (name, field) in restamped.fields {
          guard let before = object.fields[name], before.edited != field.edited else { continue }
          try database.execute(
            sql: "UPDATE conflict SET kept_ms = ? WHERE member = ? AND id = ? AND name = ? AND kept_ms = ?",
            arguments: [
              field.edited.milliseconds, member.text, object.id.text, name, before.edited.milliseconds,
            ])
        }
      }
    }
  }

  /// Gives what was made while nobody was signed in to a member, merged with what that one has; nobody keeps none.
  ///
  /// False where there was nothing.
  @discardableResult
  public func adoptObjects(by member: MemberID) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = database.totalChangesCount
      for object in try ObjectsRows.fetch(database, of: .nobody) where !object.isDeleted {
        var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
        merged.isUnsent = true
        try ObjectsRows.save(merged, of: member, database)
      }
      try database.execute(sql: "DELETE FROM object WHERE member = ''")
      try Self.moveHistory(of: .nobody, to: member, isNewer: true, database)
      try Self.moveRecent(of: .nobody, to: member, database)
      return database.totalChangesCount > before
    }
  }

  static func isKept(_ member: MemberID, _ database: Database) throws -> Bool {
    try database.isTrue("SELECT EXISTS (SELECT 1 FROM account WHERE id = ? AND wipe_reason IS NULL)", [member.text])
  }

  private static func revision(_ database: Database, of member: MemberID) throws -> Int {
    try database.value("SELECT revision FROM synced WHERE member = ?", [member.text]) ?? 0
  }
}
