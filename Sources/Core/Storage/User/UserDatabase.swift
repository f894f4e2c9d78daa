// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

/// The user's data, which exists only here. Each commit is written to disk immediately.
public struct UserDatabase: Sendable {
  package let file: DatabaseFile

  /// Opens the file. `recovery` salvages a damaged file. Without `recovery`, damage is thrown.
  public init(path: String, recovery: FileRecovery? = nil) throws(StorageError) {
    var recovery = recovery
    recovery?.salvaged = .everything
    file = DatabaseFile(path: path, durability: .full, migrator: Self.migrator, recovery: recovery)
    try file.open()
  }

  public var recoveredFile: QuarantinedFile? { file.recoveredFile }

  public var saveError: StorageError? { file.saveError }

  public func wasChangedElsewhere() async -> Bool { await file.wasChangedElsewhere() }

  public var history: HistoryStore { HistoryStore(file: file) }

  public var recovered: RecoveredData { RecoveredData(user: self) }

  public var dailyCopies: DailyCopies { DailyCopies(user: self) }

  /// Checks the whole file if a program was interrupted while writing, and salvages damaged parts.
  public func checkAfterCutOff() async throws(StorageError) {
    if file.wasInterrupted { try await file.check() }
  }

  static var migrator: DatabaseMigrator {
    DatabaseMigrator(steps: [
      "1-session": "CREATE TABLE session (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
      "objects": ObjectsSchema.sql,
      "members": createMembers,
      "queue-1": QueueSchema.sql,
      "settings-baseline": SettingsBaseline.sql,
      "analytics-1": AnalyticsSchema.sql,
      "synced-epoch": "ALTER TABLE synced ADD COLUMN epoch TEXT NOT NULL DEFAULT ''",
      "conflicts": ConflictsSchema.sql,
      "first-place": FirstPlace.sql,
      "leaving-step": "ALTER TABLE account ADD COLUMN leaving_step TEXT",
      "settings-owner":
        "CREATE TABLE settings_owner (place INTEGER PRIMARY KEY CHECK (place = 1), owner TEXT NOT NULL)",
      "recovered-copy": """
        CREATE TABLE recovered_copy (owner TEXT PRIMARY KEY, email TEXT NOT NULL, server TEXT NOT NULL, reason TEXT)
          WITHOUT ROWID
        """,
    ])
  }

