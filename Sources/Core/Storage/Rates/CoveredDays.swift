// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension RatesSchema {
  /// Days of which all that a provider published is stored: a day among them without rates had none.
  static func addCoveredDays(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE covered_days (
          provider TEXT NOT NULL,
          first INTEGER NOT NULL,
          last INTEGER NOT NULL,
          PRIMARY KEY (provider, first)
        ) WITHOUT ROWID
        """)
  }
}

extension RatesDatabase {
  /// Ranges of days of which all that the provider published is stored, ascending and apart from each other.
  public func coveredDays(of provider: ProviderID) async throws(StorageError) -> [ClosedRange<Day>] {
    try await file.read { try Self.coveredDays(of: provider, $0) }
  }

  /// Records that all that the provider published on these days is stored.
  public func cover(_ days: ClosedRange<Day>, of provider: ProviderID) async throws(StorageError) {
    let known = try await coveredDays(of: provider)
    if known.contains(where: { $0.contains(days.lowerBound) && $0.contains(days.upperBound) }) { return }
    try await file.write { database in
      let stored = try Self.coveredDays(of: provider, database)
      // Those that touch it become one with it.
      let touching = stored.filter { $0.lowerBound <= days.upperBound + 1 && days.lowerBound <= $0.upperBound + 1 }
      let all = touching + [days]
      let first = all.map(\.lowerBound).min() ?? days.lowerBound
      let last = all.map(\.upperBound).max() ?? days.upperBound
      for range in touching {
        try database.execute(
          sql: "DELETE FROM covered_days WHERE provider = ? AND first = ?",
          arguments: [provider.name, Int(range.lowerBound.number)])
      }
      try database.execute(
        sql: "INSERT INTO covered_days (provider, first, last) VALUES (?, ?, ?)",
        arguments: [provider.name, Int(first.number), Int(last.number)])
    }
  }

  private static func coveredDays(of provider: ProviderID, _ database: Database) throws -> [ClosedRange<Day>] {
    try Row.fetchAll(
      database.cachedStatement(sql: "SELECT first, last FROM covered_days WHERE provider = ? ORDER BY first"),
      arguments: [provider.name]
    ).compactMap { row in
      let (first, last): (Int32, Int32) = try (row.column("first"), row.column("last"))
      // A damaged row covers nothing.
      return first <= last ? Day(number: first)...Day(number: last) : nil
    }
  }
}
