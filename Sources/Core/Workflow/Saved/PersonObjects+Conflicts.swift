// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

extension PersonObjects {
  /// Conflicts between two machines that the person has not decided.
  public func conflicts() async throws(StorageError) -> [ObjectConflict] {
    try await database.conflicts(of: member)
  }

  /// Makes the other value the one that counts, everywhere.
  public func takeOther(_ conflict: ObjectConflict) async throws(StorageError) {
    let now = clock()
    try await change(conflict.object.id, conflict.object.kind) { object in
      var object = object
      object?.set([conflict.field: conflict.other], now: now)
      return object
    }
    try await database.settle(conflict, of: member)
  }

  /// Leaves it as it counts.
  public func settle(_ conflict: ObjectConflict) async throws(StorageError) {
    try await database.settle(conflict, of: member)
  }
}
