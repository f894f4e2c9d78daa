// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension PersonDatabase {
  /// Appends to the log; of more than `limit` events the oldest go.
  public func logAnalytics(
    _ tracked: TrackedEvent, of member: String, keeping limit: Int
  ) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT INTO analytics_log (member, id, event, at_ms) SELECT ?1, ?2, ?3, ?4
          WHERE \(AnalyticsSchema.memberIsHere)
          """, arguments: [member, tracked.id, tracked.event.text, tracked.time.milliseconds])
      try database.execute(
        sql: """
          DELETE FROM analytics_log WHERE number IN (
            SELECT number FROM analytics_log ORDER BY number DESC LIMIT -1 OFFSET ?)
          """, arguments: [limit])
    }
  }

  /// The log, oldest first.
  public func analyticsLog() async throws(StorageError) -> [TrackedEvent] {
    try await file.read { database in
      try Row.fetchAll(database, sql: "SELECT id, event, at_ms FROM analytics_log ORDER BY number")
        .compactMap(TrackedEvent.init)
    }
  }

  /// Forgets the log; returns how many events it held.
  @discardableResult
  public func clearAnalyticsLog() async throws(StorageError) -> Int {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM analytics_log")
      return database.changesCount
    }
  }
}

extension TrackedEvent {
  /// Nil for what this Kurs does not know: only what it could have said itself is shown or sent.
  init?(_ row: Row) {
    guard let event = row.readable("event").flatMap({ AnalyticsEvent(text: $0) }),
      let id: String = row.readable("id"), let time: Int64 = row.readable("at_ms")
    else { return nil }
    self.init(id: id, event: event, time: Timestamp(milliseconds: time))
  }
}
