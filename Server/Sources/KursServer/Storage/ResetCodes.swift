// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

/// The codes that allow a new password, in a transaction. Each code can be used once.
struct ResetCodes {
  let database: Database
  let now: Instant

  static let seconds: Int64 = 86_400

  /// Stores the digest of a code. It replaces the member's previous code.
  func add(_ code: String, of member: UUID) throws {
    try database.execute(
      sql: """
        INSERT INTO reset VALUES (?, ?, ?) ON CONFLICT (member) DO UPDATE SET digest = excluded.digest, made = excluded.made
        """, arguments: [member.text, Self.digest(code), now])
  }

  /// Whether the code belongs to the member and is at most a day old.
  func isGood(_ code: String, of member: UUID) throws -> Bool {
    let known = try Row.fetchOne(
      database, sql: "SELECT digest, made FROM reset WHERE member = ?", arguments: [member.text])
    guard let known, case let made = known["made"] as Instant, case let digest = known["digest"] as String else {
      return false
    }
    let isInTime = made <= now.adding(seconds: AttemptLimits.clockTolerance) && now < made.adding(seconds: Self.seconds)
    return isInTime && SHA256.areEqual(digest, Self.digest(code))
  }

  func remove(of member: UUID) throws {
    try database.execute(sql: "DELETE FROM reset WHERE member = ?", arguments: [member.text])
  }

  private static func digest(_ code: String) -> String {
    Hexadecimal.text(SHA256.digest(Array(Code.normalized(code).utf8)))
  }
}
