// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// Limits attempts: at most `count` within `seconds`, for each key separately.
///
/// The counts are in the database, so a restart loses none and several processes can share them. A key, which may be
/// an address, is stored as a digest that reveals nothing without the server's key.
struct AttemptLimits: Sendable {
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
  }

  private static let limits: [Kind: (count: Int, seconds: Int64)] = [
    .passwordOfAccount: (100, 900), .passwordFromAddress: (10, 900), .passwordFromDevice: (10, 900),
    .signInFromAddress: (40, 900), .registrationFromAddress: (20, 3600), .eventsFromAddress: (600, 3600),
    .reportsFromAddress: (60, 3600),
  ]
  static let longest = limits.values.map(\.seconds).max() ?? 0

  private let database: ServerDatabase
  private let key: [UInt8]

  init(database: ServerDatabase, secret: [UInt8]) {
    self.database = database
    key = SHA256.key(of: secret, for: "kurs-server attempts")
  }

  /// Counts one attempt, or throws a refusal. It counts before the attempt, so that many at the same moment can't
  /// avoid the limit.
  func tried(_ kind: Kind, _ key: String, at now: Instant) async throws {
    guard let limit = Self.limits[kind] else { return }
    let digest = digest(key)
    let full = try await database.write { database -> Instant? in
      let recent = try Instant.fetchAll(
        database, sql: "SELECT at FROM attempt WHERE kind = ? AND key = ? AND at > ? ORDER BY at DESC LIMIT ?",
        arguments: [kind.rawValue, digest, now.adding(seconds: -limit.seconds), limit.count])
      if recent.count == limit.count { return recent.last }
      try database.execute(sql: "INSERT INTO attempt VALUES (?, ?, ?)", arguments: [kind.rawValue, digest, now])
      return nil
    }
    guard let full else { return }
    throw Refusal(.rateLimited, .init(retryAfter: now.secondsUntil(full.adding(seconds: limit.seconds))))
  }

  /// Removes an attempt from the count, because it succeeded or was never checked.
  func takeBack(_ kind: Kind, _ key: String) async throws {
    let digest = digest(key)
    try await database.write { database in
      try database.execute(
        sql: """
          DELETE FROM attempt WHERE rowid =
          (SELECT rowid FROM attempt WHERE kind = ? AND key = ? ORDER BY at DESC LIMIT 1)
          """, arguments: [kind.rawValue, digest])
    }
  }

  private func digest(_ text: String) -> String {
    Hexadecimal.text(SHA256.code(Array(text.utf8), key: key).prefix(16))
  }
}
