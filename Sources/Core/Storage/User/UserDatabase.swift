// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
public import KursModel

/// The user's data, which exists only here. Each commit is written to disk at once.
public struct UserDatabase: Sendable {
  package let file: DatabaseFile

  /// `recovery` salvages a damaged file. Without it, damage is thrown.
  public init(path: String, recovery: FileRecovery? = nil) throws(StorageError) {
    var recovery = recovery
    recovery?.salvaged = .everything
    file = DatabaseFile(path: path, durability: .full, migrator: Self.migrator, recovery: recovery)
    try file.open()
  }

  public var recoveredFile: QuarantinedFile? { file.recoveredFile }

  public var saveError: StorageError? { file.saveError }

  /// Reads the whole file after an interrupted program, and salvages damaged parts.
  public func checkAfterCutOff() async throws(StorageError) {
    if file.wasCutOff { try await file.check() }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1-session") { database in
      try database.execute(
        sql: "CREATE TABLE session (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    }
    migrator.registerMigration(ObjectsSchema.name, migrate: ObjectsSchema.create)
    registerMembers(&migrator)
    migrator.registerMigration("queue-1", migrate: QueueSchema.create)
    migrator.registerMigration(SettingsBaseline.name, migrate: SettingsBaseline.create)
    migrator.registerMigration(AnalyticsSchema.name, migrate: AnalyticsSchema.create)
    migrator.registerMigration("synced-epoch") { database in
      try database.execute(sql: "ALTER TABLE synced ADD COLUMN epoch TEXT NOT NULL DEFAULT ''")
    }
    migrator.registerMigration(ConflictsSchema.name, migrate: ConflictsSchema.create)
    migrator.registerMigration(FirstPlace.name, migrate: FirstPlace.create)
    migrator.registerMigration("leaving-step") { database in
      try database.execute(sql: "ALTER TABLE account ADD COLUMN leaving_step TEXT")
    }
    migrator.registerMigration("settings-owner") { database in
      try database.execute(
        sql: "CREATE TABLE settings_owner (place INTEGER PRIMARY KEY CHECK (place = 1), owner TEXT NOT NULL)")
    }
    migrator.registerMigration("recovered-copy") { database in
      try database.execute(
        sql: """
          CREATE TABLE recovered_copy (owner TEXT PRIMARY KEY, email TEXT NOT NULL, server TEXT NOT NULL, reason TEXT)
            WITHOUT ROWID
          """)
    }
    return migrator
  }
}

extension UserDatabase {
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
}

extension UserDatabase {
  /// The accounts on this machine, whose secrets are in the keyring. A wipe deletes rows by the column `member`.
  static func registerMembers(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("members") { database in
      try database.execute(
        sql: """
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
          """)
    }
  }
}

extension UserDatabase {
  public func members() async throws(StorageError) -> [StoredMember] {
    try await file.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM account ORDER BY used_ms DESC, id").map(StoredMember.init)
    }
  }

