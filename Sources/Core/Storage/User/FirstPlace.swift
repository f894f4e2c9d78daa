// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
public import KursModel

/// A sort position at or above a member's lists. So a new list can be added at the top without reading the others.
enum FirstPlace {
  static let sql = "CREATE TABLE first_place (member TEXT PRIMARY KEY, place TEXT NOT NULL) WITHOUT ROWID"

  /// Returns the position at or above a member's saved lists. Nil if it isn't stored, so that all lists must be read.
  static func read(of member: MemberID, _ database: Database) throws -> Rational? {
    let place: String? = try database.value("SELECT place FROM first_place WHERE member = ?", [member.text])
    return place.flatMap { Rational(fraction: $0) }
  }

  static func write(_ place: Rational, of member: MemberID, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO first_place (member, place) VALUES (?, ?)", arguments: [member.text, place.fraction])
  }

  /// Updates the top position after an object was saved. Deletes the position if that object is a list sorted by date.
  static func note(_ object: UserObject, of member: MemberID, _ database: Database) throws {
    guard object.kind == .saved, let first = try read(of: member, database) else { return }
    let written = object.fields.first { $0.key == "place" }?.value.value
    guard let written, let place = Rational(fraction: written) else {
      try database.execute(sql: "DELETE FROM first_place WHERE member = ?", arguments: [member.text])
      return
    }
    if place < first { try write(place, of: member, database) }
  }
}

extension UserDatabase {
  /// Adds a list at the top. If no position is stored, `first` finds the first list's position; nil if no list exists.
  public func addFirst(
    of member: MemberID, first: @escaping @Sendable ([UserObject]) -> Rational?,
    list: @escaping @Sendable (Rational?) -> UserObject
  ) async throws(StorageError) {
    try await file.write { database in
      var place = try FirstPlace.read(of: member, database)
      if place == nil {
        place = first(try ObjectsRows.fetch(database, of: member, where: "kind = ?", [UserObject.Kind.saved.rawValue]))
        if let place { try FirstPlace.write(place, of: member, database) }
      }
      var object = list(place)
      object.isUnsent = true
      try ObjectsRows.save(object, of: member, database)
    }
  }
}
