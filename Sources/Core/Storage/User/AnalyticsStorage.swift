// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

extension UserDatabase {
  /// Appends an event to the log. If there are more than `limit` events, the oldest are deleted.
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

  public func analyticsLog() async throws(StorageError) -> [TrackedEvent] {
    try await file.rows("SELECT id, event, at_ms FROM analytics_log ORDER BY number", as: TrackedEvent.init)
  }

  @discardableResult
  public func clearAnalyticsLog() async throws(StorageError) -> Int {
    try await file.execute("DELETE FROM analytics_log")
  }

  /// Stores an event until it is delivered. Beyond `limit`, deletes the oldest unsent events and counts them.
  /// `installation` is the id of the installation if the member has none yet.
  public func keepAnalytics(
    _ tracked: TrackedEvent, of member: String, installation: String, keeping limit: Int
  ) async throws(StorageError) {
    try await file.write { database in
      guard try database.isTrue("SELECT \(AnalyticsSchema.memberIsHere)", [member]) else { return }
      try database.execute(
        sql: "INSERT OR IGNORE INTO analytics_sender VALUES (?, ?, 0)", arguments: [member, installation])
      try database.execute(
        sql: "INSERT INTO analytics_waiting (member, id, event, at_ms) VALUES (?, ?, ?, ?)",
        arguments: [member, tracked.id, tracked.event.text, tracked.time.milliseconds])
      let count: Int = try database.value("SELECT count(*) FROM analytics_waiting") ?? 0
      if count > limit { try Self.dropOldestAnalytics(count - limit, in: database) }  // guards R03
    }
  }

  public func analyticsStanding(of member: String) async throws(StorageError) -> AnalyticsStanding {
    try await file.write { database in
      try Self.settleAnalytics(database)
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT count(*) FILTER (WHERE batch IS NULL) AS waiting,
            min(at_ms) FILTER (WHERE batch IS NULL) AS oldest, count(batch) AS travelling
          FROM analytics_waiting WHERE member = ?
          """, arguments: [member])
      return try AnalyticsStanding(
        waiting: row?.column("waiting") ?? 0, oldest: row?.optional("oldest").map { Timestamp(milliseconds: $0) },
        isOnItsWay: (row?.column("travelling") ?? 0) > 0)
    }
  }

  public func nextAnalytics(of member: String, atMost limit: Int) async throws(StorageError) -> StoredAnalyticsBatch? {
    try await file.read { try Self.nextAnalytics(of: member, atMost: limit, in: $0)?.storedBatch }
  }

  /// Queues the next batch of a member's events. Returns false if no events wait or a batch is already queued.
  public func sendAnalytics(
    of member: String, atMost limit: Int, at now: Timestamp, limits: QueueLimits = QueueLimits(),
    command: @escaping @Sendable (StoredAnalyticsBatch) -> QueuedCommand.Content
  ) async throws(QueueRefusal) -> Bool {
    do {
      return try await file.attemptWrite { database in
        try Self.settleAnalytics(database)
        let isOnItsWay = try database.isTrue(
          "SELECT EXISTS (SELECT 1 FROM analytics_waiting WHERE member = ? AND batch IS NOT NULL)", [member])
        guard !isOnItsWay,
          let (storedBatch, last) = try Self.nextAnalytics(of: member, atMost: limit, in: database)
        else { return false }
        let content = command(storedBatch)
        _ = try QueuedCommand.append(content, at: now, limits: limits, in: database)
        try database.execute(
          sql: "UPDATE analytics_waiting SET batch = ? WHERE member = ? AND number <= ?",
          arguments: [content.key, member, last])
        try database.execute(
          sql: "UPDATE analytics_sender SET dropped = dropped - ? WHERE member = ?",
          arguments: [storedBatch.dropped, member])
        return true
      }
    } catch let refusal as QueueRefusal {
      throw refusal
    } catch {
      throw .storage(StorageError(error, path: file.path))
    }
  }

  public func forgetAnalytics() async throws(StorageError) {
    try await file.execute("DELETE FROM analytics_waiting; DELETE FROM analytics_sender")
  }

  /// Changes the id of events without an account, so that the server can't connect them with a member.
  public func renewInstallation(_ installation: String) async throws(StorageError) {
    try await file.execute("UPDATE analytics_sender SET installation = ? WHERE member = ''", [installation])
  }

  /// Deletes events whose batch was delivered or is undeliverable. Counts undeliverable events as discarded.
  private static func settleAnalytics(_ database: Database) throws {
    // Check first, because usually nothing must be written, and a write waits for the disk.
    let isAny = try database.isTrue(
      """
        SELECT EXISTS (
          SELECT 1 FROM (SELECT DISTINCT batch FROM analytics_waiting WHERE batch IS NOT NULL) AS travelling
          LEFT JOIN queue ON queue.key = travelling.batch
          WHERE queue.key IS NULL OR queue.undeliverable IS NOT NULL)
        """)
    guard isAny else { return }
    try database.execute(
      sql: """
        UPDATE analytics_sender SET dropped = dropped + (
          SELECT count(*) FROM analytics_waiting AS waiting JOIN queue ON queue.key = waiting.batch
          WHERE queue.undeliverable IS NOT NULL AND waiting.member = analytics_sender.member);
        DELETE FROM queue
        WHERE undeliverable IS NOT NULL AND key IN (SELECT batch FROM analytics_waiting WHERE batch IS NOT NULL);
        DELETE FROM analytics_waiting WHERE batch IS NOT NULL AND batch NOT IN (SELECT key FROM queue);
        """)
  }

  private static func nextAnalytics(
    of member: String, atMost limit: Int, in database: Database
  ) throws -> (storedBatch: StoredAnalyticsBatch, last: Int64)? {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT number, id, event, at_ms FROM analytics_waiting WHERE member = ? AND batch IS NULL
        ORDER BY number LIMIT ?
        """, arguments: [member, limit])
    let sender = try Row.fetchOne(
      database, sql: "SELECT installation, dropped FROM analytics_sender WHERE member = ?", arguments: [member])
    guard let sender, let last = rows.last else { return nil }
    let storedBatch = StoredAnalyticsBatch(
      installation: try sender.column("installation"), dropped: try sender.column("dropped"),
      events: rows.compactMap(TrackedEvent.init))
    return (storedBatch, try last.column("number"))
  }

