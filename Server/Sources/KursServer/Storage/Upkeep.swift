// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct Upkeep {
  let database: Database
  let now: Instant

  /// The seconds for which deletions are stored, as the API promises. A computer that syncs later may miss them.
  static let objectSeconds: Int64 = 180 * 86_400
  /// The time in seconds for which the server remembers an ended or expired session.
  static let sessionSeconds: Int64 = 2 * SessionTerms.refreshSeconds
  static let eventLimit = 100_000
  static let installationLimit = 10_000
  /// The seconds after which a row of reports is deleted, counted from the row's last report. So newer reports have
  /// room.
  static let reportSeconds: Int64 = 90 * 86_400

  func run() throws {
    let sessionsUntil = now.adding(seconds: -Self.sessionSeconds)
    try database.execute(
      sql: "DELETE FROM answered WHERE created <= ?", arguments: [now.adding(seconds: -AnsweredKeys.seconds)])
    try database.execute(sql: "DELETE FROM session WHERE renewed < ?", arguments: [sessionsUntil])
    try database.execute(sql: "DELETE FROM departed WHERE at < ?", arguments: [sessionsUntil])
    try database.execute(
      sql: "DELETE FROM event WHERE number <= (SELECT max(number) FROM event) - ?", arguments: [Self.eventLimit])
    try database.execute(
      sql: "DELETE FROM dropped_events WHERE rowid <= (SELECT max(rowid) FROM dropped_events) - ?",
      arguments: [Self.installationLimit])
    try database.execute(
      sql: "DELETE FROM report WHERE received < ?", arguments: [now.adding(seconds: -Self.reportSeconds)])
    try database.execute(
      sql: "DELETE FROM attempt WHERE at < ? OR at > ?",
      arguments: [
        now.adding(seconds: -AttemptLimits.longest), now.adding(seconds: AttemptLimits.clockTolerance),
      ])
    try purgeObjects()
  }

  private func purgeObjects() throws {
    let limit = now.adding(seconds: -Self.objectSeconds)
    let members = try Row.fetchAll(
      database,
      sql: """
        SELECT id, revision FROM member
        WHERE EXISTS (SELECT 1 FROM object WHERE object.member = member.id AND deleted < ? AND is_purged = 0)
        """, arguments: [limit])
    for row in members {
      guard let id = UUID(text: row["id"]) else { continue }
      let revision = try Objects(database: database, member: id).purge(deletedBefore: limit, after: row["revision"])
      try database.execute(
        sql: "UPDATE member SET revision = ? WHERE id = ?", arguments: [revision, id.text])
    }
  }
}
