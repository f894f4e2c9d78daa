// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// Codes with which an operator invites new members, in a transaction. Each can be used once.
struct Invitations {
  let database: Database

  /// Saves a new code as a digest, so that nobody can use it after reading the file.
  func add(_ code: String, at now: Instant) throws {
    try database.execute(sql: "INSERT INTO invitation VALUES (?, ?, NULL)", arguments: [Self.digest(code), now])
  }

  func isGood(_ code: String) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM invitation WHERE digest = ? AND used IS NULL)",
      arguments: [Self.digest(code)]) ?? false
  }

  /// Marks a code as used. Throws a refusal if someone else has used it already.
  func spend(_ code: String, at now: Instant) throws {
    try database.execute(
      sql: "UPDATE invitation SET used = ? WHERE digest = ? AND used IS NULL", arguments: [now, Self.digest(code)])
    guard database.changesCount == 1 else { throw Refusal(.invitationNeeded, .init(field: "invitation")) }
  }

  private static func digest(_ code: String) -> String { Hexadecimal.text(SHA256.digest(Array(code.utf8))) }
}
