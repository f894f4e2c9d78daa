// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct Session: Sendable {
  let id: UUID
  let member: UUID
  var family: TokenFamily
  let confirmed: Instant
  var created: Instant
  /// The computer's previous session. It ends when this session is first used.
  var replaces: UUID?
}

struct Sessions {
  let database: Database

  /// The maximum number of a member's sessions. Without a limit, a program that knows the password could begin any
  /// number of sessions.
  static let limit = 200

  func session(_ id: UUID) throws -> Session? {
    try Row.fetchOne(database, sql: "SELECT * FROM session WHERE id = ?", arguments: [id.text]).flatMap { row in
      guard let member = UUID(text: row["member"]) else { return nil }
      let ended: Instant? = row["ended"]
      let family = TokenFamily(
        newest: row["newest"], parent: row["parent"], seen: row["seen"], isEnded: ended != nil)
      return Session(
        id: id, member: member, family: family, confirmed: row["confirmed"], created: row["created"],
        replaces: (row["replaces"] as String?).flatMap(UUID.init(text:)))
    }
  }

  func insert(_ session: Session, device: String, at now: Instant) throws {
    try database.execute(
      sql: "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?)",
      arguments: [
        session.id.text, session.member.text, device, now, now, session.family.newest, session.family.parent,
        session.family.seen, session.confirmed, session.replaces?.text,
      ])
    try keepNewest(of: session.member)  // guards N04
  }

  // Keeps at most `limit` sessions of the member. Deletes ended sessions first, then the oldest. A computer whose
  // session was deleted must sign in again.
  private func keepNewest(of member: UUID) throws {
    try database.execute(
      sql: """
        DELETE FROM session WHERE id IN (
          SELECT id FROM session WHERE member = ? ORDER BY ended IS NOT NULL, renewed DESC LIMIT -1 OFFSET ?)
        """, arguments: [member.text, Self.limit])
  }

  func confirmed(_ id: UUID, at now: Instant) throws {
    try database.execute(sql: "UPDATE session SET confirmed = ? WHERE id = ?", arguments: [now, id.text])
  }

  /// Saves the newest pair of tokens. If a token of this session has been used, ends the computer's previous session.
  func update(_ session: Session, at now: Instant) throws {
    let family = session.family
    if let old = session.replaces, family.seen > 0 {
      _ = try end(old, at: now)
      try database.execute(sql: "UPDATE session SET replaces = NULL WHERE id = ?", arguments: [session.id.text])
    }
    try database.execute(
      sql: "UPDATE session SET newest = ?, parent = ?, seen = ? WHERE id = ?",
      arguments: [family.newest, family.parent, family.seen, session.id.text])
  }

  func renewed(_ session: Session, at now: Instant) throws {
    try update(session, at: now)
    try database.execute(sql: "UPDATE session SET renewed = ? WHERE id = ?", arguments: [now, session.id.text])
  }

  func end(_ id: UUID, at now: Instant) throws -> Bool {
    try database.execute(
      sql: "UPDATE session SET ended = ? WHERE id = ? AND ended IS NULL", arguments: [now, id.text])
    return database.changesCount > 0
  }

  /// Ends all sessions except `kept`. Returns how many sessions ended.
  func endAll(of member: UUID, but kept: UUID?, at now: Instant) throws -> Int {
    try database.execute(
      sql: "UPDATE session SET ended = ? WHERE member = ? AND ended IS NULL AND id IS NOT ?",
      arguments: [now, member.text, kept?.text])
    return database.changesCount
  }

  func summary(of member: String) throws -> (count: Int, renewed: Instant?) {
    let row = try Row.fetchOne(
      database, sql: "SELECT count(*), max(renewed) FROM session WHERE member = ? AND ended IS NULL",
      arguments: [member])
    return (row?[0] ?? 0, row?[1])
  }

  func isDeparted(_ id: UUID) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM departed WHERE session = ?)", arguments: [id.text]) ?? false
  }
}
