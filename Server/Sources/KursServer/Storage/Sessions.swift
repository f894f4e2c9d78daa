// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// A sign-in on one machine.
struct Session: Sendable {
  let id: UUID
  let member: UUID
  var family: TokenFamily
  /// When the user last proved their identity by signing in or by entering the password.
  let confirmed: Instant
}

/// The sessions, in a transaction.
struct Sessions {
  let database: Database

  /// Returns a session; nil if it never existed or was deleted with its member.
  func session(_ id: UUID) throws -> Session? {
    try Row.fetchOne(database, sql: "SELECT * FROM session WHERE id = ?", arguments: [id.text]).flatMap { row in
      guard let member = UUID(text: row["member"]) else { return nil }
      let ended: Instant? = row["ended"]
      let family = TokenFamily(
        newest: row["newest"], parent: row["parent"], seen: row["seen"], isEnded: ended != nil)
      return Session(id: id, member: member, family: family, confirmed: row["confirmed"])
    }
  }

  func insert(_ session: Session, device: String, at now: Instant) throws {
    try database.execute(
      sql: "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)",
      arguments: [
        session.id.text, session.member.text, device, now, now, session.family.newest, session.family.parent,
        session.family.seen, session.confirmed,
      ])
  }

  /// Records that the user has proved their identity again.
  func confirmed(_ id: UUID, at now: Instant) throws {
    try database.execute(sql: "UPDATE session SET confirmed = ? WHERE id = ?", arguments: [now, id.text])
  }

  func update(_ session: Session) throws {
    let family = session.family
    try database.execute(
      sql: "UPDATE session SET newest = ?, parent = ?, seen = ? WHERE id = ?",
      arguments: [family.newest, family.parent, family.seen, session.id.text])
  }

  func renewed(_ session: Session, at now: Instant) throws {
    try update(session)
    try database.execute(sql: "UPDATE session SET renewed = ? WHERE id = ?", arguments: [now, session.id.text])
  }

  func end(_ id: UUID, at now: Instant) throws -> Bool {
    try database.execute(
      sql: "UPDATE session SET ended = ? WHERE id = ? AND ended IS NULL", arguments: [now, id.text])
    return database.changesCount > 0
  }

  /// Ends a member's sessions, except `kept` if it is given. Returns how many ended.
  func endAll(of member: UUID, but kept: UUID?, at now: Instant) throws -> Int {
    try database.execute(
      sql: "UPDATE session SET ended = ? WHERE member = ? AND ended IS NULL AND id IS NOT ?",
      arguments: [now, member.text, kept?.text])
    return database.changesCount
  }

  func isDeparted(_ id: UUID) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM departed WHERE session = ?)", arguments: [id.text]) ?? false
  }
}