  private static func dropOldestAnalytics(_ count: Int, in database: Database) throws {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT number, member FROM analytics_waiting WHERE batch IS NULL ORDER BY number LIMIT ?",
      arguments: [count])
    for row in rows {
      try database.execute(sql: "DELETE FROM analytics_waiting WHERE number = ?", arguments: [try row.column("number") as Int64])
      try database.execute(
        sql: "UPDATE analytics_sender SET dropped = dropped + 1 WHERE member = ?",
        arguments: [try row.column("member") as String])
    }
  }
}

extension TrackedEvent {
  /// Reads an event. Nil for an event of a newer version of Kurs.
  init?(_ row: Row) {
    guard let event = row.readable("event").flatMap({ AnalyticsEvent(text: $0) }),
      let id: String = row.readable("id"), let time: Int64 = row.readable("at_ms")
    else { return nil }
    self.init(id: id, event: event, time: Timestamp(milliseconds: time))
  }
}

public struct StoredAnalyticsBatch: Hashable, Sendable {
  public let installation: String
  public let dropped: Int
  public let events: [TrackedEvent]
}

public struct AnalyticsStanding: Hashable, Sendable {
  public var waiting: Int
  public var oldest: Timestamp?
  public var isOnItsWay: Bool
}

enum AnalyticsSchema {
  /// Creates the tables. Column `batch`: the key of the command that sends the event, or NULL if it isn't queued.
  static let sql = """
    CREATE TABLE analytics_log (
      number INTEGER PRIMARY KEY, member TEXT NOT NULL, id TEXT NOT NULL, event TEXT NOT NULL,
      at_ms INTEGER NOT NULL
    );
    CREATE TABLE analytics_waiting (
      number INTEGER PRIMARY KEY, member TEXT NOT NULL, id TEXT NOT NULL, event TEXT NOT NULL,
      at_ms INTEGER NOT NULL, batch TEXT
    );
    CREATE TABLE analytics_sender (
      member TEXT PRIMARY KEY, installation TEXT NOT NULL, dropped INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  /// A condition that prevents new rows of a member whose data is being deleted. `?` is the member.
  static let memberIsHere = """
    (?1 = '' OR EXISTS (SELECT 1 FROM account WHERE id = ?1 AND wipe_reason IS NULL))
    """
}
