// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB
import Synchronization

/// Limits failures or requests per key: at most n within a number of seconds.
///
/// The database stores the counts, so they survive a restart. A key is for example an IP address. It is stored as a
/// digest, which reveals nothing without the server's key. Attempts in progress are counted only in memory.
final class AttemptLimits: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case passwordOfAccount
    case passwordFromAddress
    /// Passwords from a computer that has signed in before. Other computers' attempts don't use up this limit.
    case passwordFromDevice
    case signInFromAddress
    case registrationFromAddress
    case eventsFromAddress
    case reportsFromAddress
    case operatorToken
  }

  struct Lane: Hashable, Sendable {
    let kind: Kind
    let key: String

    init(_ kind: Kind, _ key: String) {
      self.kind = kind
      self.key = key
    }
  }

  private typealias Limit = (count: Int, seconds: Int64)

  private static let limits: [Kind: Limit] = [
    .passwordOfAccount: (100, 900), .passwordFromAddress: (10, 900), .passwordFromDevice: (10, 900),
    .signInFromAddress: (40, 900), .registrationFromAddress: (20, 3600), .eventsFromAddress: (600, 3600),
    .reportsFromAddress: (60, 3600), .operatorToken: (20, 900),
  ]
  static let longest = limits.values.map(\.seconds).max() ?? 0
  /// The number of seconds by which a stored time may be ahead, because concurrent requests may be stored out of order.
  /// If a time is further ahead, the clock was wrong.
  static let clockTolerance: Int64 = 10
  /// The seconds in the `Retry-After` of a `busy` response. Attempts in progress need at most this time to finish.
  static let busySeconds = 2

  private let database: ServerDatabase
  private let key: [UInt8]
  private let inFlight = Mutex<[Lane: Int]>([:])

  init(database: ServerDatabase, secret: [UInt8]) {
    self.database = database
    key = SHA256.key(of: secret, for: "kurs-server attempts")
  }

  /// Counts a request before it runs, so that concurrent requests can't exceed the limit. Throws if the limit is
  /// reached.
  func tried(_ lane: Lane, at now: Instant) async throws {
    try await database.write { database in
      try self.checkFailures(of: lane, at: now, in: database)
      try self.count(lane, at: now, in: database)
    }
  }

  /// Throws if too many attempts have failed. Doesn't count this attempt.
  func check(_ lanes: [Lane], at now: Instant) async throws {
    try await database.write { database in
      for lane in lanes { try self.checkFailures(of: lane, at: now, in: database) }
    }
  }

  /// Runs an attempt and returns its result. A nil result is a failure, which counts in each of the lanes (a lane is a
  /// limit for one key). The attempts in progress may not outnumber the failures that a lane still allows, so that
  /// concurrent requests can't exceed the limit.
  func judged<Value: Sendable>(
    _ lanes: [Lane], at now: Instant, _ judge: () async throws -> Value?
  ) async throws -> Value? {
    try await begin(lanes, at: now)
    defer { inFlight.withLock { counts in for lane in lanes { Self.add(-1, to: lane, in: &counts) } } }
    let result = try await judge()
    if result == nil {
      try await database.write { database in
        for lane in lanes { try self.count(lane, at: now, in: database) }
      }
    }
    return result
  }

  /// Returns a digest that depends on the server's key.
  func digest(_ text: String) -> String {
    Hexadecimal.text(SHA256.code(Array(text.utf8), key: key).prefix(16))
  }

  // Counts an attempt as in progress, or throws if a lane has no attempts left. A failed attempt counts as in progress
  // until its failure is saved. This check runs in a write transaction, so it counts each failed attempt at least once.
  private func begin(_ lanes: [Lane], at now: Instant) async throws {
    try await database.write { database in
      let failures = try lanes.map { try self.checkFailures(of: $0, at: now, in: database) }
      try self.inFlight.withLock { counts in
        for (lane, failed) in zip(lanes, failures) {
          guard failed + counts[lane, default: 0] < Self.limit(of: lane).count else {
            throw Refusal(.busy, .init(retryAfter: Self.busySeconds))
          }
        }
        for lane in lanes { Self.add(1, to: lane, in: &counts) }
      }
    }
  }

  @discardableResult
  private func checkFailures(of lane: Lane, at now: Instant, in database: Database) throws -> Int {
    let (limit, key) = (Self.limit(of: lane), digest(lane.key))
    try database.execute(
      sql: "DELETE FROM attempt WHERE kind = ? AND key = ? AND at > ?",
      arguments: [lane.kind.rawValue, key, now.adding(seconds: Self.clockTolerance)])
    let recent = try Instant.fetchAll(
      database, sql: "SELECT at FROM attempt WHERE kind = ? AND key = ? AND at > ? ORDER BY at DESC LIMIT ?",
      arguments: [lane.kind.rawValue, key, now.adding(seconds: -limit.seconds), limit.count])
    guard recent.count == limit.count, let oldest = recent.last else { return recent.count }
    let wait = now.secondsUntil(oldest.adding(seconds: limit.seconds))
    throw Refusal(.rateLimited, .init(retryAfter: min(wait, Int(limit.seconds))))
  }

  private func count(_ lane: Lane, at now: Instant, in database: Database) throws {
    try database.execute(
      sql: "INSERT INTO attempt VALUES (?, ?, ?)", arguments: [lane.kind.rawValue, digest(lane.key), now])
  }

  private static func limit(of lane: Lane) -> Limit { limits[lane.kind] ?? (0, 0) }

  private static func add(_ number: Int, to lane: Lane, in counts: inout [Lane: Int]) {
    let sum = counts[lane, default: 0] + number
    counts[lane] = sum > 0 ? sum : nil
  }
}