  /// Saves a member at sign-in. Cancels the removal of an earlier sign-out.
  public func save(_ member: Member, isSignedIn: Bool, at now: Timestamp) async throws(StorageError) {
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
    }
  }

  /// Changes a member. Does nothing if the member leaves or is gone.
  public func update(_ member: Member, isSignedIn: Bool, at now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          UPDATE account SET email = ?, name = ?, avatar = ?, is_signed_in = ?, used_ms = ?
          WHERE id = ? AND wipe_reason IS NULL AND leaving_step IS NULL
          """,
        arguments: [member.email, member.name, member.avatar, isSignedIn, now.milliseconds, member.id.text])
    }
  }

  /// Shows this member's data. `.nobody` shows the data without an account.
  public func makeCurrent(_ id: MemberID, at now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "UPDATE account SET is_current = (id = ?)", arguments: [id.text])
      try database.execute(
        sql: "UPDATE account SET used_ms = ? WHERE id = ?", arguments: [now.milliseconds, id.text])
    }
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

/// Removing a member. Each step checks in its transaction that the member still leaves, because the data of a member
/// who signed in again is never deleted.
extension UserDatabase {
  /// Nil for an unknown member.
  public func state(of id: MemberID) async throws(StorageError) -> MemberState? {
    try await file.read { try Self.state(of: id, $0) }
  }

  /// Stores that a member leaves, before anything is deleted. Does nothing if the data is already being deleted.
  public func startLeaving(
    _ member: Member, _ reason: SignOutReason, keepingData: Bool = false, at now: Timestamp
  ) async throws(StorageError) {
    let step = keepingData ? .secretsOnly : MemberState.first(reason)
    try await file.write { database in
      // A full disk may have prevented saving the member.
      try database.execute(
        sql: """
          INSERT INTO account (id, server, email, name, is_signed_in, is_current, used_ms, wipe_reason, leaving_step)
          VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET is_signed_in = 0, wipe_reason = excluded.wipe_reason,
            leaving_step = excluded.leaving_step WHERE wipe_reason IS NULL
          """,
        arguments: [
          member.id.text, member.server, member.email, member.name, now.milliseconds,
          keepingData ? nil : reason.rawValue, step.rawValue,
        ])
    }
  }

  /// Carries out a step and stores the next one, in one transaction. Does nothing unless the member is at this step.
  /// Before the steps `files` and `secrets`, the caller deletes what belongs to them outside this file.
  public func finish(_ step: LeavingStep, of id: MemberID) async throws(StorageError) {
    guard case .leaving(_, step)? = try await state(of: id) else { return }
    if step == .files {
      // The step before may have been cut off after its transaction, while the log still had the rows.
      try await file.erase { _ in }
      try deleteCopies()
    }
    let work: @Sendable (Database) throws -> Void = { database in
      guard case .leaving(let reason, step)? = try Self.state(of: id, database) else { return }
      switch step {
      case .recovery:
        if reason != .accountDeleted { try Self.keepUnsent(of: id, database) }
        try Self.saveRecoveredCopy(of: id, reason, database)
        try Self.note(.rows, of: id, database)
      case .rows:
        try Self.deleteRows(of: id, database)
        try Self.note(.files, of: id, database)
      case .files: try Self.note(.secrets, of: id, database)
      case .secrets:
        // A window may have saved something until it noticed that the member leaves.
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

  /// A member whose secrets can't be removed isn't shown at the next start.
  public func hide(_ id: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE account SET is_current = 0 WHERE id = ? AND wipe_reason IS NOT NULL", arguments: [id.text])
    }
  }

  /// Takes back a sign-in that the user cancelled while it was stored. Does nothing if a later one was stored.
  /// `before`: the state before, nil for an unknown member. `saved`: the time of `save`.
  public func undoSignIn(_ id: MemberID, to before: MemberState?, saved: Timestamp) async throws(StorageError) {
    try await file.write { database in
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

  private static func deleteRows(of id: MemberID, _ database: Database) throws {
    // The open list's text. Its id stays, so that the next start finds the list gone and shows the unnamed one.
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
    // A server can't wipe data without an account.
    guard id != .nobody else { return }
    try await file.erase { try Self.deleteRows(of: id, $0) }
    // This comes last, because its failure must not prevent the other copies.
    try deleteCopies()
  }

  private static func tablesOfMembers(_ database: Database) throws -> [String] {
    try database.values(
      """
      SELECT master.name FROM sqlite_master AS master, pragma_table_info(master.name) AS field
      WHERE master.type = 'table' AND field.name = 'member'
      """)
  }
}

public struct HistoryRow: Hashable, Sendable {
  public let id: Int64
  public let fingerprint: String
  /// Higher is newer.
  public let place: Int64
  public let folded: String
  public let record: String
}

extension UserDatabase {
  public static let historyLimit = 1_000

  /// The history, newest first. `search` is lower case and matches anywhere.
  public func history(of member: MemberID, search: String = "") async throws(StorageError) -> [HistoryRow] {
    try await file.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM history WHERE member = ? AND (? = '' OR instr(folded, ?)) ORDER BY place DESC",
        arguments: [member.text, search, search]
      ).map(HistoryRow.init)
    }
  }

  public func historyRow(_ id: Int64, of member: MemberID) async throws(StorageError) -> HistoryRow? {
    try await file.read { database in try Self.historyRow(database, id, of: member) }
  }

  /// Adds a calculation at the top. A known one moves there and gets its new results.
  public func keepInHistory(
    _ record: String, fingerprint: String, folded: String, of member: MemberID
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO history (member, fingerprint, place, folded, record)
          VALUES (?1, ?2, 1 + max(
            (SELECT ifnull(max(place), 0) FROM history WHERE member = ?1),
            (SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'history')), ?3, ?4)
          ON CONFLICT (member, fingerprint) DO UPDATE SET place = excluded.place, folded = excluded.folded,
            record = excluded.record
          """,
        arguments: [member.text, fingerprint, folded, record])
      // No place is used twice, because removed rows can return.
      try database.execute(
        sql: """
          UPDATE sqlite_sequence SET seq = max(seq, (SELECT max(place) FROM history WHERE member = ?))
          WHERE name = 'history'
          """, arguments: [member.text])
      try Self.trimHistory(of: member, database)
    }
  }

  /// Removes one row, or all if `id` is nil. Returns them for undo.
  public func removeHistory(_ id: Int64?, of member: MemberID) async throws(StorageError) -> [HistoryRow] {
    try await file.write { database in
      try Row.fetchAll(
        database, sql: "DELETE FROM history WHERE member = ?1 AND (?2 IS NULL OR id = ?2) RETURNING *",
        arguments: [member.text, id]
      ).map(HistoryRow.init)
    }
  }

  /// Restores rows, but not over newer ones. A row gets a new number if its own is taken.
  public func restoreHistory(_ rows: [HistoryRow], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      let restore = try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO history (id, member, fingerprint, place, folded, record)
          VALUES ((SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM history WHERE id = ?1)), ?2, ?3, ?4, ?5, ?6)
          """)
      for row in rows {
        try restore.execute(arguments: [row.id, member.text, row.fingerprint, row.place, row.folded, row.record])
      }
    }
  }

  /// Moves rows to another owner, above that owner's rows if `isNewer`, otherwise below.
  static func moveHistory(of owner: MemberID, to other: MemberID, isNewer: Bool, _ database: Database) throws {
    let lost = isNewer ? other : owner
    try database.execute(
      sql: """
        DELETE FROM history WHERE member = ? AND fingerprint IN (SELECT fingerprint FROM history WHERE member = ?)
        """, arguments: [lost.text, isNewer ? owner.text : other.text])
    func end(_ function: String, _ member: MemberID) throws -> Int64 {
      try database.value("SELECT \(function)(place) FROM history WHERE member = ?", [member.text]) ?? 0
    }
    let shift =
      try isNewer
      ? end("max", other) - end("min", owner) + 1
      : end("min", other) - end("max", owner) - 1
    try database.execute(
      sql: "UPDATE history SET member = ?, place = place + ? WHERE member = ?",
      arguments: [other.text, shift, owner.text])
    try trimHistory(of: other, database)
  }

  private static func trimHistory(of member: MemberID, _ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM history WHERE member = ?1 AND place <=
          (SELECT place FROM history WHERE member = ?1 ORDER BY place DESC LIMIT 1 OFFSET ?2)
        """,
      arguments: [member.text, historyLimit])
  }

  private static func historyRow(_ database: Database, _ id: Int64, of member: MemberID) throws -> HistoryRow? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM history WHERE member = ? AND id = ?", arguments: [member.text, id]
    ).map(HistoryRow.init)
  }
}

