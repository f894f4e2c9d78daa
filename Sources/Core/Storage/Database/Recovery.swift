// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

/// A file that was damaged and saved under a name with a date, or that lost all its data.
public struct QuarantinedFile: Hashable, Sendable {
  public let file: String
  /// The path of the old file. Nil if that file was empty or missing although a copy has data.
  public let path: String?
  public private(set) var lost: Set<UserPart> = []
  /// The day of the newest copy to restore from; nil if no copy exists.
  public private(set) var copy: Day?
}

public enum UserPart: String, CaseIterable, Sendable {
  case objects
  case history
  case session
  case queue
  case accounts

  fileprivate static let copied: Set<UserPart> = [.objects, .history]

  /// Returns the parts of the user's data in `tables`. Statistics and the server's revision aren't such data.
  fileprivate static func parts(of tables: Set<String>) -> Set<UserPart> {
    let known: [String: UserPart] = [
      "object": .objects, "object_field": .objects, "conflict": .objects, "history": .history, "session": .session,
      "recent_currency": .session, "queue": .queue, "account": .accounts,
    ]
    return Set(tables.compactMap { known[$0] })
  }

  /// Deletes references to lost objects. If objects were lost, the next sync then requests all data from the server.
  fileprivate static func finish(_ database: Database, _ lost: Set<String>) throws {
    // Delete rows that refer to a lost object, because such a reference would make the whole file invalid.
    let children: [String] = try database.values(
      """
      SELECT DISTINCT master.name FROM sqlite_master AS master, pragma_foreign_key_list(master.name) AS reference
      WHERE master.type = 'table' AND reference."table" = 'object'
      """)
    for table in children.map(\.quotedDatabaseIdentifier) {
      try database.execute(
        sql: """
          DELETE FROM \(table) WHERE NOT EXISTS (
            SELECT 1 FROM object WHERE object.member = \(table).member AND object.id = \(table).id)
          """)
    }
    if parts(of: lost).contains(.objects) || lost.contains("synced_field") {
      try database.execute(sql: "DELETE FROM synced")
    }
  }
}

public struct FileRecovery: Sendable {
  enum Salvaged: Sendable { case nothing, answers, everything }

  private let clock: @Sendable () -> Timestamp
  let report: @Sendable (QuarantinedFile) -> Void
  var salvaged = Salvaged.nothing

  /// Creates a recovery. `report` is called on any thread for damage that is found after opening.
  public init(
    clock: @escaping @Sendable () -> Timestamp, report: @escaping @Sendable (QuarantinedFile) -> Void = { _ in }
  ) {
    (self.clock, self.report) = (clock, report)
  }

  /// Renames the damaged file and its log, and gives the original name to a new file with the salvaged data, if any.
  /// `undoReplacement` undoes an interrupted replacement. The caller must hold `OpeningLock`.
  func replace(_ opener: DatabaseOpener) throws -> QuarantinedFile {
    let (path, now) = (opener.path, clock())
    let recovered = "\(path).\(now.day)-\(now.milliseconds % 86_400_000).aside"
    let making = opener.at(path + ".salvaging")
    // Delete the oldest damaged files. Damaged files with the user's own data stay until the user deletes them.
    defer { if salvaged != .everything { QuarantinedFileLimit.apply(to: path) } }  // guards S02: salvaged != .everything => true
    guard let lost = try salvage(path, into: making) else {
      for suffix in ["", "-wal", "-shm"] { try Self.move(path + suffix, to: recovered + suffix) }
      return QuarantinedFile(file: path, path: recovered)
    }
    guard link(path, recovered) == 0 else {
      Self.remove(making.path)
      throw StorageError.notWritable(path: recovered)
    }
    for suffix in ["-wal", "-shm"] { try Self.move(path + suffix, to: recovered + suffix) }
    try DurableFile.move(making.path, to: path)
    let parts = UserPart.parts(of: lost)  // guards S03: lost => []
    let copy = parts.isDisjoint(with: UserPart.copied) ? nil : DailyCopies.all(of: path).first?.day  // guards S03: DailyCopies.all(of: path).first?.day => nil
    return QuarantinedFile(file: path, path: recovered, lost: parts, copy: copy)
  }

