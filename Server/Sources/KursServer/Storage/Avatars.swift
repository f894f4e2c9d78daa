// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct Avatars {
  let database: Database

  func picture(of member: UUID) throws -> Picture? {
    try Row.fetchOne(
      database, sql: "SELECT kind, bytes FROM avatar WHERE member = ?", arguments: [member.text]
    ).flatMap { row in
      let bytes: Data = row["bytes"]
      return Picture.Kind(rawValue: row["kind"]).map { Picture(kind: $0, bytes: [UInt8](bytes)) }
    }
  }

  func view(of member: UUID) throws -> AvatarView? {
    try Row.fetchOne(
      database, sql: "SELECT kind, digest, length(bytes) AS size FROM avatar WHERE member = ?",
      arguments: [member.text]
    ).flatMap { row in
      // A picture of a kind that only an earlier server accepted is treated as missing, here and in `picture(of:)`.
      Picture.Kind(rawValue: row["kind"]).map {
        AvatarView(type: $0.rawValue, size: row["size"], digest: row["digest"])
      }
    }
  }

  /// Replaces the member's picture. Nil removes it.
  func put(_ picture: Picture?, of member: UUID) throws {
    try database.execute(sql: "DELETE FROM avatar WHERE member = ?", arguments: [member.text])
    guard let picture else { return }
    try database.execute(
      sql: "INSERT INTO avatar VALUES (?, ?, ?, ?)",
      arguments: [member.text, picture.kind.rawValue, picture.digest, Data(picture.bytes)])
  }
}
