// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// Codes with which an operator lets somebody in, in a transaction; each is good once.
struct Invitations {
  let database: Database

  /// Keeps a new one, as a digest: who reads the file cannot use it.
  func add(_ code: String, at now: Instant) throws {
    try database.execute(
      sql: "INSERT INTO invitation VALUES (?, ?, NULL)", arguments: [Self.digest(Code.normalized(code)), now])
  }

  func isGood(_ code: String) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM invitation WHERE digest IN (?, ?) AND used IS NULL)",
      arguments: Self.digests(code)) ?? false
  }

  /// Refuses one that somebody was quicker with.
  func spend(_ code: String, at now: Instant) throws {
    try database.execute(
      sql: "UPDATE invitation SET used = ? WHERE digest IN (?, ?) AND used IS NULL",
      arguments: [now] + Self.digests(code))
    guard database.changesCount == 1 else { throw Refusal(.invitationNeeded, .init(field: "invitation")) }
  }

  // Codes of before 2026-11-27 had to be typed exactly.
  private static func digests(_ code: String) -> StatementArguments {
    [digest(Code.normalized(code)), digest(code)]
  }

  private static func digest(_ code: String) -> String { Hexadecimal.text(SHA256.digest(Array(code.utf8))) }
}
