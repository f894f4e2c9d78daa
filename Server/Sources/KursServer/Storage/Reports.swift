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

  /// Counts a report to those of the same place, and keeps the newest of their answers.
  func take(_ report: ValidationReport) throws {
    try database.execute(
      sql: """
        INSERT INTO report VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        count = count + excluded.count, first = min(first, excluded.first), last = max(last, excluded.last),
        request = excluded.request, status = excluded.status, answer = excluded.answer,
        answer_bytes = excluded.answer_bytes, account = excluded.account
        """,
      arguments: [
        report.endpoint, report.schema, report.version, report.path, report.keyword, report.count, report.time,
        report.time, report.request, report.status, report.answer, report.answerBytes, report.account,
      ])
    try keepNewestReports()
  }

  // Anyone may send reports; of so many kinds at once nobody would read the older ones.
  private static let reportLimit = 1000

  private func keepNewestReports() throws {
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM report") ?? 0
    guard count > Self.reportLimit else { return }
    try database.execute(
      sql: """
        DELETE FROM report WHERE (endpoint, schema, version, path, keyword) IN (
          SELECT endpoint, schema, version, path, keyword FROM report ORDER BY last LIMIT ?)
        """, arguments: [count - Self.reportLimit])
  }
}
