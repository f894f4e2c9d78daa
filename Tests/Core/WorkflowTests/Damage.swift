// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB

/// Adds an unknown migration to the file, as a newer version of Kurs would.
func markAsNewer(_ path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99-from-the-future')") }
  try queue.close()
}

enum DamagedPlace: String, CaseIterable, Sendable {
  case newest = "UPDATE series SET newest = ? WHERE id = ?"
  case segment = "UPDATE segment SET observations = ? WHERE series = ? AND year = 2026"

  var query: String {
    switch self {
    case .newest: "SELECT id, newest AS bytes FROM series"
    case .segment: "SELECT series AS id, observations AS bytes FROM segment WHERE year = 2026"
    }
  }
}

/// Flips one bit in each pair's newest rates.
func damage(_ place: DamagedPlace, in path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.write { database in
    for row in try Row.fetchAll(database, sql: place.query) {
      var bytes = row["bytes"] as Data
      bytes[bytes.count - 8] ^= 1
      try database.execute(sql: place.rawValue, arguments: [bytes, row["id"] as Int64])
    }
  }
  try queue.close()
}
