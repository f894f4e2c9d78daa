// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
public import KursModel

/// The user's data, which exists only here: a separate file, synced to disk at each commit.
public struct UserDatabase: Sendable {
  package let file: DatabaseFile

  /// `recovery`: replaces a damaged file by its readable part; nil throws.
  public init(path: String, recovery: FileRecovery? = nil) throws(StorageError) {
    var recovery = recovery
    recovery?.salvaged = .everything
    file = DatabaseFile(path: path, durability: .full, migrator: Self.migrator, recovery: recovery)
    try file.open()
  }

  /// The files replaced since the program's start.
  public var setAside: QuarantinedFile? { file.setAside }

  /// Why nothing can be saved; nil if saving works.
  public var hindrance: StorageError? { file.hindrance }

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
    return migrator
  }
}

extension UserDatabase {
  /// The last window's session, by name.
  public func session() async throws(StorageError) -> [String: String] {
    try await file.read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM session")
      return try Dictionary(
        rows.map { try ($0.column("name"), $0.column("value")) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Writes the named values and keeps the others.
  public func saveSession(_ values: [String: String]) async throws(StorageError) {
    try await file.write { database in
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO session (name, value) VALUES (?, ?)")
      for (name, value) in values { try save.execute(arguments: [name, value]) }
    }
  }
}

extension UserDatabase {
  /// The accounts known on this machine. Their secrets are in the keyring.
  ///
  /// A table with a column `member` contains a member's data, and is emptied when that member is wiped.
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
  /// Every account known here, the last used first.
  public func members() async throws(StorageError) -> [StoredMember] {
    try await file.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM account ORDER BY used_ms DESC, id").map(StoredMember.init)
    }
  }

  /// Saves the member's properties without changing which one is shown.
  public func save(_ member: Member, isSignedIn: Bool, at now: Timestamp) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO account (id, server, email, name, avatar, is_signed_in, is_current, used_ms)
          VALUES (?, ?, ?, ?, ?, ?, 0, ?)
          ON CONFLICT (id) DO UPDATE SET server = excluded.server, email = excluded.email, name = excluded.name,
            avatar = excluded.avatar, is_signed_in = excluded.is_signed_in, used_ms = excluded.used_ms
          """,
        arguments: [
          member.id.text, member.server, member.email, member.name, member.avatar, isSignedIn,
          now.milliseconds,
        ])
    }
  }

  /// Shows this member's data from now on. `.nobody` shows the data without an account.
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
      used: Timestamp(milliseconds: row.column("used_ms")), wipeReason: row.optional("wipe_reason"))
  }
}

// Each step can be repeated: the mark stays until the last step, and the next start continues.
extension UserDatabase {
  /// Records that this member's data will be deleted, before anything is deleted. Synced to disk when it returns.
  public func markForWipe(_ id: MemberID, reason: String) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE account SET wipe_reason = ?, is_signed_in = 0 WHERE id = ?", arguments: [reason, id.text])
    }
  }

  /// Deletes the member's rows from every table in one transaction, and overwrites them on disk.
  public func wipeRows(of id: MemberID) async throws(StorageError) {
    try await wipeRows(of: id, whileKept: nil)
  }

  /// `whileKept`: only while this member is known here and not being deleted.
  func wipeRows(of id: MemberID, whileKept member: MemberID?) async throws(StorageError) {
    // A server never wipes data without an account.
    guard id != .nobody else { return }
    try deleteCopies()
    try await file.erase { database in
      if let member, try !Self.isKept(member, database) { return }
      for table in try Self.tablesOfMembers(database) {  // guards S16, A07, A08: Self.tablesOfMembers(database) => []
        try database.execute(
          sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE member = ?", arguments: [id.text])
      }
    }
  }

  /// The last step: deletes the member itself.
  public func forget(_ id: MemberID) async throws(StorageError) {
    try await file.erase { database in
      try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [id.text])
    }
  }

  private static func tablesOfMembers(_ database: Database) throws -> [String] {
    try database.values(
      """
      SELECT master.name FROM sqlite_master AS master, pragma_table_info(master.name) AS field
      WHERE master.type = 'table' AND field.name = 'member'
      """)
  }
}

/// One row of the history: a finished calculation as text.
public struct HistoryRow: Hashable, Sendable {
  public let id: Int64
  public let fingerprint: String
  /// Higher is newer.
  public let place: Int64
  /// The searched text, in lower case.
  public let folded: String
  public let record: String
}

extension UserDatabase {
  /// The most calculations in the history.
  public static let historyLimit = 1_000

  /// Newest first. `search`: lower case, matches anywhere in the text.
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

  /// Adds a calculation at the top. A known one moves up with its new results.
  public func keepInHistory(
    _ record: String, fingerprint: String, folded: String, of member: MemberID
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO history (member, fingerprint, place, folded, record)
          VALUES (?1, ?2, (SELECT ifnull(max(place), 0) + 1 FROM history WHERE member = ?1), ?3, ?4)
          ON CONFLICT (member, fingerprint) DO UPDATE SET place = excluded.place, folded = excluded.folded,
            record = excluded.record
          """,
        arguments: [member.text, fingerprint, folded, record])
      try database.execute(
        sql: """
          DELETE FROM history WHERE member = ?1 AND place <=
            (SELECT place FROM history WHERE member = ?1 ORDER BY place DESC LIMIT 1 OFFSET ?2)
          """,
        arguments: [member.text, Self.historyLimit])
    }
  }

  /// Removes rows and returns them for undo; nil removes all.
  public func removeHistory(_ id: Int64?, of member: MemberID) async throws(StorageError) -> [HistoryRow] {
    try await file.write { database in
      try Row.fetchAll(
        database, sql: "DELETE FROM history WHERE member = ?1 AND (?2 IS NULL OR id = ?2) RETURNING *",
        arguments: [member.text, id]
      ).map(HistoryRow.init)
    }
  }

  /// Restores rows at their places. A calculation that was made again since stays as it is.
  public func restoreHistory(_ rows: [HistoryRow], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      let restore = try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO history (id, member, fingerprint, place, folded, record) VALUES (?, ?, ?, ?, ?, ?)
          """)
      for row in rows {
        try restore.execute(arguments: [row.id, member.text, row.fingerprint, row.place, row.folded, row.record])
      }
    }
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
  /// The currencies chosen last, newest first.
  public func recentCurrencies(of member: MemberID, limit: Int) async throws(StorageError) -> [Currency] {
    try await file.read { database in
      try database.values(
        "SELECT currency FROM recent_currency WHERE member = ? ORDER BY place DESC LIMIT ?", [member.text, limit]
      ).compactMap { Currency($0 as String) }
    }
  }

  /// Puts a currency before the others.
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
}

/// The shared settings of this machine when they last equalled the member's objects.
///
/// A setting that differs was changed here since, perhaps in a terminal.
enum SettingsBaseline {
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
  /// Values by setting name.
  public func settingsBaseline(of member: MemberID) async throws(StorageError) -> [String: String] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT name, value FROM settings_baseline WHERE member = ?", arguments: [member.text])
      return try Dictionary(
        rows.map { try ($0.column("name"), $0.column("value")) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Saves the named values, unless the member's data was deleted.
  public func noteSettingsBaseline(_ values: [String: String], of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      guard try member == .nobody || Self.isKept(member, database) else { return }
      let save = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO settings_baseline (member, name, value) VALUES (?, ?, ?)")
      for (name, value) in values { try save.execute(arguments: [member.text, name, value]) }
    }
  }
}

/// Unsent changes of a member whom the server signed out.
///
/// Stored in the same file under a separate owner, so that the member's wipe leaves them until the user decides.
extension UserDatabase {
  /// Saves the copy. Can be repeated.
  public func keepUnsent(of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: member, where: "is_unsent") {
        let kept = try ObjectsRows.fetch(database, object.id, of: member.keepingUnsent)
        try ObjectsRows.save(kept?.merged(with: object) ?? object, of: member.keepingUnsent, database)
      }
    }
  }

  /// The number of saved changes.
  public func keptUnsent(of member: MemberID) async throws(StorageError) -> Int {
    try await file.read { database in try ObjectsRows.fetch(database, of: member.keepingUnsent).count }
  }

  /// Gives them back to the member, still unsent. Returns the changed kinds.
  public func adoptUnsent(of member: MemberID) async throws(StorageError) -> Set<UserObject.Kind> {
    try await file.write { database in
      var changed: Set<UserObject.Kind> = []
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

  /// Deletes them permanently.
  public func discardUnsent(of member: MemberID) async throws(StorageError) {
    try await wipeRows(of: member.keepingUnsent)
  }
}

extension MemberID {
  fileprivate var keepingUnsent: MemberID { MemberID("unsent " + text) }
}

/// A copy of a member's data, made when the account or session ended without the user's request.
///
/// Stored in the same file under a separate owner, so that the member's wipe leaves it until the user keeps it without
/// an account or deletes it.
extension UserDatabase {
  /// Saves the copy. Can be repeated.
  public func saveRecoveredCopy(of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      for object in try ObjectsRows.fetch(database, of: member) where !object.isDeleted {
        try ObjectsRows.save(object, of: member.aside, database)
      }
      try Self.moveHistory(of: member, to: member.aside, database)
    }
  }

  /// The number of recovered objects, of all members.
  public func recoveredCopies() async throws(StorageError) -> Int {
    try await file.read { database in
      try database.value("SELECT count(*) FROM (\(Self.rowsAside))") ?? 0
    }
  }

  /// Keeps them as data without an account. Returns the changed kinds.
  public func saveRecoveredCopies() async throws(StorageError) -> Set<UserObject.Kind> {
    try await file.write { database in
      var changed: Set<UserObject.Kind> = []
      for owner in try Self.ownersAside(database) {
        for object in try ObjectsRows.fetch(database, of: owner) {
          let merged = try ObjectsRows.fetch(database, object.id, of: .nobody)?.merged(with: object) ?? object
          try ObjectsRows.save(merged, of: .nobody, database)
          try ObjectsRows.remove(object.id, of: owner, database)
          changed.insert(object.kind)
        }
        try Self.moveHistory(of: owner, to: .nobody, database)
      }
      return changed
    }
  }

  /// Deletes recovered objects permanently: of one member, who has them again, or of all.
  ///
  /// A session may end while its member is adopted. Objects recovered then are not deleted.
  public func discardRecoveredCopies(of member: MemberID? = nil) async throws(StorageError) {
    let owners = try await file.read { database in
      if let member, try !Self.isKept(member, database) { return [MemberID]() }
      return try Self.ownersAside(database)
    }
    for owner in owners where member == nil || owner == member?.aside {
      try await wipeRows(of: owner, whileKept: member)
    }
  }

  private static func ownersAside(_ database: Database) throws -> [MemberID] {
    try database.values("SELECT DISTINCT member FROM (\(rowsAside))").map { MemberID($0) }
  }

  private static var rowsAside: String {
    ["object", "history"].map { "SELECT member FROM \($0) WHERE member LIKE 'aside %'" }.joined(
      separator: " UNION ALL ")
  }

  private static func moveHistory(of owner: MemberID, to other: MemberID, _ database: Database) throws {
    try database.execute(
      sql: "UPDATE OR REPLACE history SET member = ? WHERE member = ?", arguments: [other.text, owner.text])
  }
}

extension MemberID {
  fileprivate var aside: MemberID { MemberID("aside " + text) }
}

/// A daily copy of the user's file.
public struct UserCopy: Hashable, Sendable {
  public let day: Day
  public let path: String
}

// By VACUUM INTO, not by page: it reads each row, so that a damaged file never becomes a copy, and leaves out unused
// pages, for which the disk may have no room.
extension UserDatabase {
  /// The copies beside a file, newest first.
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

  /// The copies of this file, newest first.
  public func copies() -> [UserCopy] { Self.copies(of: file.path) }

  /// Makes the day's copy unless it exists, and deletes the copies that `kept` leaves out.
  ///
  /// A file that lost everything never replaces a copy that has data.
  public func copyDaily(_ day: Day) async throws(StorageError) {
    if let hindrance { throw hindrance }
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
      // A partial copy would take the room for the user's next change.
      try? FileManager.default.removeItem(atPath: making)
      throw error
    }
    let copies = copies()
    for old in Set(copies).subtracting(Self.kept(copies, on: day)) {
      try? FileManager.default.removeItem(atPath: old.path)
    }
  }

  /// The copies to keep: the newest 7, and the newest of each of the last 4 weeks and 12 months that have one.
  ///
  /// A clock that was ahead left copies of days to come. They take no place of the others; 7 of them are kept.
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

  /// Whether nothing was ever saved in a file; deleted data leaves its traces.
  static func isBlank(_ database: Database) throws -> Bool {
    for table in ["object", "account", "session"] {
      let count: Int? = try database.value("SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT 1)")
      guard count == 0 else { return false }
    }
    // SQLite remembers the last number of a table whose rows were all deleted.
    let numbered: Int? = try database.value("SELECT count(*) FROM sqlite_sequence WHERE name = 'history'")
    return numbered == 0
  }

  /// Whether a copy can be read and has objects or history to restore.
  static func holdsData(_ copy: UserCopy) -> Bool {
    let source = try? FileCopy.source(copy.path)
    defer { try? source?.close() }
    let found: Int? = try? source?.read { database in
      try database.value(
        "SELECT (SELECT count(*) FROM object WHERE deleted_ms IS NULL) + (SELECT count(*) FROM history)")
    }
    return (found ?? 0) > 0
  }

  /// The day's copy of an unusable file, made unless it exists. Returns its path.
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

  /// Restores objects of a copy by the later edit, and missing history.
  public func restore(_ copy: UserCopy, now: Timestamp) async throws(StorageError) -> RestoredBackup {
    // Opening may migrate a copy of an older Kurs, so a copy of the copy is opened.
    let reading = copy.path + "-reading"
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: reading + suffix) } }
    try? FileManager.default.removeItem(atPath: reading)
    do {
      try FileManager.default.copyItem(atPath: copy.path, toPath: reading)
    } catch {
      throw .notWritable(path: reading)
    }
    let source = try UserDatabase(path: reading)
    defer { try? source.file.close() }
    var counts = RestoredBackup()
    var members: [MemberID] = [.nobody]
    for stored in try await self.members() where stored.wipeReason == nil { members.append(stored.member.id) }
    for member in members {
      let objects = try await source.file.read { try ObjectsRows.fetch($0, of: member) }
      // Objects deleted since the copy stay deleted.
      let deleted = Set(
        try await file.read { try ObjectsRows.fetch($0, of: member, where: "deleted_ms IS NOT NULL").map(\.id) })
      let kept = objects.filter { !$0.isDeleted && !deleted.contains($0.id) }
      let (restored, _) = try await restore(kept, of: member, now: now)
      counts.added += restored.added
      counts.changed += restored.changed
      counts.known += restored.known
      try await restoreHistory(source.history(of: member), of: member)
    }
    return counts
  }

  /// Deletes all copies, for a member whose data is deleted.
  func deleteCopies() throws(StorageError) {
    for copy in copies() where unlink(copy.path) != 0 { throw .notWritable(path: copy.path) }
  }
}