extension HistoryRow {
  fileprivate init(_ row: Row) throws {
    try self.init(
      id: row.column("id"), fingerprint: row.column("fingerprint"), place: row.column("place"),
      folded: row.column("folded"), record: row.column("record"))
  }
}

extension UserDatabase {
  public func recentCurrencies(of member: MemberID, limit: Int) async throws(StorageError) -> [Currency] {
    try await file.read { database in
      try database.values(
        "SELECT currency FROM recent_currency WHERE member = ? ORDER BY place DESC LIMIT ?", [member.text, limit]
      ).compactMap { Currency($0 as String) }
    }
  }

  public func noteRecent(_ currency: Currency, of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO recent_currency (member, currency, place)
          VALUES (?1, ?2, (SELECT ifnull(max(place), 0) + 1 FROM recent_currency WHERE member = ?1))
          """,
        arguments: [member.text, currency.code])
    }
  }

  static func moveRecent(of owner: MemberID, to other: MemberID, _ database: Database) throws {
    let last: Int64 = try database.value("SELECT max(place) FROM recent_currency WHERE member = ?", [other.text]) ?? 0
    let first: Int64 = try database.value("SELECT min(place) FROM recent_currency WHERE member = ?", [owner.text]) ?? 0
    try database.execute(
      sql: "UPDATE OR REPLACE recent_currency SET member = ?, place = place + ? WHERE member = ?",
      arguments: [other.text, last - first + 1, owner.text])
  }
}

/// This machine's settings when they last equalled the member's objects. A difference is a later local change.
public struct SettingsBaseline: Sendable {
  public var values: [String: String] = [:]
  /// The member whose settings the settings file has. Nil before the first time.
  public var owner: MemberID?
  /// The member that all programs show; nil if none is stored.
  public var current: MemberID?
  /// An owner that equals no member, while the file is being written. A killed program leaves it.
  public static let unknownOwner = MemberID("unknown")

  static let name = "settings-baseline"

  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE settings_baseline (
          member TEXT NOT NULL,
          name TEXT NOT NULL,
          value TEXT NOT NULL,
          PRIMARY KEY (member, name)
        ) WITHOUT ROWID
        """)
  }
}

