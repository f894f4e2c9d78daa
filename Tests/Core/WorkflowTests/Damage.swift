// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// Writes the mark of a migration that this Kurs does not know.
func markAsNewer(_ path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99-from-the-future')") }
  try queue.close()
}

/// Flips one bit in each pair's newest year, as a failing disk would.
func damageNewestSegments(_ path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.write { database in
    let rows = try Row.fetchAll(database, sql: "SELECT series, observations FROM segment WHERE year = 2026")
    for row in rows {
      var bytes = row["observations"] as Data
      bytes[bytes.count - 8] ^= 1
      try database.execute(
        sql: "UPDATE segment SET observations = ? WHERE series = ? AND year = 2026",
        arguments: [bytes, row["series"] as Int64])
    }
  }
  try queue.close()
}
