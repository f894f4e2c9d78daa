// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// The invitation codes. Each code can be used once.
struct Invitations {
  let database: Database

  /// Stores the digest of a code, so that a reader of the file can't use the code.
  func add(_ code: String, at now: Instant) throws {
    try database.execute(
      sql: "INSERT INTO invitation VALUES (?, ?, NULL)", arguments: [Self.digest(Code.normalized(code)), now])
  }

  func isGood(_ code: String) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM invitation WHERE digest IN (?, ?) AND used IS NULL)",
      arguments: Self.digests(code)) ?? false
  }

  func spend(_ code: String, at now: Instant) throws {
    try database.execute(
      sql: "UPDATE invitation SET used = ? WHERE digest IN (?, ?) AND used IS NULL",
      arguments: [now] + Self.digests(code))
    guard database.changesCount == 1 else { throw Refusal(.invitationNeeded, .init(field: "invitation")) }
  }

  // Returns the digests of the normalised code and of the code as typed. Codes from before 2026-11-27 were stored
  // without normalising them, so they must be typed exactly.
  private static func digests(_ code: String) -> StatementArguments {
    [digest(Code.normalized(code)), digest(code)]
  }

  private static func digest(_ code: String) -> String { Hexadecimal.text(SHA256.digest(Array(code.utf8))) }
}