extension UserDatabase {
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
    try await file.write { database in
      try database.execute(sql: "INSERT OR REPLACE INTO settings_owner VALUES (1, ?)", arguments: [owner.text])
    }
  }

  /// Stores that the settings file has the member's settings, and the values unless the member's data was deleted.
  public func noteSettingsBaseline(_ values: [String: String], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(sql: "INSERT OR REPLACE INTO settings_owner VALUES (1, ?)", arguments: [member.text])
      guard try member == .nobody || Self.isKept(member, database) else { return }
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO settings_baseline (member, name, value) VALUES (?, ?, ?)")
      for (name, value) in values { try save.execute(arguments: [member.text, name, value]) }
    }
  }
}

/// Unsent changes of a member whom the server signed out, and objects of an earlier member with the same address. On a
/// new server, a returning user has another id. A separate owner holds the objects until the user decides.
extension UserDatabase {
  private static func keepUnsent(of member: MemberID, _ database: Database) throws {
    for object in try ObjectsRows.fetch(database, of: member, where: "is_unsent") {
      let kept = try ObjectsRows.fetch(database, object.id, of: member.unsentOwner)
      try ObjectsRows.save(kept?.merged(with: object) ?? object, of: member.unsentOwner, database)
    }
  }

  public func savedUnsent(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in
      try Self.owners(for: member, database).reduce(0) { sum, owner in
        try sum + Self.waiting(of: owner, database).count
      }
    }
  }

  public func earlierMembers(of member: MemberID) async throws(StorageError) -> [MemberID] {
    try await file.read { database in try Self.earlierMembers(of: member, database) }
  }

  public func adoptUnsent(of member: MemberID) async throws(StorageError) -> Set<UserObject.Kind> {
    try await file.write { database in
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
        try Self.moveHistory(of: owner, to: member, isNewer: false, database)
        try database.execute(
          sql: "UPDATE OR IGNORE recent_currency SET member = ? WHERE member = ?", arguments: [member.text, owner.text])
      }
      return changed
    }
  }

  public func discardUnsent(of member: MemberID) async throws(StorageError) {
    for owner in try await file.read({ database in try Self.owners(for: member, database) }) {
      try await wipeRows(of: owner)
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

  /// The objects that await a decision, without those that an earlier member deleted.
  private static func waiting(of owner: MemberID, _ database: Database) throws -> [UserObject] {
    try ObjectsRows.fetch(database, of: owner).filter { !$0.isDeleted || owner.isUnsentOwner }
  }
}

extension MemberID {
  fileprivate var unsentOwner: MemberID { MemberID("unsent " + text) }
  fileprivate var isUnsentOwner: Bool { text.hasPrefix("unsent ") }
}

/// A copy of a member's data, made when the account or session ended. A separate owner holds it until the user decides.
extension UserDatabase {
  private static func saveRecoveredCopy(
    of member: MemberID, _ reason: SignOutReason, _ database: Database
  ) throws {
    for object in try ObjectsRows.fetch(database, of: member) where !object.isDeleted {
      try ObjectsRows.save(object, of: member.recoveredOwner, database)
    }
    try moveHistory(of: member, to: member.recoveredOwner, isNewer: true, database)
    let account = try Row.fetchOne(database, sql: "SELECT * FROM account WHERE id = ?", arguments: [member.text])
    if let account { try name(StoredMember(account).member, reason, database) }
  }

  /// Stores the account of a member's copy, if a copy exists.
  private static func name(_ member: Member, _ reason: SignOutReason?, _ database: Database) throws {
    guard try ownersOfRecoveredCopies(database).contains(member.id.recoveredOwner) else { return }
    try database.execute(
      sql: "INSERT OR REPLACE INTO recovered_copy (owner, email, server, reason) VALUES (?, ?, ?, ?)",
      arguments: [member.id.recoveredOwner.text, member.email, member.server, reason?.rawValue])
  }

  /// The copies with their accounts, in the order of the accounts.
  public func namedCopies() async throws(StorageError) -> [RecoveredCopy] {
    try await file.read { database in
      try Self.ownersOfRecoveredCopies(database).map { owner in
        let row = try Row.fetchOne(
          database, sql: "SELECT email, server, reason FROM recovered_copy WHERE owner = ?", arguments: [owner.text])
        return try RecoveredCopy(
          member: owner.ownerOfCopy, email: row?.column("email") ?? "",
          server: row?.column("server") ?? "", reason: row?.optional("reason").flatMap { SignOutReason(rawValue: $0) })
      }
    }
  }

  /// Returns a copy to its member, who signed in again. The objects are sent again, because the server may have been
  /// restored. Unsent ones are offered instead (`adoptUnsent`). Returns false if nothing changed.
  /// Does nothing for a member that is being deleted.
  public func reclaimCopy(of member: MemberID) async throws(StorageError) -> Bool {
    let owner = member.recoveredOwner
    return try await file.write { database in
      guard try Self.isKept(member, database) else { return false }
      let before = database.totalChangesCount
      try Self.moveHistory(of: owner, to: member, isNewer: false, database)  // guards B09
      for object in try ObjectsRows.fetch(database, of: owner) {
        try ObjectsRows.remove(object.id, of: owner, database)
        guard try ObjectsRows.fetch(database, object.id, of: member.unsentOwner) == nil else { continue }
        var merged = try ObjectsRows.fetch(database, object.id, of: member)?.merged(with: object) ?? object
        merged.isUnsent = true
        try ObjectsRows.save(merged, of: member, database)
        // The server has had these edits, so a later deletion there loses nothing.
        try Self.noteKnown(object, of: member, database)
      }
      try database.execute(sql: "DELETE FROM recovered_copy WHERE owner = ?", arguments: [owner.text])
      return database.totalChangesCount > before
    }
  }

  public func recoveredCopies() async throws(StorageError) -> Int {
    try await file.read { database in
      try database.value("SELECT count(*) FROM (\(Self.recoveredOwnersQuery))") ?? 0
    }
  }

  /// Keeps one member's copy, or all, as data without an account. Returns the changed kinds.
  public func saveRecoveredCopies(of member: MemberID? = nil) async throws(StorageError) -> Set<UserObject.Kind> {
    try await file.write { database in
      var changed: Set<UserObject.Kind> = []
      for owner in try Self.ownersOfRecoveredCopies(database)
      where member == nil || owner == member?.recoveredOwner {
        for object in try ObjectsRows.fetch(database, of: owner) {
          let merged = try ObjectsRows.fetch(database, object.id, of: .nobody)?.merged(with: object) ?? object
          try ObjectsRows.save(merged, of: .nobody, database)
          try ObjectsRows.remove(object.id, of: owner, database)
          changed.insert(object.kind)
        }
        // The history without an account is newer.
        try Self.moveHistory(of: owner, to: .nobody, isNewer: false, database)
        try database.execute(sql: "DELETE FROM recovered_copy WHERE owner = ?", arguments: [owner.text])
      }
      return changed
    }
  }

  public func discardRecoveredCopies() async throws(StorageError) {
    for owner in try await file.read({ try Self.ownersOfRecoveredCopies($0) }) { try await wipeRows(of: owner) }
  }

  /// Permanently deletes the copy of a member without an account on this machine.
  public func discardRecoveredCopy(ofEnded member: MemberID) async throws(StorageError) {
    try await wipeRows(of: member.recoveredOwner)
  }

  private static func ownersOfRecoveredCopies(_ database: Database) throws -> [MemberID] {
    try database.values("SELECT DISTINCT member FROM (\(recoveredOwnersQuery)) ORDER BY member").map { MemberID($0) }
  }

  private static var recoveredOwnersQuery: String {
    ["object", "history"].map { "SELECT member FROM \($0) WHERE member LIKE 'aside %'" }.joined(
      separator: " UNION ALL ")
  }
}

extension MemberID {
  private static let copyPrefix = "aside "
  fileprivate var recoveredOwner: MemberID { MemberID(Self.copyPrefix + text) }
  /// The member whose copy this owner holds.
  fileprivate var ownerOfCopy: MemberID { MemberID(String(text.dropFirst(Self.copyPrefix.count))) }
  fileprivate var isTemporaryOwner: Bool { text.hasPrefix(Self.copyPrefix) || isUnsentOwner }
}

/// The account of a recovered copy. The address is empty if an earlier Kurs made the copy.
public struct RecoveredCopy: Hashable, Sendable {
  public let member: MemberID
  public let email: String
  public let server: String
  /// Nil if it comes from a daily copy.
  public let reason: SignOutReason?
}

public struct UserCopy: Hashable, Sendable {
  public let day: Day
  public let path: String
}

// `VACUUM INTO` reads each row, so a damaged file never becomes a copy. It also skips unused pages.
extension UserDatabase {
  public static func copies(of path: String) -> [UserCopy] {
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let copies = files.compactMap { file -> UserCopy? in
      guard file.hasPrefix(name + "."), file.hasSuffix(".copy"),
        let day = Day(iso: String(file.dropFirst(name.count + 1).dropLast(5)))
      else { return nil }
      return UserCopy(day: day, path: "\(folder)/\(file)")
    }
    return copies.sorted { $0.day > $1.day }
  }

  public func copies() -> [UserCopy] { Self.copies(of: file.path) }

  /// Makes the day's copy unless it exists. A file that lost everything never replaces a copy with data.
  public func copyDaily(_ day: Day) async throws(StorageError) {
    if let saveError { throw saveError }
    guard !copies().contains(where: { $0.day == day }) else { return }
    let isBlank = try await file.read { try Self.isBlank($0) }
    guard !isBlank || !copies().contains(where: Self.holdsData) else { return }
    let target = "\(file.path).\(day).copy"
    let making = target + PageSums.suffix
    try? FileManager.default.removeItem(atPath: making)
    PrivateFile.prepare(making)
    do throws(StorageError) {
      try await file.writeOutsideTransaction { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [making])
      }
      try DurableFile.move(making, to: target)
    } catch {
      // An incomplete copy would only take disk space.
      try? FileManager.default.removeItem(atPath: making)
      throw error
    }
    let copies = copies()
    for old in Set(copies).subtracting(Self.kept(copies, on: day)) {
      try? FileManager.default.removeItem(atPath: old.path)
    }
  }

  /// The copies to keep: the newest 7, the newest of each of 4 weeks and 12 months, and 7 copies from the future.
  static func kept(_ copies: [UserCopy], on today: Day) -> Set<UserCopy> {
    let newestFirst = copies.sorted { $0.day > $1.day }
    let past = newestFirst.filter { $0.day <= today }
    func newest<Period: Hashable>(of count: Int, _ period: (Day) -> Period) -> [UserCopy] {
      var seen: Set<Period> = []
      return Array(past.filter { seen.insert(period($0.day)).inserted }.prefix(count))
    }
    // 1970-01-01 was a Thursday.
    let weekly = newest(of: 4) { ($0.number + 3).quotientAndRemainder(dividingBy: 7).quotient }
    let monthly = newest(of: 12) { [$0.civil.year, $0.civil.month] }
    return Set(past.prefix(7) + weekly + monthly + newestFirst.filter { $0.day > today }.suffix(7))
  }

  /// Whether nothing was ever saved. Deleted data leaves traces.
  static func isBlank(_ database: Database) throws -> Bool {
    for table in ["object", "account", "session"] {
      let count: Int? = try database.value("SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT 1)")
      guard count == 0 else { return false }
    }
    // SQLite remembers the last number of an emptied table.
    let numbered: Int? = try database.value("SELECT count(*) FROM sqlite_sequence WHERE name = 'history'")
    return numbered == 0
  }

  static func holdsData(_ copy: UserCopy) -> Bool {
    let source = try? FileCopy.source(copy.path)
    defer { try? source?.close() }
    let found: Int? = try? source?.read { database in
      try database.value(
        "SELECT (SELECT count(*) FROM object WHERE deleted_ms IS NULL) + (SELECT count(*) FROM history)")
    }
    return (found ?? 0) > 0
  }

  /// Copies a damaged file, unless the day has such a copy. Returns the copy's path.
  static func keepCopy(of path: String, _ day: Day) throws -> String {
    let target = "\(path).\(day).copy"
    guard !FileManager.default.fileExists(atPath: target) else { return target }
    let making = target + PageSums.suffix
    let content = try FileCopy.empty()
    try FileCopy.read(path, into: content)
    try? FileManager.default.removeItem(atPath: making)
    PrivateFile.prepare(making)
    try content.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [making]) }
    try DurableFile.move(making, to: target)
    return target
  }

  /// Restores a copy's objects by the later edit, and adds missing history. Data without an account becomes that of
  /// `current`. Data of a member who isn't on this machine becomes a recovered copy.
  public func restore(
    _ copy: UserCopy, current: MemberID = .nobody, now: Timestamp
  ) async throws(StorageError) -> RestoredBackup {
    let (parts, accounts) = try await Self.contents(of: copy)
    let here = Set(try await members().filter(\.state.keepsData).map(\.member.id))
    var counts = RestoredBackup()
    for part in parts {
      let isKnown = part.owner == .nobody || part.owner.isTemporaryOwner || here.contains(part.owner)
      let owner = part.owner == .nobody ? current : isKnown ? part.owner : part.owner.recoveredOwner
      // Objects deleted since the copy stay deleted.
      let deleted = Set(
        try await file.read { try ObjectsRows.fetch($0, of: owner, where: "deleted_ms IS NOT NULL").map(\.id) })
      let kept = part.objects.filter { !$0.isDeleted && !deleted.contains($0.id) }
      let (restored, _) = try await restore(kept, of: owner, isEdit: false, now: now)
      counts.added += restored.added
      counts.changed += restored.changed
      counts.known += restored.known
      try await restoreHistory(part.history, of: owner)
      guard !isKnown else { continue }
      // The server doesn't have these, so the next sign-in offers them.
      _ = try await restore(kept.filter(\.isUnsent), of: part.owner.unsentOwner, isEdit: false, now: now)
      try await file.write { database in
        for account in accounts where account.id == part.owner { try Self.name(account, nil, database) }
      }
    }
    return counts
  }

  private struct Part: Sendable {
    let owner: MemberID
    let objects: [UserObject]
    let history: [HistoryRow]
  }

  /// Reads a copy in memory, because opening may migrate it and the disk may be full. Throws for an empty copy.
  private static func contents(of copy: UserCopy) async throws(StorageError) -> ([Part], [Member]) {
    do {
      let source = try DatabaseOpener(path: copy.path, durability: .full, migrator: migrator).openCopy()
      return try await source.read { database in
        guard try !isBlank(database) else { throw StorageError.damaged(path: copy.path) }
        let owners: [String] = try database.values("SELECT member FROM object UNION SELECT member FROM history")
        let parts = try owners.map { MemberID($0) }.map { owner in
          let history = try Row.fetchAll(
            database, sql: "SELECT * FROM history WHERE member = ? ORDER BY place DESC", arguments: [owner.text])
          return try Part(
            owner: owner, objects: ObjectsRows.fetch(database, of: owner), history: history.map(HistoryRow.init))
        }
        return (parts, try Row.fetchAll(database, sql: "SELECT * FROM account").map { try StoredMember($0).member })
      }
    } catch {
      throw StorageError(error, path: copy.path)
    }
  }

  func deleteCopies() throws(StorageError) {
    for copy in copies() where unlink(copy.path) != 0 { throw .notWritable(path: copy.path) }
  }
}
