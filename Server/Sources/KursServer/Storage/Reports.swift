// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct Reports {
  let database: Database

  /// Stores an event, unless it was stored before.
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

  func keepEvents(within bytes: Int) throws {
    let space = Space(database: database)
    while try space.used(by: Schema.Scope.events) > bytes {
      try database.execute(
        sql: "DELETE FROM event WHERE number IN (SELECT number FROM event ORDER BY number LIMIT 10)")
      if database.changesCount == 0 { return }
    }
  }

  func take(dropped count: Int, from installation: String) throws {
    try database.execute(
      sql: """
        INSERT INTO dropped_events VALUES (?, ?) ON CONFLICT (installation) DO UPDATE SET count = count + excluded.count
        """, arguments: [installation, count])
  }

  struct Source: Sendable {
    let digest: String
    let isMember: Bool

    /// The maximum number of report rows of one sender. A row counts the reports about one location in one endpoint's
    /// responses.
    var placeLimit: Int { isMember ? 100 : 50 }
    /// The maximum number of rows of all members together, or of all other senders together.
    var sharedLimit: Int { isMember ? 400 : 600 }
    var byteLimit: Int { isMember ? 4 << 20 : 1 << 20 }
    var sharedByteLimit: Int { 24 << 20 }
  }

  /// Adds a report to the row of its location, and replaces the row's response by the newest.
  func take(_ report: ValidationReport, from source: Source, at now: Instant) throws {
    // A client's clock may be wrong, so a time in the future is replaced by the time at which the report arrived.
    let time = min(report.time, now)
    try database.execute(
      sql: """
        INSERT INTO report VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO UPDATE SET
        source = iif(excluded.by_member > by_member, excluded.source, source),
        by_member = max(by_member, excluded.by_member),
        count = min(count + excluded.count, 1000000000), first = min(first, excluded.first),
        last = max(last, excluded.last), request = excluded.request, status = excluded.status,
        answer = excluded.answer, answer_bytes = excluded.answer_bytes, account = excluded.account,
        requests = requests + 1, received = excluded.received
        """,
      arguments: [
        report.endpoint, report.schema, report.version, report.path, report.keyword, report.count, time, time,
        report.request, report.status, report.answer, report.answerBytes, report.account, now,
        source.digest, source.isMember,
      ])
  }

  func keepRoom(for source: Source) throws {
    try keepPlaces(of: source)
    try keepAnswers(of: source)
  }

  /// Removes a member's id, and all responses that the member sent or that contain the member's id or e-mail address.
  func forget(_ member: UUID, email: String?) throws {
    try database.execute(
      sql: """
        UPDATE report SET account = NULL, request = NULL, answer = NULL WHERE account = :id
        OR instr(request, :id) OR instr(answer, :id) OR instr(lower(request), :email) OR instr(lower(answer), :email)
        """, arguments: ["id": member.text, "email": email])
    try forgetEscaped([member.text] + (email.map { [$0] } ?? []))
  }

  /// Removes all responses that contain one of these names, even if escaped for JSON, URLs, HTML or mail.
  private func forgetEscaped(_ names: [String]) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT endpoint, schema, version, path, keyword, request, answer FROM report
        WHERE request IS NOT NULL OR answer IS NOT NULL
        """)
    for row in rows {
      let (request, answer): (String?, String?) = (row["request"], row["answer"])
      let texts = [request, answer].compactMap(\.self)
      guard texts.contains(where: { Escapes.hides(names, in: $0) }) else { continue }
      try database.execute(
        sql: """
          UPDATE report SET account = NULL, request = NULL, answer = NULL
          WHERE endpoint = ? AND schema = ? AND version = ? AND path = ? AND keyword = ?
          """,
        arguments: StatementArguments(
          ["endpoint", "schema", "version", "path", "keyword"].map { row[$0] as DatabaseValue }))
    }
  }

  /// Deletes rows beyond the limits: first the sender's own rows, then rows of the sender with the most rows. Of a
  /// sender's rows, those with the fewest requests are deleted first, and among equal rows the newest. So invented
  /// reports can't displace real reports, and a new sender's rows are always stored.
  private func keepPlaces(of source: Source) throws {
    try drop(from: source.digest, source, beyond: source.placeLimit)
    while try count("by_member = ?", source.isMember) > source.sharedLimit {
      let most = try String.fetchOne(
        database,
        sql: "SELECT source FROM report WHERE by_member = ? GROUP BY source ORDER BY count(*) DESC, source LIMIT 1",
        arguments: [source.isMember])
      guard let most else { return }
      let named = try count("source = ? AND by_member = ?", most, source.isMember)
      try drop(from: most, source, beyond: named - 1)
    }
  }

  private func drop(from digest: String, _ source: Source, beyond limit: Int) throws {
    let named = try count("source = ? AND by_member = ?", digest, source.isMember)
    guard named > limit else { return }
    try database.execute(
      sql: """
        DELETE FROM report WHERE (endpoint, schema, version, path, keyword) IN (
          SELECT endpoint, schema, version, path, keyword FROM report WHERE source = ? AND by_member = ?
          ORDER BY requests, received DESC LIMIT ?)
        """, arguments: [digest, source.isMember, named - limit])
  }

  private func keepAnswers(of source: Source) throws {
    while try bytes("source = ? AND by_member = ?", source.digest, source.isMember) > source.byteLimit {
      try forgetLongest("source = ? AND by_member = ?", source.digest, source.isMember)
    }
    while try bytes("by_member = ?", source.isMember) > source.sharedByteLimit {
      try forgetLongest("by_member = ?", source.isMember)
    }
  }

  private func forgetLongest(_ condition: String, _ arguments: (any DatabaseValueConvertible)?...) throws {
    try database.execute(
      sql: """
        UPDATE report SET answer = NULL WHERE (endpoint, schema, version, path, keyword) IN (
          SELECT endpoint, schema, version, path, keyword FROM report WHERE \(condition)
          ORDER BY length(answer) DESC LIMIT 1)
        """, arguments: StatementArguments(arguments))
  }

  private func count(_ condition: String, _ arguments: (any DatabaseValueConvertible)?...) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM report WHERE \(condition)", arguments: StatementArguments(arguments)) ?? 0
  }

  private func bytes(_ condition: String, _ arguments: (any DatabaseValueConvertible)?...) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT sum(length(CAST(answer AS BLOB))) FROM report WHERE \(condition)",
      arguments: StatementArguments(arguments)) ?? 0
  }
}
