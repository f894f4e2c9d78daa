// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

extension PersonObjects {
  /// The daily copies of all that is the person's, newest first.
  public nonisolated func copies() -> [PersonCopy] { database.copies() }

  /// Brings back what a copy has and is missing here, and tells every window.
  public func takeUp(_ copy: PersonCopy) async throws(StorageError) -> RestoredBackup {
    let counts = try await database.takeUp(copy, now: clock())
    announce(PersonChange.all)
    return counts
  }
}
