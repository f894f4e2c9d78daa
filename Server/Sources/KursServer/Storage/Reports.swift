// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// Received statistics and reports, in a transaction.
struct Reports {
  let database: Database

  /// Stores an event. Ignores one that is already stored.
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

  /// Deletes the oldest events until the rest fit in the limit.
  func keepEvents(within bytes: Int) throws {
    let space = Space(database: database)
    while try space.used(by: Schema.Scope.events) > bytes {
      try database.execute(
        sql: "DELETE FROM event WHERE number IN (SELECT number FROM event ORDER BY number LIMIT 10)")
      if database.changesCount == 0 { return }
    }
  }

  /// Adds to the number of events that an installation lost.
  func take(dropped count: Int, from installation: String) throws {
    try database.execute(
      sql: """
        INSERT INTO dropped_events VALUES (?, ?) ON CONFLICT (installation) DO UPDATE SET count = count + excluded.count
        """, arguments: [installation, count])
  }

  /// Counts a report with others of the same place, and stores the newest response.
  func take(_ report: ValidationReport, at now: Instant) throws {
    // A client's clock may be wrong, so a time after the arrival is replaced by the arrival's.
    let time = min(report.time, now)
    try database.execute(
      sql: """
        INSERT INTO report VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET
        count = min(count + excluded.count, 1000000000), first = min(first, excluded.first),
        last = max(last, excluded.last), request = excluded.request, status = excluded.status,
        answer = excluded.answer, answer_bytes = excluded.answer_bytes, account = excluded.account,
        requests = requests + 1, received = excluded.received
        """,
      arguments: [
        report.endpoint, report.schema, report.version, report.path, report.keyword, report.count, time, time,
        report.request, report.status, report.answer, report.answerBytes, report.account, now,
      ])
    try keepKnownReports()
  }

  /// Removes a member from the reports: their id, and all responses that are theirs or contain their id or e-mail
  /// address.
  func forget(_ member: UUID, email: String?) throws {
    try database.execute(
      sql: """
        UPDATE report SET account = NULL, request = NULL, answer = NULL WHERE account = :id
        OR instr(request, :id) OR instr(answer, :id) OR instr(lower(request), :email) OR instr(lower(answer), :email)
        """, arguments: ["id": member.text, "email": email])
  }

  // Anyone may send reports. Nobody could read the older ones among more kinds than this.
  private static let placeLimit = 1000

  /// If there are too many places, the newest and least requested are dropped, so that made-up ones cannot displace
  /// real ones.
  private func keepKnownReports() throws {
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM report") ?? 0
    guard count > Self.placeLimit else { return }
    try database.execute(
      sql: """
        DELETE FROM report WHERE (endpoint, schema, version, path, keyword) IN (
          SELECT endpoint, schema, version, path, keyword FROM report ORDER BY requests, received DESC LIMIT ?)
        """, arguments: [count - Self.placeLimit])
  }
}