  public func session() async throws(StorageError) -> [String: String] {
    try await file.read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM session")
      return try Dictionary(
        rows.map { try ($0.column("name"), $0.column("value")) }, uniquingKeysWith: { first, _ in first })
    }
  }

  public func saveSession(_ values: [String: String]) async throws(StorageError) {
    try await file.write { database in
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO session (name, value) VALUES (?, ?)")
      for (name, value) in values { try save.execute(arguments: [name, value]) }
    }
  }

  /// Adds the table of accounts. Every table with members' data needs a column `member`, by which deletions find rows.
  private static let createMembers = """
    CREATE TABLE account (
      id TEXT PRIMARY KEY,
      server TEXT NOT NULL,
      email TEXT NOT NULL,
      name TEXT NOT NULL,
      avatar TEXT,
      is_signed_in INTEGER NOT NULL,
      is_current INTEGER NOT NULL,
      used_ms INTEGER NOT NULL,
      wipe_reason TEXT
    ) WITHOUT ROWID
    """

  public func members() async throws(StorageError) -> [StoredMember] {
    try await file.rows("SELECT * FROM account ORDER BY used_ms DESC, id", as: StoredMember.init)
  }

  /// Saves a member at sign-in, and cancels an unfinished removal. If `isCurrent`, Kurs shows this member's data.
  public func save(
    _ member: Member, isSignedIn: Bool, isCurrent: Bool = false, at now: Timestamp
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO account (id, server, email, name, avatar, is_signed_in, is_current, used_ms)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)
          ON CONFLICT (id) DO UPDATE SET server = excluded.server, email = excluded.email, name = excluded.name,
            avatar = excluded.avatar, is_signed_in = excluded.is_signed_in, used_ms = excluded.used_ms,
            wipe_reason = NULL, leaving_step = NULL
          """,
        arguments: [
          member.id.text, member.server, member.email, member.name, member.avatar, isSignedIn, now.milliseconds,
        ])
      if isCurrent { try Self.show(member.id, database) }
    }
  }

  public func update(_ member: Member, isSignedIn: Bool, at now: Timestamp) async throws(StorageError) {
    try await file.execute(
      """
      UPDATE account SET email = ?, name = ?, avatar = ?, is_signed_in = ?, used_ms = ?
      WHERE id = ? AND wipe_reason IS NULL AND leaving_step IS NULL
      """, [member.email, member.name, member.avatar, isSignedIn, now.milliseconds, member.id.text])
  }

  /// Makes this member's data the data that Kurs shows. `.withoutAccount` shows the data without an account.
  public func makeCurrent(_ id: MemberID, at now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      try Self.show(id, database)
      try database.execute(
        sql: "UPDATE account SET used_ms = ? WHERE id = ?", arguments: [now.milliseconds, id.text])
    }
  }

  private static func show(_ id: MemberID, _ database: Database) throws {
    try database.execute(sql: "UPDATE account SET is_current = (id = ?)", arguments: [id.text])
  }
}

extension StoredMember {
  init(_ row: Row) throws {
    try self.init(
      member: Member(
        id: MemberID(row.column("id")), server: row.column("server"), email: row.column("email"),
        name: row.column("name"), avatar: row.optional("avatar")),
      isSignedIn: row.column("is_signed_in"), isCurrent: row.column("is_current"),
      used: Timestamp(milliseconds: row.column("used_ms")), state: MemberState(row))
  }
}

extension MemberState {
  fileprivate init(_ row: Row) throws {
    try self.init(reason: row.optional("wipe_reason"), step: row.optional("leaving_step"))
  }
}

/// Removes members. Each step checks that the member is still leaving, because a new sign-in keeps the data.
extension UserDatabase {
  public func state(of id: MemberID) async throws(StorageError) -> MemberState? {
    try await file.read { try Self.state(of: id, $0) }
  }

  /// Stores that a member is leaving, before anything is deleted. Does nothing if the data is already being deleted.
  public func startLeaving(
    _ member: Member, _ reason: SignOutReason, keepingData: Bool = false, at now: Timestamp
  ) async throws(StorageError) {
    let step = keepingData ? .secretsOnly : MemberState.first(reason)
    // Insert the member if the row is missing, because a full disk may have prevented saving the member at sign-in.
    try await file.execute(
      """
      INSERT INTO account (id, server, email, name, is_signed_in, is_current, used_ms, wipe_reason, leaving_step)
      VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET is_signed_in = 0, wipe_reason = excluded.wipe_reason,
        leaving_step = excluded.leaving_step WHERE wipe_reason IS NULL
      """,
      [
        member.id.text, member.server, member.email, member.name, now.milliseconds,
        keepingData ? nil : reason.rawValue, step.rawValue,
      ])
  }

  /// Carries out a step and stores the next step, in one transaction. Does nothing unless the member is at this step.
  /// Before the steps `files` and `secrets`, the caller must delete the member's other files and secrets.
  public func finish(_ step: LeavingStep, of id: MemberID) async throws(StorageError) {
    guard case .leaving(_, step)? = try await state(of: id) else { return }
    if step == .files {
      // Erase the rows again, because the previous step may have been interrupted while the log still had the rows.
      try await file.erase { _ in }
      try dailyCopies.remove([id, id.unsentOwner, id.recoveredOwner])
    }
    let work: @Sendable (Database) throws -> Void = { database in
      guard case .leaving(let reason, step)? = try Self.state(of: id, database) else { return }
      switch step {
      case .recovery:
        if reason != .accountDeleted { try RecoveredData.keepUnsent(of: id, database) }
        try RecoveredData.saveCopy(of: id, reason, database)
        try Self.note(.rows, of: id, database)
      case .rows:
        try Self.deleteRows(of: id, database)
        try Self.note(.files, of: id, database)
      case .files: try Self.note(.secrets, of: id, database)
      case .secrets:
        // Delete rows again, because another window may have saved data before it noticed that the member is leaving.
        try Self.deleteRows(of: id, database)
        try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [id.text])
      case .secretsOnly:
        try database.execute(
          sql: "UPDATE account SET leaving_step = NULL, is_signed_in = 0, is_current = 0 WHERE id = ?",
          arguments: [id.text])
      }
    }
    switch step {
    case .rows, .secrets: try await file.erase(work)
    case .recovery, .files, .secretsOnly: try await file.write(work)
    }
  }

  /// Hides a member whose secrets can't be removed, so that the next start doesn't show this member.
  public func hide(_ id: MemberID) async throws(StorageError) {
    try await file.execute("UPDATE account SET is_current = 0 WHERE id = ? AND wipe_reason IS NOT NULL", [id.text])
  }

  /// Undoes a sign-in that the user cancelled while it was being stored, unless a later sign-in was stored. `before`:
  /// the member's earlier state, or nil for a new member. `shown`: the previous member. `saved`: the time of `save`.
  public func undoSignIn(
    _ id: MemberID, to before: MemberState?, shown: MemberID = .withoutAccount, saved: Timestamp
  ) async throws(StorageError) {
    try await file.write { database in
      let isLast = try database.isTrue(
        "SELECT EXISTS (SELECT 1 FROM account WHERE id = ? AND used_ms = ? AND is_current)",
        [id.text, saved.milliseconds])
      if isLast { try Self.show(shown, database) }
      switch before {
      case .active: break
      case nil:
        try database.execute(
          sql: "DELETE FROM account WHERE id = ? AND used_ms = ?", arguments: [id.text, saved.milliseconds])
      case .leaving(let reason, let step)?:
        try database.execute(
          sql: """
            UPDATE account SET is_signed_in = 0, wipe_reason = ?, leaving_step = ? WHERE id = ? AND used_ms = ?
            """,
          arguments: [
            step == .secretsOnly ? nil : reason.rawValue, step.rawValue, id.text, saved.milliseconds,
          ])
      }
    }
  }

  private static func state(of id: MemberID, _ database: Database) throws -> MemberState? {
    try Row.fetchOne(
      database, sql: "SELECT wipe_reason, leaving_step FROM account WHERE id = ?", arguments: [id.text]
    ).map { try MemberState($0) }
  }

  private static func note(_ step: LeavingStep, of id: MemberID, _ database: Database) throws {
    try database.execute(
      sql: "UPDATE account SET leaving_step = ? WHERE id = ?", arguments: [step.rawValue, id.text])
  }

  static func deleteRows(of id: MemberID, _ database: Database) throws {
    // Delete the open list's text but not its id. As the list is gone, the next start shows the unnamed list.
    try database.execute(
      sql: """
        DELETE FROM session WHERE name IN (\(listTexts)) AND EXISTS (
          SELECT 1 FROM object WHERE id = (SELECT value FROM session WHERE name = 'list') AND member = ?1)
        AND NOT EXISTS (
          SELECT 1 FROM object WHERE id = (SELECT value FROM session WHERE name = 'list') AND member <> ?1)
        """, arguments: [id.text])  // guards B11: id.text => ""
    try database.execute(sql: "DELETE FROM recovered_copy WHERE owner = ?", arguments: [id.text])
    for table in try Self.tablesOfMembers(database) {  // guards S16, A07, A08: Self.tablesOfMembers(database) => []
      try database.execute(
        sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE member = ?", arguments: [id.text])
    }
  }

  private static let listTexts =
    "'list-title', 'list-kept', 'amount', 'exact', 'lines', 'readings', 'active', 'total', 'day', 'rule', 'fee'"

  /// Deletes the member's rows from every table and overwrites them on disk.
  public func wipeRows(of id: MemberID) async throws(StorageError) {
    // Never delete the data without an account here, because only the user may delete it.
    guard id != .withoutAccount else { return }
    try await file.erase { try Self.deleteRows(of: id, $0) }
    // Remove the data from the daily copies last, because a failure here must not prevent the deletion of the rows.
    try dailyCopies.remove([id])
  }

  private static func tablesOfMembers(_ database: Database) throws -> [String] {
    try database.values(
      """
      SELECT master.name FROM sqlite_master AS master, pragma_table_info(master.name) AS field
      WHERE master.type = 'table' AND field.name = 'member'
      """)
  }

  public func recentCurrencies(of member: MemberID, limit: Int) async throws(StorageError) -> [Currency] {
    try await file.read { database in
      try database.values(
        "SELECT currency FROM recent_currency WHERE member = ? ORDER BY place DESC LIMIT ?", [member.text, limit]
      ).compactMap { Currency($0 as String) }
    }
  }

  public func noteRecent(_ currency: Currency, of member: MemberID) async throws(StorageError) {
    try await file.execute(
      """
      INSERT OR REPLACE INTO recent_currency (member, currency, place)
      VALUES (?1, ?2, (SELECT ifnull(max(place), 0) + 1 FROM recent_currency WHERE member = ?1))
      """, [member.text, currency.code])
  }

  static func moveRecent(of owner: MemberID, to other: MemberID, _ database: Database) throws {
    let last: Int64 = try database.value("SELECT max(place) FROM recent_currency WHERE member = ?", [other.text]) ?? 0
    let first: Int64 = try database.value("SELECT min(place) FROM recent_currency WHERE member = ?", [owner.text]) ?? 0
    try database.execute(
      sql: "UPDATE OR REPLACE recent_currency SET member = ?, place = place + ? WHERE member = ?",
      arguments: [other.text, last - first + 1, owner.text])
  }

  public func settingsBaseline(of member: MemberID) async throws(StorageError) -> SettingsBaseline {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT name, value FROM settings_baseline WHERE member = ?", arguments: [member.text])
      let values: [String: String] = try Dictionary(
        rows.map { try ($0.column("name"), $0.column("value")) }, uniquingKeysWith: { first, _ in first })
      let owner: String? = try database.value("SELECT owner FROM settings_owner")
      let current: String? = try database.value("SELECT id FROM account WHERE is_current AND wipe_reason IS NULL")
      return SettingsBaseline(values: values, owner: owner.map { MemberID($0) }, current: current.map { MemberID($0) })
    }
  }

  public func noteSettingsOwner(_ owner: MemberID) async throws(StorageError) {
    try await file.execute("INSERT OR REPLACE INTO settings_owner VALUES (1, ?)", [owner.text])
  }

  /// Stores that the settings file has this member's settings. Stores `values` too, unless the member is being removed.
  public func noteSettingsBaseline(_ values: [String: String], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "INSERT OR REPLACE INTO settings_owner VALUES (1, ?)", arguments: [member.text])
      guard try member == .withoutAccount || Self.isKept(member, database) else { return }
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO settings_baseline (member, name, value) VALUES (?, ?, ?)")
      for (name, value) in values { try save.execute(arguments: [member.text, name, value]) }
    }
  }

  /// Returns a member's objects. `.withoutAccount` means the data without an account.
  public func objects(
    _ kind: UserObject.Kind, of member: MemberID, deletedToo: Bool = false
  ) async throws(StorageError) -> [UserObject] {
    try await file.read { database in
      try ObjectsRows.fetch(database, of: member, where: "kind = ?", [kind.rawValue])
        .filter { deletedToo || !$0.isDeleted }
    }
  }

  public func object(_ id: UserObject.ID, of member: MemberID) async throws(StorageError) -> UserObject? {
    try await file.read { database in try ObjectsRows.fetch(database, id, of: member) }
  }

  /// Changes objects of one kind in one transaction. `change` also gets deleted objects. Returns whether any changed.
  @discardableResult
  public func changeObjects(
    _ kind: UserObject.Kind, of member: MemberID,
    _ change: @escaping @Sendable ([UserObject]) -> [UserObject]
  ) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = try ObjectsRows.fetch(database, of: member, where: "kind = ?", [kind.rawValue])
      return try Self.save(change(before), insteadOf: before, of: member, database)
    }
  }

  @discardableResult
  public func changeObject(
    _ id: UserObject.ID, of member: MemberID,
    _ change: @escaping @Sendable (UserObject?) -> UserObject?
  ) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = try ObjectsRows.fetch(database, id, of: member)
      let (all, known) = ([change(before)].compactMap { $0 }, [before].compactMap { $0 })
      return try Self.save(all, insteadOf: known, of: member, database)
    }
  }

  public func put(_ object: UserObject, of member: MemberID) async throws(StorageError) {
    try await changeObject(object.id, of: member) { _ in object }
  }

  private static func save(
    _ objects: [UserObject], insteadOf before: [UserObject], of member: MemberID, _ database: Database
  ) throws -> Bool {
    let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var hasChanged = false
    for var object in objects where known[object.id] != object {
      object.isUnsent = true
      try ObjectsRows.save(object, of: member, database)
      hasChanged = true
    }
    return hasChanged
  }

  /// Restores a backup's objects, all or none. Returns counts and the changed kinds. If `isEdit`, objects that were
  /// missing here count as edited now, so that an earlier deletion on the server doesn't remove them again.
  public func restore(
    _ objects: [UserObject], of member: MemberID, isEdit: Bool = true, now: Timestamp
  ) async throws(StorageError) -> (RestoredBackup, kinds: Set<UserObject.Kind>) {
    try await file.write { database in
      var (counts, kinds) = (RestoredBackup(), Set<UserObject.Kind>())
      for object in objects {
        let here = try ObjectsRows.fetch(database, object.id, of: member)
        var restored = UserObject.restored(object, over: here, isEdit: isEdit, now: now)
        if let here, here.hasSameContent(as: restored) {
          counts.known += 1
          continue
        }
        restored.isUnsent = true
        try ObjectsRows.save(restored, of: member, database)
        // Record that the server already had the object's edits, so that a later deletion on the server loses nothing.
        if !isEdit, !object.isUnsent { try ConflictRows.noteKnown(object, of: member, database) }
        if here?.isDeleted ?? true { counts.added += 1 } else { counts.changed += 1 }
        kinds.insert(restored.kind)
      }
      return (counts, kinds)
    }
  }

  public func syncedRevision(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in try Self.revision(database, of: member) }
  }

  public func syncedEpoch(of member: MemberID) async throws(StorageError) -> String {
    try await file.read { database in
      try database.value("SELECT epoch FROM synced WHERE member = ?", [member.text]) ?? ""
    }
  }

  public func unsentCount(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in
      try database.value("SELECT count(*) FROM object WHERE member = ? AND is_unsent", [member.text]) ?? 0
    }
  }

  /// Returns up to `limit` unsent objects and deletions, after the first `skip`, without values over `longest` bytes.
  /// Deletions and small objects come first, so that many fit even if the account is almost full.
  public func unsentObjects(
    of member: MemberID, limit: Int, skip: Int = 0, longest: Int = ServiceLimits().value
  ) async throws(StorageError) -> [UserObject] {
    try await file.read { database in
      try ObjectsRows.fetch(
        database, of: member, where: "is_unsent AND NOT \(Self.hasLongValue)", [longest],
        order: "deleted_ms IS NULL, \(Self.size), id", limit: limit, skip: skip)
    }
  }

  /// Returns all objects of a member. Nil while any object is unsent.
  public func allSynced(of member: MemberID) async throws(StorageError) -> [UserObject]? {
    try await file.read { database in
      let objects = try ObjectsRows.fetch(database, of: member)
      return objects.contains(where: \.isUnsent) ? nil : objects
    }
  }

  public func tooLongToSync(
    of member: MemberID, longest: Int = ServiceLimits().value
  ) async throws(StorageError) -> [UserObject] {
    try await file.read { database in
      try ObjectsRows.fetch(
        database, of: member, where: "is_unsent AND \(Self.hasLongValue)", [longest]
      ).filter { !$0.isDeleted }
    }
  }

  private static let size = """
    (SELECT sum(length(CAST(field.value AS BLOB))) FROM object_field AS field
      WHERE field.member = object.member AND field.id = object.id)
    """

  private static let hasLongValue = """
    (EXISTS (SELECT 1 FROM object_field AS field WHERE field.member = object.member
      AND field.id = object.id AND length(CAST(field.value AS BLOB)) > ?)
    AND (deleted_ms IS NULL OR EXISTS (SELECT 1 FROM object_field AS field WHERE field.member = object.member
      AND field.id = object.id AND field.edited_ms > deleted_ms)))
    """

  /// Applies the server's response to `sent`. Objects that were edited after the request stay unsent. Returns the
  /// changed kinds; nil if the member is unknown or being deleted. If `hasMore`, later pages may name more objects.
  public func merge(
    _ changes: [UserObject], removed: [UserObject.ID], revision: Int, epoch: String = "", hasMore: Bool = false,
    sent: [UserObject], of member: MemberID
  ) async throws(StorageError) -> Set<UserObject.Kind>? {
    try await file.write { database in
      guard try Self.isKept(member, database) else { return nil }
      var changed: Set<UserObject.Kind> = []
      let named = Set(changes.map(\.id) + removed)
      for object in sent where !named.contains(object.id) && !hasMore {
        guard var now = try ObjectsRows.fetch(database, object.id, of: member), now.hasSameContent(as: object)
        else { continue }
        now.isUnsent = false
        try ObjectsRows.save(now, of: member, database)
      }
      for object in changes {
        let before = try ObjectsRows.fetch(database, object.id, of: member)
        let known = try ConflictRows.known(object, of: member, database)
        let conflicts = before?.conflicts(with: object, known: known) ?? []
        if let before, try ConflictRows.keepLeftOver(before, object, known, of: member, database) {  // guards B10
          changed.insert(before.kind)
        }
        var merged = before?.merged(with: object) ?? object
        merged.isUnsent = !merged.hasSameContent(as: object)
        if merged != before { try ObjectsRows.save(merged, of: member, database) }
        try ConflictRows.noteKnown(object, of: member, database)
        try ConflictRows.note(conflicts, of: member, database)
        guard merged != before else { continue }
        if before.map({ !$0.hasSameContent(as: merged) }) ?? !merged.isDeleted { changed.insert(merged.kind) }
      }
      for id in removed {
        guard let object = try ObjectsRows.fetch(database, id, of: member) else { continue }
        if object.isUnsent {
          // Keep an edit that wasn't sent yet. The server decides about it later.
          guard sent.contains(where: { $0.id == id && object.hasSameContent(as: $0) }) else { continue }
          let gone = UserObject(id: id, kind: object.kind, deleted: Timestamp(milliseconds: .max))
          let known = try ConflictRows.known(gone, of: member, database)
          _ = try ConflictRows.keepLeftOver(object, gone, known, of: member, database)  // guards B10
        }
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

  /// Deletes the stored revision and marks all objects as unsent, so that the next sync requests and sends everything.
  public func sendAllAgain(of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM synced WHERE member = ?", arguments: [member.text])
      try database.execute(sql: "UPDATE object SET is_unsent = 1 WHERE member = ?", arguments: [member.text])
    }
  }

  /// Replaces the times of unsent edits that are in the far future, because the clock was wrong. Keeps the edits' order.
  public func restamp(of member: MemberID, after now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: member, where: "is_unsent") {
        let restamped = object.restamped(now: now)
        guard restamped != object else { continue }
        try ObjectsRows.save(restamped, of: member, database)
        // Change the stored conflict's time too. Otherwise the new time looks like an edit that resolves the conflict.
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

  /// Moves objects without an account to a member and merges them. Returns false if no such objects exist.
  @discardableResult
  public func adoptObjects(by member: MemberID) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = database.totalChangesCount
      for object in try ObjectsRows.fetch(database, of: .withoutAccount) where !object.isDeleted {
        var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
        merged.isUnsent = true
        try ObjectsRows.save(merged, of: member, database)
      }
      try database.execute(sql: "DELETE FROM object WHERE member = ''")
      try HistoryStore.move(of: .withoutAccount, to: member, isNewer: true, database)
      try Self.moveRecent(of: .withoutAccount, to: member, database)
      return database.totalChangesCount > before
    }
  }

  static func isKept(_ member: MemberID, _ database: Database) throws -> Bool {
    try database.isTrue("SELECT EXISTS (SELECT 1 FROM account WHERE id = ? AND wipe_reason IS NULL)", [member.text])
  }

  private static func revision(_ database: Database, of member: MemberID) throws -> Int {
    try database.value("SELECT revision FROM synced WHERE member = ?", [member.text]) ?? 0
  }

  /// Returns the open conflicts. A later edit of the property resolves a conflict.
  public func conflicts(of member: MemberID) async throws(StorageError) -> [ObjectConflict] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT conflict.id, conflict.name, other FROM conflict
          JOIN object_field AS field ON field.member = conflict.member AND field.id = conflict.id
            AND field.name = conflict.name AND field.edited_ms = kept_ms
          WHERE conflict.member = ? ORDER BY conflict.id, conflict.name
          """, arguments: [member.text])
      return try rows.compactMap { row in
        guard let id = UserObject.ID(try row.column("id")),
          let object = try ObjectsRows.fetch(database, id, of: member), !object.isDeleted
        else { return nil }
        return try ObjectConflict(object: object, field: row.column("name"), other: row.column("other"))
      }
    }
  }

  public func settle(_ conflict: ObjectConflict, of member: MemberID) async throws(StorageError) {
    try await file.execute(
      "DELETE FROM conflict WHERE member = ? AND id = ? AND name = ?",
      [member.text, conflict.object.id.text, conflict.field])
  }

  /// Records sent edits, so that the server's copies of these edits don't count as conflicts.
  public func noteSending(_ objects: [UserObject], of member: MemberID) async throws(StorageError) {
    let noted = objects.filter { !UserObject.notedFields(of: $0.kind).isEmpty }
    guard !noted.isEmpty else { return }
    try await file.write { database in
      for object in noted where try ObjectsRows.fetch(database, object.id, of: member) != nil {
        try ConflictRows.write(object, into: "sent_field", of: member, database)
      }
    }
  }
}

/// This computer's settings when they last equalled the member's synced settings. Differences are later local changes.
public struct SettingsBaseline: Sendable {
  public var values: [String: String] = [:]
  /// The member whose settings are in the settings file. Nil before settings were first stored.
  public var owner: MemberID?
  /// The member whose data all programs show; nil if no member is stored.
  public var current: MemberID?
  /// An owner that equals no member, stored while the settings file is written. It stays if the program is killed.
  public static let unknownOwner = MemberID("unknown")

  static let sql = """
    CREATE TABLE settings_baseline (
      member TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (member, name)
    ) WITHOUT ROWID
    """
}
