// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

/// A copy of the person's file as it was on a day.
public struct PersonCopy: Hashable, Sendable {
  public let day: Day
  public let path: String
}

// By VACUUM INTO, not page by page: it reads each row there is, so that a damaged file never becomes a copy, and it
// leaves out pages that nobody uses, which the disk may hold no bytes of.
extension PersonDatabase {
  /// The copies beside a file, newest first.
  public static func copies(of path: String) -> [PersonCopy] {
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let copies = files.compactMap { file -> PersonCopy? in
      guard file.hasPrefix(name + "."), file.hasSuffix(".copy"),
        let day = Day(iso: String(file.dropFirst(name.count + 1).dropLast(5)))
      else { return nil }
      return PersonCopy(day: day, path: "\(folder)/\(file)")
    }
    return copies.sorted { $0.day > $1.day }
  }

  /// The copies of this file, newest first.
  public func copies() -> [PersonCopy] { Self.copies(of: file.path) }

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
      // Half a copy would take the room that the person's next change needs.
      try? FileManager.default.removeItem(atPath: making)
      throw error
    }
    let copies = copies()
    for old in Set(copies).subtracting(Self.kept(copies, on: day)) { try? FileManager.default.removeItem(atPath: old.path) }
  }

  /// The copies to keep: the newest 7, and the newest of each of the last 4 weeks and 12 months that have one.
  ///
  /// A clock that was ahead left copies of days to come. They take no place of the others; 7 of them are kept.
  static func kept(_ copies: [PersonCopy], on today: Day) -> Set<PersonCopy> {
    let newestFirst = copies.sorted { $0.day > $1.day }
    let past = newestFirst.filter { $0.day <= today }
    func newest<Period: Hashable>(of count: Int, _ period: (Day) -> Period) -> [PersonCopy] {
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
  static func holdsData(_ copy: PersonCopy) -> Bool {
    let source = try? FileCopy.source(copy.path)
    defer { try? source?.close() }
    let found: Int? = try? source?.read { database in
      try database.value(
        "SELECT (SELECT count(*) FROM object WHERE deleted_ms IS NULL) + (SELECT count(*) FROM history)")
    }
    return (found ?? 0) > 0
  }

  /// The day's copy of a file that cannot be used as it is, made unless it is there; its path.
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

  /// Brings back what a copy has and this file lacks: objects by the later edit, and what is missing of the history.
  public func takeUp(_ copy: PersonCopy, now: Timestamp) async throws(StorageError) -> RestoredBackup {
    // Opening may change it (a copy of an earlier Kurs is brought up to date): what is opened is a copy of the copy.
    let reading = copy.path + "-reading"
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: reading + suffix) } }
    try? FileManager.default.removeItem(atPath: reading)
    do {
      try FileManager.default.copyItem(atPath: copy.path, toPath: reading)
    } catch {
      throw .notWritable(path: reading)
    }
    let source = try PersonDatabase(path: reading)
    defer { try? source.file.close() }
    var counts = RestoredBackup()
    var members: [MemberID] = [.nobody]
    for stored in try await self.members() where stored.wipeReason == nil { members.append(stored.member.id) }
    for member in members {
      let objects = try await source.file.read { try ObjectsRows.fetch($0, of: member) }
      // Objects that were deleted since the copy stay deleted.
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

  /// Deletes all copies, for a member whose data goes.
  func deleteCopies() throws(StorageError) {
    for copy in copies() where unlink(copy.path) != 0 { throw .notWritable(path: copy.path) }
  }
}