  /// Undoes an interrupted replacement of a damaged file, so that the file gets its log back.
  func undoReplacement(_ path: String) {
    var file = stat()
    guard stat(path, &file) == 0, file.st_nlink > 1 else { return }
    let folder = (path as NSString).deletingLastPathComponent
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let recovered = "\(folder)/\(name)"
      guard recovered.hasPrefix(path + "."), recovered.hasSuffix(".aside"),
        FileIdentity(recovered) == FileIdentity(path), (try? Self.move(recovered + "-wal", to: path + "-wal")) != nil
      else { continue }
      for suffix in ["-shm", ""] { unlink(recovered + suffix) }
    }
  }

  func emptied(_ path: String, _ queue: DatabaseQueue) throws -> QuarantinedFile? {
    guard salvaged == .everything, try queue.read(DailyCopies.isBlank) else { return nil }
    guard let copy = DailyCopies.all(of: path).first(where: DailyCopies.holdsData) else { return nil }  // guards S05: DailyCopies.all(of: path) => []
    return QuarantinedFile(file: path, path: nil, lost: UserPart.copied, copy: copy.day)
  }

  /// Reads the intact part of a damaged file into memory. This is for a disk that accepts no new file.
  func readIntoMemory(_ opener: DatabaseOpener) throws -> (DatabaseQueue, QuarantinedFile) {
    let copy = try opener.emptyCopy()
    let source = try? FileCopy.source(opener.path)
    defer { try? source?.close() }
    let lost = try Salvage.copyTables(from: source, into: copy, nil, UserPart.finish)
    return (copy, QuarantinedFile(file: opener.path, path: opener.path, lost: UserPart.parts(of: lost)))
  }

  func copy(_ path: String) -> String? {
    do { return try DailyCopies.keep(of: path, clock().localDay) } catch { return nil }
  }

  private func salvage(_ path: String, into making: DatabaseOpener) throws -> Set<String>? {
    guard salvaged != .nothing else { return nil }
    Self.remove(making.path)
    do {
      let queue = try making.open()
      defer { try? queue.close() }
      Self.padToDeclaredSize(path)
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      // Close the damaged file at the end of this function, because the caller moves the file.
      let source = try? DatabaseQueue(path: path, configuration: configuration)
      defer { try? source?.close() }
      if salvaged == .everything { return try Salvage.copyTables(from: source, into: queue, nil, UserPart.finish) }  // guards S03
      return try Salvage.copyTables(from: source, into: queue, [RatesSchema.answers], RatesSchema.readAnew)
    } catch {
      Self.remove(making.path)
      guard salvaged == .everything else { return nil }
      throw error
    }
  }

  /// Adds empty pages, which count as damaged. SQLite refuses a file that is shorter than its header states.
  private static func padToDeclaredSize(_ path: String) {
    guard let file = FileHandle(forUpdatingAtPath: path), let header = try? file.read(upToCount: 32),
      header.count == 32, let size = try? file.seekToEnd()
    else { return }
    let whole = header[28...].reduce(0) { $0 << 8 | UInt64($1) } * 4096
    if size < whole, whole <= 1 << 30 { try? file.truncate(atOffset: whole) }
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  private static func move(_ path: String, to target: String) throws(StorageError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard rename(path, target) == 0 else { throw .notWritable(path: path) }
  }
}

/// Copies the readable rows of a damaged file. Tables are read from both ends, because reading stops at a damaged page.
private struct Salvage {
  private let old: Database
  private let new: Database
  private(set) var lost: Set<String> = []

  private static let widestGap: Int64 = 20_000

