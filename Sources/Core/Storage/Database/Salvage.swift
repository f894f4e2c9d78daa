// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// Copies the readable rows of a damaged file. Tables are read from both ends, because reading stops at a damaged page.
struct Salvage {
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
