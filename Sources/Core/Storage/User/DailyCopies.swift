// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
public import KursModel

public struct UserCopy: Hashable, Sendable {
  public let day: Day
  public let path: String
}

/// The daily copies beside the user's file. `VACUUM INTO` reads each row, so a damaged file never becomes a copy.
public struct DailyCopies: Sendable {
  let user: UserDatabase

  private var file: DatabaseFile { user.file }

  public static func all(of path: String) -> [UserCopy] {
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

  public func all() -> [UserCopy] { Self.all(of: file.path) }

  /// Makes the day's copy unless it exists. A file that lost everything never replaces a copy with data.
  public func make(_ day: Day) async throws(StorageError) {
    if let saveError = user.saveError { throw saveError }
    guard !all().contains(where: { $0.day == day }) else { return }
    let isBlank = try await file.read { try Self.isBlank($0) }
    guard !isBlank || !all().contains(where: Self.holdsData) else { return }
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
      // Delete the incomplete copy, which would only take disk space.
      try? FileManager.default.removeItem(atPath: making)
      throw error
    }
    let copies = all()
    let old = Set(copies).subtracting(Self.kept(copies, on: day))
    guard !old.isEmpty else { return }
    let known = try await file.read { try Set($0.values("SELECT id FROM object") as [String]) }
    // Keep the newest copy with objects that this file lost. If the user deleted an object, its row is still here.
    let lost = copies.first { !Self.objects(in: $0).isSubset(of: known) }
    for copy in old where copy != lost { try? FileManager.default.removeItem(atPath: copy.path) }
  }

  /// The copies to keep: the newest 7, the newest of each of 4 weeks and 12 months, and 7 copies with a future date.
  static func kept(_ copies: [UserCopy], on today: Day) -> Set<UserCopy> {
    let newestFirst = copies.sorted { $0.day > $1.day }
    let past = newestFirst.filter { $0.day <= today }
    func newest<Period: Hashable>(of count: Int, _ period: (Day) -> Period) -> [UserCopy] {
      var seen: Set<Period> = []
      return Array(past.filter { seen.insert(period($0.day)).inserted }.prefix(count))
    }
    // Day 0 (1970-01-01) was a Thursday. Adding 3 makes each week begin on a Monday.
    let weekly = newest(of: 4) { ($0.number + 3).quotientAndRemainder(dividingBy: 7).quotient }
    let monthly = newest(of: 12) { [$0.civil.year, $0.civil.month] }
    return Set(past.prefix(7) + weekly + monthly + newestFirst.filter { $0.day > today }.suffix(7))
  }

  /// Whether nothing was ever saved. A file whose data the user deleted isn't blank, because some rows remain.
  static func isBlank(_ database: Database) throws -> Bool {
    for table in ["object", "account", "session"] {
      let count: Int? = try database.value("SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT 1)")
      guard count == 0 else { return false }
    }
    // SQLite remembers the last number of an emptied table, so a deleted history is noticed.
    let numbered: Int? = try database.value("SELECT count(*) FROM sqlite_sequence WHERE name = 'history'")
    return numbered == 0
  }

  static func holdsData(_ copy: UserCopy) -> Bool {
    let found: Int? = read(copy) { database in
      try database.value(
        "SELECT (SELECT count(*) FROM object WHERE deleted_ms IS NULL) + (SELECT count(*) FROM history)")
    }
    return (found ?? 0) > 0
  }

  private static func objects(in copy: UserCopy) -> Set<String> {
    read(copy) { try Set($0.values("SELECT id FROM object WHERE deleted_ms IS NULL")) } ?? []
  }

  /// Reads a copy. Returns nil if the copy can't be read.
  private static func read<Value: Sendable>(_ copy: UserCopy, _ body: (Database) throws -> Value?) -> Value? {
    let source = try? FileCopy.source(copy.path)
    defer { try? source?.close() }
    return try? source?.read(body)
  }