  /// Copies `wanted` or all tables. Returns the tables that lost data. `finish` runs in the new file's transaction.
  static func copyTables(
    from source: DatabaseQueue?, into queue: DatabaseQueue, _ wanted: [String]?,
    _ finish: (Database, Set<String>) throws -> Void
  ) throws -> Set<String> {
    try queue.write { new in
      try new.execute(sql: "PRAGMA defer_foreign_keys = ON")
      let tables: [String] = try wanted ?? new.values(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'")
      var lost = Set(tables)
      try source?.writeWithoutTransaction { old in
        var salvage = Salvage(old: old, new: new)
        for table in tables { try salvage.copyTable(table) }
        try salvage.copyRowsOfKnownKeys()  // guards S03
        lost = salvage.lost
      }
      try finish(new, lost)
      return lost
    }
  }

  private mutating func copyTable(_ table: String) throws {
    guard let shape = try Shape(table, old, new) else {
      lost.insert(table)
      return
    }
    var (first, last): (Int64?, Int64?) = (nil, nil)
    if try copyRows(shape, "", each: { first = $0 }) { return }
    lost.insert(table)
    _ = try copyRows(shape, "ORDER BY \(shape.backwards)", until: shape.hasRowID ? first : nil, each: { last = $0 })  // guards S03
    guard shape.hasRowID, let known = first ?? last else { return }
    let start = first.map { $0 + 1 } ?? max(0, known - Self.widestGap)
    let highest: Int64? = try? old.value("SELECT seq FROM sqlite_sequence WHERE name = ?", [table])
    let end = min(last ?? highest.map { $0 + 1 } ?? start, start + Self.widestGap)
    for number in start..<max(start, end) {
      _ = try copyRows(shape, "WHERE rowid = \(number)", each: { _ in })
    }
  }

  private mutating func copyRowsOfKnownKeys() throws {
    guard !lost.isDisjoint(with: ["object", "object_field"]) else { return }
    for (table, keys) in [("object", "object_field"), ("object_field", "object")] where lost.contains(table) {
      guard let shape = try Shape(table, old, new) else { continue }
      for row in try Row.fetchAll(new, sql: "SELECT DISTINCT member, id FROM \(keys)") {
        _ = try copyRows(shape, "WHERE member = ? AND id = ?", [try row.column("member"), try row.column("id")], each: { _ in })
      }
    }
  }

  private mutating func copyRows(
    _ shape: Shape, _ clause: String, _ keys: [String] = [], until end: Int64? = nil, each: (Int64) -> Void
  ) throws -> Bool {
    let insert = try new.cachedStatement(sql: shape.insert)
    let rows: RowCursor
    do {
      rows = try Row.fetchCursor(old, sql: "\(shape.select) \(clause)", arguments: StatementArguments(keys))
    } catch {
      return false
    }
    while true {
      let values: [DatabaseValue]
      do {
        guard let row = try rows.next() else { return true }
        values = Array(row.databaseValues)
      } catch {
        return false
      }
      var number: Int64 = 0
      if shape.hasRowID, case .int64(let stored)? = values.first?.storage { number = stored }
      if let end, number <= end { return true }
      each(number)
      if shape.fits(values) {
        try insert.execute(arguments: StatementArguments(shape.hasRowID ? Array(values.dropFirst()) : values))
      } else {
        lost.insert(shape.table)
      }
    }
  }
}

private struct Shape {
  let table: String
  let hasRowID: Bool
  let backwards: String
  let select: String
  let insert: String
  private let types: [(type: String, mayBeNull: Bool)]

  init?(_ table: String, _ old: Database, _ new: Database) throws {
    let there: [String] = (try? old.values("SELECT name FROM pragma_table_info(?)", [table])) ?? []
    let columns = try Row.fetchAll(
      new, sql: "SELECT name, type, \"notnull\" AS required, pk FROM pragma_table_info(?)", arguments: [table])
    let sql: String = try new.value("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [table]) ?? ""
    var (names, types, keys) = ([String](), [(type: String, mayBeNull: Bool)](), [(Int, String)]())
    for column in columns where there.contains(try column.column("name")) {
      let (name, key): (String, Int) = try (column.column("name"), column.column("pk"))
      names.append(name)
      types.append((try column.column("type"), try !column.column("required") && key == 0))
      if key > 0 { keys.append((key, name)) }
    }
    guard !names.isEmpty else { return nil }
    self.table = table
    hasRowID = !sql.contains("WITHOUT ROWID")
    self.types = types
    let order = keys.sorted { $0.0 < $1.0 }.map { "\"\($0.1)\" DESC" }.joined(separator: ", ")
    backwards = hasRowID ? "rowid DESC" : order
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    select = "SELECT \(hasRowID ? "rowid, " : "")\(list) FROM \"\(table)\" NOT INDEXED"
    insert = "INSERT OR IGNORE INTO \"\(table)\" (\(list)) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
  }

  func fits(_ row: [DatabaseValue]) -> Bool {
    zip(hasRowID ? row.dropFirst() : row[...], types).allSatisfy { value, column in
      switch value.storage {
      case .null: column.mayBeNull
      case .int64: column.type == "INTEGER"
      case .string: column.type == "TEXT"
      case .blob: column.type == "BLOB"
      case .double: false
      }
    }
  }
}
