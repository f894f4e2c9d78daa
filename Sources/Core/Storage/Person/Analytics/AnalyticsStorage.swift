// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

extension UserDatabase {
  /// Appends to the log. Beyond `limit` events the oldest are deleted.
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

  /// Deletes the log. Returns its number of events.
  @discardableResult
  public func clearAnalyticsLog() async throws(StorageError) -> Int {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM analytics_log")
      return database.changesCount
    }
  }
}

extension TrackedEvent {
  /// Nil for an unknown event: only events that this Kurs could record are shown or sent.
  init?(_ row: Row) {
    guard let event = row.readable("event").flatMap({ AnalyticsEvent(text: $0) }),
      let id: String = row.readable("id"), let time: Int64 = row.readable("at_ms")
    else { return nil }
    self.init(id: id, event: event, time: Timestamp(milliseconds: time))
  }
}

extension UserDatabase {
  /// Stores an event until its server has it. Beyond `limit` the oldest that aren't being sent are dropped and
  /// counted.
  ///
  /// `installation`: the id of this installation for the member, if there is none yet.
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

  /// A member's waiting events. Events that left the queue are deleted first.
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

  /// The batch that would be sent now; nil if nothing waits.
  public func nextAnalytics(of member: String, atMost limit: Int) async throws(StorageError) -> StoredAnalyticsBatch? {
    try await file.read { try Self.nextAnalytics(of: member, atMost: limit, in: $0)?.lot }
  }

  /// Queues the next batch in one transaction. False if there is none, or one is being sent.
  ///
  /// `command`: creates the command for the batch, whose key is known by then.
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
          let (lot, last) = try Self.nextAnalytics(of: member, atMost: limit, in: database)
        else { return false }
        let content = command(lot)
        _ = try QueuedCommand.append(content, at: now, limits: limits, in: database)
        try database.execute(
          sql: "UPDATE analytics_waiting SET batch = ? WHERE member = ? AND number <= ?",
          arguments: [content.key, member, last])
        try database.execute(
          sql: "UPDATE analytics_sender SET dropped = dropped - ? WHERE member = ?",
          arguments: [lot.dropped, member])
        return true
      }
    } catch let refusal as QueueRefusal {
      throw refusal
    } catch {
      throw .storage(StorageError(error, path: file.path))
    }
  }

  /// Deletes all waiting events and ids after the consent ended. The queue deletes its own.
  public func forgetAnalytics() async throws(StorageError) {
    try await file.write { try $0.execute(sql: "DELETE FROM analytics_waiting; DELETE FROM analytics_sender") }
  }

  /// Changes the id for events sent without an account, so that nobody can tell that a member was here.
  public func renewInstallation(_ installation: String) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE analytics_sender SET installation = ? WHERE member = ''", arguments: [installation])
    }
  }
}

extension UserDatabase {
  /// Events that left the queue were delivered. Undeliverable events are counted as dropped and deleted.
  private static func settleAnalytics(_ database: Database) throws {
    // Checked first: while a batch is being sent nothing is written, and no event waits for a second disk sync.
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
  ) throws -> (lot: StoredAnalyticsBatch, last: Int64)? {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT number, id, event, at_ms FROM analytics_waiting WHERE member = ? AND batch IS NULL
        ORDER BY number LIMIT ?
        """, arguments: [member, limit])
    let sender = try Row.fetchOne(
      database, sql: "SELECT installation, dropped FROM analytics_sender WHERE member = ?", arguments: [member])
    guard let sender, let last = rows.last else { return nil }
    let lot = StoredAnalyticsBatch(
      installation: try sender.column("installation"), dropped: try sender.column("dropped"),
      events: rows.compactMap(TrackedEvent.init))
    return (lot, try last.column("number"))
  }

  private static func dropOldestAnalytics(_ count: Int, in database: Database) throws {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT number, member FROM analytics_waiting WHERE batch IS NULL ORDER BY number LIMIT ?",
      arguments: [count])
    for row in rows {
      try database.execute(
        sql: "DELETE FROM analytics_waiting WHERE number = ?", arguments: [try row.column("number") as Int64])
      try database.execute(
        sql: "UPDATE analytics_sender SET dropped = dropped + 1 WHERE member = ?",
        arguments: [try row.column("member") as String])
    }
  }
}

/// Events that are sent together, with their metadata.
public struct StoredAnalyticsBatch: Hashable, Sendable {
  /// A random id of this installation, different for each member.
  public let installation: String
  /// The number of events dropped since the last batch, because there was no room.
  public let dropped: Int
  public let events: [TrackedEvent]
}

/// A member's waiting events.
public struct AnalyticsStanding: Hashable, Sendable {
  /// The number of events in no batch yet.
  public var waiting: Int
  /// The time of the oldest of these.
  public var oldest: Timestamp?
  /// Whether a batch of this member is in the queue.
  public var isOnItsWay: Bool
}

/// The tables of statistics: the log of this machine, and events that wait for the account server.
enum AnalyticsSchema {
  static let name = "analytics-1"

  /// `batch`: the idempotency key of the queued command that carries the event. NULL if none does.
  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
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
        """)
  }

  /// A member whose data is being wiped, or is gone, gets no new rows. `?` is the member.
  static let memberIsHere = """
    (?1 = '' OR EXISTS (SELECT 1 FROM account WHERE id = ?1 AND wipe_reason IS NULL))
    """
}
