// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

struct StorageUsage: Sendable {
  let instance: String
  let members: Int
  let sessions: Int
  let objects: Int
  let bytes: Int
  let events: Int
  let reports: Int
  let attempts: Int
  let lastBackup: Instant?

  init(in database: Database) throws {
    func count(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
    instance = try Instance.read(database)?.id ?? "none yet"
    members = try count("member")
    sessions = try count("session WHERE ended IS NULL")
    objects = try count("object")
    events = try count("event")
    reports = try count("report")
    attempts = try count("attempt")
    bytes = try Space(database: database).used()
    lastBackup = try Instant.fetchOne(database, sql: "SELECT at FROM backup")
  }

  var lines: [(String, String)] {
    [
      ("version", ServerVersion.text), ("instance", instance), ("members", "\(members)"),
      ("sessions", "\(sessions)"), ("objects", "\(objects)"), ("bytes", "\(bytes)"), ("events", "\(events)"),
      ("reports", "\(reports)"), ("counted attempts", "\(attempts)"), ("last backup", lastBackup?.description ?? "never"),
    ]
  }
}
