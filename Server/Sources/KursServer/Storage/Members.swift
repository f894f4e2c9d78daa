// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct Members {
  let database: Database

  func member(_ id: UUID) throws -> Member? {
    try Row.fetchOne(database, sql: "SELECT * FROM member WHERE id = ?", arguments: [id.text]).map(Self.member)
  }

  func member(email: EmailAddress) throws -> Member? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM member WHERE email IN (?1, ?2) ORDER BY email = ?1 DESC",
      arguments: [email.text, email.textOfBefore]
    ).map(Self.member)
  }

  func member(issuer: String, subject: String) throws -> Member? {
    try Row.fetchOne(
      database,
      sql: "SELECT member.* FROM identity JOIN member ON id = member WHERE issuer = ? AND subject = ?",
      arguments: [issuer, subject]
    ).map(Self.member)
  }

  func insert(_ member: Member) throws {
    try database.execute(
      sql: "INSERT INTO member VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        member.id.text, member.email, member.name, member.password?.text, member.created,
        try JSONText.text(of: member.config), member.configRevision, member.revision,
      ])
  }

  func update(_ member: Member) throws {
    try database.execute(
      sql: "UPDATE member SET name = ?, password = ?, config = ?, config_revision = ?, revision = ? WHERE id = ?",
      arguments: [
        member.name, member.password?.text, try JSONText.text(of: member.config), member.configRevision,
        member.revision, member.id.text,
      ])
  }

  /// Deletes a member. Only the ids of the member's sessions remain, marked as those of a deleted account.
  func delete(_ id: UUID, at now: Instant) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO departed SELECT id, ? FROM session WHERE member = ?", arguments: [now, id.text])
    try Reports(database: database).forget(id, email: try member(id)?.email)
    try database.execute(sql: "DELETE FROM answered WHERE scope = ?", arguments: [id.text])
    try database.execute(sql: "DELETE FROM member WHERE id = ?", arguments: [id.text])
    try database.execute(sql: "DELETE FROM space WHERE scope IN (?, ?)", arguments: [id.text, Schema.Scope.deleted(of: id.text)])
  }

  /// Adds an identity to a member, or updates the identity's verified e-mail address.
  func keep(_ identity: Identity, of member: UUID) throws {
    try database.execute(
      sql: """
        INSERT INTO identity (issuer, subject, member, email) VALUES (?, ?, ?, ?)
        ON CONFLICT (issuer, subject) DO UPDATE SET email = excluded.email
        """,
      arguments: [identity.issuer, identity.subject, member.text, identity.email])
  }

  func removeIdentity(issuer: String, subject: String, of member: UUID) throws -> Bool {
    try database.execute(
      sql: "DELETE FROM identity WHERE issuer = ? AND subject = ? AND member = ?",
      arguments: [issuer, subject, member.text])
    return database.changesCount > 0
  }

  func identities(of member: UUID) throws -> [IdentityView] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM identity WHERE member = ? ORDER BY issuer, subject", arguments: [member.text]
    ).map { IdentityView(issuer: $0["issuer"], subject: $0["subject"], email: $0["email"]) }
  }

  private static func member(_ row: Row) throws -> Member {
    guard let id = UUID(text: row["id"]) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    let config: String = row["config"]
    let password: String? = row["password"]
    return Member(
      id: id, email: row["email"], name: row["name"], password: password.flatMap(PasswordHash.init(text:)),
      created: row["created"], config: try JSONText.read([String: String].self, from: Array(config.utf8)),
      configRevision: row["config_revision"], revision: row["revision"])
  }
}
