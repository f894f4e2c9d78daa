// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension PersonDatabase {
  /// The objects of a kind, without deleted ones unless asked for; `.nobody` stands for no account.
  public func objects(
    _ kind: PersonObject.Kind, of member: MemberID, deletedToo: Bool = false
  ) async throws(StorageError) -> [PersonObject] {
    try await file.read { database in
      try ObjectsRows.fetch(database, of: member, where: "kind = ?", [kind.rawValue])
        .filter { deletedToo || !$0.isDeleted }
    }
  }

  /// One object, also a deleted one.
  public func object(_ id: PersonObject.ID, of member: MemberID) async throws(StorageError) -> PersonObject? {
    try await file.read { database in try ObjectsRows.fetch(database, id, of: member) }
  }

  /// Changes objects of one kind in one transaction; true when anything became different.
  ///
  /// `change` is given all of the kind, deleted ones too, and gives back the whole again.
  @discardableResult
  public func changeObjects(
    _ kind: PersonObject.Kind, of member: MemberID,
    _ change: @escaping @Sendable ([PersonObject]) -> [PersonObject]
  ) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = try ObjectsRows.fetch(database, of: member, where: "kind = ?", [kind.rawValue])
      return try Self.save(change(before), insteadOf: before, of: member, database)
    }
  }

  /// Changes one object in one transaction; true when it became different.
  @discardableResult
  public func changeObject(
    _ id: PersonObject.ID, of member: MemberID,
    _ change: @escaping @Sendable (PersonObject?) -> PersonObject?
  ) async throws(StorageError) -> Bool {
    try await file.write { database in
      let before = try ObjectsRows.fetch(database, id, of: member)
      let (all, known) = ([change(before)].compactMap { $0 }, [before].compactMap { $0 })
      return try Self.save(all, insteadOf: known, of: member, database)
    }
  }

  /// Puts an object in the place of whatever had its id.
  public func put(_ object: PersonObject, of member: MemberID) async throws(StorageError) {
    try await changeObject(object.id, of: member) { _ in object }
  }

  private static func save(
    _ objects: [PersonObject], insteadOf before: [PersonObject], of member: MemberID, _ database: Database
  ) throws -> Bool {
    let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var hasChanged = false
    for var object in objects where known[object.id] != object {
      object.isUnsent = true
      try ObjectsRows.save(object, of: member, database)
      hasChanged = true
    }
    return hasChanged
  }
}
