// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB
import Synchronization

/// How often something may fail or be asked for: at most so many times within so many seconds, for each key by itself.
///
/// The counts stand in the database, so a restart forgets none. A key, which may be an address, stands there as a digest
/// that says nothing without the server's key. Attempts that are still being judged are counted in memory only.
final class AttemptLimits: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// A password for one account, from machines that have never signed in to it.
    case passwordOfAccount
    /// A password for one account, from one address.
    case passwordFromAddress
    /// A password from a machine that has signed in before. Nobody else can use up its attempts.
    case passwordFromDevice
    /// A sign-in with a password or an identity, from one address.
    case signInFromAddress
    case registrationFromAddress
    case eventsFromAddress
    case reportsFromAddress
    /// The operator's token, at the operator's port.
    case operatorToken
  }

  /// One count.
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
  /// Two requests read the clock in one order and write in the other; a stamp further ahead is of a wrong clock.
  static let clockTolerance: Int64 = 10
  /// Seconds after which what is in flight has been judged.
  static let busySeconds = 2

  private let database: ServerDatabase
  private let key: [UInt8]
  private let inFlight = Mutex<[Lane: Int]>([:])

  init(database: ServerDatabase, secret: [UInt8]) {
    self.database = database
    key = SHA256.key(of: secret, for: "kurs-server attempts")
  }

  /// Counts one request, or refuses it; counted at once, so that a thousand at the same moment are no way around it.
  func tried(_ lane: Lane, at now: Instant) async throws {
    try await database.write { database in
      try self.checkFailures(of: lane, at: now, in: database)
      try self.count(lane, at: now, in: database)
    }
  }

  /// Refuses who has failed too often; counts nothing.
  func check(_ lane: Lane, at now: Instant) async throws {
    _ = try await database.write { try self.checkFailures(of: lane, at: now, in: $0) }
  }

  /// The result of `judge`; nil, a failure, is counted in all lanes.
  ///
  /// A lane has no more attempts in flight than may still fail: a thousand at the same moment are no way around it.
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

  /// Text that says nothing without the server's key, and is the same for the same text.
  func digest(_ text: String) -> String {
    Hexadecimal.text(SHA256.code(Array(text.utf8), key: key).prefix(16))
  }

  // In the writer's queue, so that a failure is on disk before its attempt leaves the count of those in flight.
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

  /// How many count now; throws where no more may.
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
