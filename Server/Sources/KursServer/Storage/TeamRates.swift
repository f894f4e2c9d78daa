// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

struct TeamRates {
  let database: Database

  func take(_ rates: [TeamRate], at now: Instant) throws -> Int {
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO rate (base, quote, day, unit, value) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (base, quote, day) DO UPDATE SET unit = excluded.unit, value = excluded.value
        WHERE unit <> excluded.unit OR value <> excluded.value
        """)
    let before = database.totalChangesCount
    for rate in rates {
      try statement.execute(arguments: [rate.base, rate.quote, rate.day, rate.unit, rate.value])
    }
    let changed = database.totalChangesCount - before
    if changed > 0 {
      try database.execute(
        sql: "INSERT INTO rate_update VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at", arguments: [now])
    }
    return changed
  }

  func updated() throws -> Instant? {
    try Instant.fetchOne(database, sql: "SELECT at FROM rate_update")
  }

  /// Returns the newest rates, or the newest rates on or before `day`.
  func latest(on day: CalendarDay?) throws -> [TeamRate] {
    // In a query with max(), SQLite takes the other columns from the row with the maximum.
    try rates(
      """
      SELECT base, quote, max(day) AS day, unit, value FROM rate WHERE ?1 IS NULL OR day <= ?1
      GROUP BY base, quote ORDER BY base, quote
      """, [day])
  }

  func history(from: CalendarDay?, to: CalendarDay?, base: String?, quote: String?) throws -> [TeamRate] {
    try rates(
      """
      SELECT * FROM rate WHERE (?1 IS NULL OR day >= ?1) AND (?2 IS NULL OR day <= ?2)
      AND (?3 IS NULL OR base = ?3) AND (?4 IS NULL OR quote = ?4) ORDER BY day, base, quote
      """, [from, to, base, quote])
  }

  private func rates(_ sql: String, _ arguments: StatementArguments) throws -> [TeamRate] {
    try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
      TeamRate(
        day: row["day"], base: row["base"], quote: row["quote"], unit: row["unit"], value: row["value"])
    }
  }
}
