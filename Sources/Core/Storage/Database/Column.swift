// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

/// Reads columns. Throws if a value has an unexpected type. GRDB's subscripts would end the program instead.
extension Row {
  func column<Value: DatabaseValueConvertible>(_ name: String) throws -> Value {
    guard let value: Value = try optional(name) else { throw DatabaseError.unreadable(name) }
    return value
  }

  /// Returns a column's value. Nil only if the column is NULL.
  func optional<Value: DatabaseValueConvertible>(_ name: String) throws -> Value? {
    guard hasColumn(name) else { throw DatabaseError.unreadable(name) }
    return try Self.read(self[name] as DatabaseValue, name)
  }

  /// Returns a column's value, or nil for any invalid value. Use this for rows whose checksum detects damage.
  func readable<Value: DatabaseValueConvertible>(_ name: String) -> Value? {
    hasColumn(name) ? Self.exact(self[name] as DatabaseValue) : nil
  }

  fileprivate static func read<Value: DatabaseValueConvertible>(
    _ stored: DatabaseValue, _ name: String
  ) throws -> Value? {
    if stored.isNull { return nil }
    guard let value: Value = exact(stored) else { throw DatabaseError.unreadable(name) }  // guards S06: exact(stored) => Value.fromDatabaseValue(stored)
    return value
  }

  /// Returns the value. Nil for a value that GRDB would convert, such as 1.5 to 1.
  private static func exact<Value: DatabaseValueConvertible>(_ stored: DatabaseValue) -> Value? {
    Value.fromDatabaseValue(stored).flatMap { $0.databaseValue == stored ? $0 : nil }
  }
}

extension Database {
  func value<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value? {
    let row = try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    return try row?.databaseValues.first.flatMap { try Row.read($0, "0") }
  }

  func values<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Value] {
    try Row.fetchAll(self, sql: sql, arguments: arguments).map { row in
      guard let first = row.databaseValues.first, let value: Value = try Row.read(first, "0") else {
        throw DatabaseError.unreadable("0")
      }
      return value
    }
  }

  func isTrue(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    try value(sql, arguments) ?? false
  }
}

extension DatabaseError {
  fileprivate static func unreadable(_ column: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the column \(column) holds no value of its type")
  }
}

extension DatabaseQueue {
  /// Runs the deletion in one transaction. Overwrites the deleted rows in the file and removes them from the log.
  func erase(_ deletion: @escaping @Sendable (Database) throws -> Void) async throws {
    try await writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA secure_delete = ON")  // guards S16, A07: "PRAGMA secure_delete = ON" => "PRAGMA secure_delete = OFF"
      try database.inTransaction(.immediate) {
        try deletion(database)
        return .commit
      }
      // Truncate the log, because the deleted rows stay in it until then.
      try database.checkpoint(.truncate)
    }
  }
}
