// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

/// What came in about the use of the program, in a transaction.
struct Reports {
  let database: Database

  /// Keeps an event, once.
  func take(_ event: UseEvent, from installation: String, at now: Instant) throws {
    try database.execute(
      sql: """
        INSERT INTO event (id, installation, name, time, properties, received) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """,
      arguments: [
        event.id, installation, event.name, event.time, try JSONText.text(of: event.properties ?? [:]), now,
      ])
  }

  /// Keeps how many events an installation could not keep.
  func take(dropped count: Int, from installation: String) throws {
    try database.execute(
      sql: """
        INSERT INTO dropped_events VALUES (?, ?) ON CONFLICT (installation) DO UPDATE SET count = count + excluded.count
        """, arguments: [installation, count])
  }

  /// Counts a report to those of the same place.
  func take(_ report: ValidationReport) throws {
    try database.execute(
      sql: """
        INSERT INTO report VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
        SET count = count + excluded.count, first = min(first, excluded.first), last = max(last, excluded.last)
        """,
      arguments: [
        report.endpoint, report.schema, report.version, report.path, report.keyword, report.count, report.time,
        report.time,
      ])
  }
}
