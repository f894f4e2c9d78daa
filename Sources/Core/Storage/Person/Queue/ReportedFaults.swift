// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension PersonDatabase {
  /// Counts a fault; how often it was met where it is time to report it, nil where that was done lately.
  public func noteReported(
    _ fingerprint: String, at now: Timestamp, every span: Int64
  ) async throws(StorageError) -> Int? {
    try await file.write { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT first_ms, count FROM reported WHERE fingerprint = ?", arguments: [fingerprint])
      guard let row else {
        try database.execute(sql: "INSERT INTO reported VALUES (?, ?, 0)", arguments: [fingerprint, now.milliseconds])
        return 1
      }
      // A clock that was set back must not silence it for ever.
      let age = now.milliseconds - (try row.column("first_ms"))
      guard (0..<span).contains(age) else {  // guards J12: (0..<span).contains(age) => false
        try database.execute(
          sql: "UPDATE reported SET first_ms = ?, count = 0 WHERE fingerprint = ?",
          arguments: [now.milliseconds, fingerprint])
        return try row.column("count") + 1  // guards J12: row.column("count") + 1 => 1
      }
      try database.execute(sql: "UPDATE reported SET count = count + 1 WHERE fingerprint = ?", arguments: [fingerprint])
      return nil
    }
  }

  /// Forgets what was reported, with a consent that was withdrawn.
  public func forgetReported() async throws(StorageError) {
    try await file.write { try $0.execute(sql: "DELETE FROM reported") }
  }
}