  /// Copies a file whose migration failed, unless a copy of that day exists. Returns the copy's path.
  static func keep(of path: String, _ day: Day) throws -> String {
    let target = "\(path).\(day).copy"
    guard !FileManager.default.fileExists(atPath: target) else { return target }
    let content = try FileCopy.empty()
    try FileCopy.read(path, into: content)
    try write(content, to: target)
    return target
  }

  private static func write(_ content: DatabaseQueue, to target: String) throws {
    let making = target + PageSums.suffix
    try? FileManager.default.removeItem(atPath: making)
    PrivateFile.prepare(making)
    do {
      try content.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [making]) }
      try DurableFile.move(making, to: target)
    } catch {
      try? FileManager.default.removeItem(atPath: making)
      throw error
    }
  }

  /// Restores a copy's objects and missing history. Of two edits, the later edit is used. Data without an account
  /// becomes data of the member `current`. Data of a member who isn't on this computer becomes a recovered copy.
  public func restore(
    _ copy: UserCopy, current: MemberID = .withoutAccount, now: Timestamp
  ) async throws(StorageError) -> RestoredBackup {
    let (parts, accounts) = try await Self.contents(of: copy)
    let here = Set(try await user.members().filter(\.state.keepsData).map(\.member.id))
    var counts = RestoredBackup()
    for part in parts {
      let isKnown = part.owner == .withoutAccount || part.owner.isTemporaryOwner || here.contains(part.owner)
      let owner = part.owner == .withoutAccount ? current : isKnown ? part.owner : part.owner.recoveredOwner
      // Objects deleted since the copy stay deleted.
      let deleted = Set(
        try await file.read { try ObjectsRows.fetch($0, of: owner, where: "deleted_ms IS NOT NULL").map(\.id) })
      let kept = part.objects.filter { !$0.isDeleted && !deleted.contains($0.id) }
      let (restored, _) = try await user.restore(kept, of: owner, isEdit: false, now: now)
      counts.added += restored.added
      counts.changed += restored.changed
      counts.known += restored.known
      try await user.history.restore(part.history, of: owner)
      guard !isKnown else { continue }
      // The server doesn't have the unsent objects, so Kurs offers them to the user after the next sign-in.
      _ = try await user.restore(kept.filter(\.isUnsent), of: part.owner.unsentOwner, isEdit: false, now: now)
      try await file.write { database in
        for account in accounts where account.id == part.owner { try RecoveredData.name(account, nil, database) }
      }
    }
    return counts
  }

  private struct Part: Sendable {
    let owner: MemberID
    let objects: [UserObject]
    let history: [HistoryRow]
  }

  /// Reads a copy in memory, because opening may migrate the copy and the disk may be full. Throws for an empty copy.
  private static func contents(of copy: UserCopy) async throws(StorageError) -> ([Part], [Member]) {
    do {
      let source = try DatabaseOpener(path: copy.path, durability: .full, migrator: UserDatabase.migrator).openCopy()
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

  /// Removes the data of these owners from each copy. Deletes a copy that has no other data or can't be rewritten.
  func remove(_ owners: [MemberID]) throws(StorageError) {
    for copy in all() {
      if (try? Self.remove(owners, from: copy)) != true, unlink(copy.path) != 0 { throw .notWritable(path: copy.path) }
    }
  }

  /// Removes the data of these owners from a copy. Returns false if the copy has no other data.
  private static func remove(_ owners: [MemberID], from copy: UserCopy) throws -> Bool {
    let content = try DatabaseOpener(path: copy.path, durability: .full, migrator: UserDatabase.migrator).openCopy()
    try content.write { database in
      for owner in owners {
        try UserDatabase.deleteRows(of: owner, database)
        try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [owner.text])
      }
    }
    let isLeft: Bool = try content.read { database in
      try database.isTrue("SELECT EXISTS (SELECT 1 FROM object) OR EXISTS (SELECT 1 FROM history)", [])
    }
    if isLeft { try write(content, to: copy.path) }
    return isLeft
  }
}
