// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension PersonDatabase {
  /// The currencies chosen last, newest first.
  public func recentCurrencies(of member: MemberID, limit: Int) async throws(StorageError) -> [Currency] {
    try await file.read { database in
      try database.values(
        "SELECT currency FROM recent_currency WHERE member = ? ORDER BY place DESC LIMIT ?", [member.text, limit]
      ).compactMap { Currency($0 as String) }
    }
  }

  /// Puts a currency before the others.
  public func noteRecent(_ currency: Currency, of member: MemberID) async throws(StorageError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO recent_currency (member, currency, place)
          VALUES (?1, ?2, (SELECT ifnull(max(place), 0) + 1 FROM recent_currency WHERE member = ?1))
          """,
        arguments: [member.text, currency.code])
    }
  }

  /// Gives the currencies of one owner to another, before the other's own.
  static func moveRecent(of owner: MemberID, to other: MemberID, _ database: Database) throws {
    let last: Int64 = try database.value("SELECT max(place) FROM recent_currency WHERE member = ?", [other.text]) ?? 0
    let first: Int64 = try database.value("SELECT min(place) FROM recent_currency WHERE member = ?", [owner.text]) ?? 0
    try database.execute(
      sql: "UPDATE OR REPLACE recent_currency SET member = ?, place = place + ? WHERE member = ?",
      arguments: [other.text, last - first + 1, owner.text])
  }
}
