// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The stored rates and the documents they came from.
public struct RatesDatabase: Sendable {
  package let file: DatabaseFile

  /// Opens or makes the file; it is readable while a history is being taken up.
  public init(path: String) throws(StorageError) {
    file = try DatabaseFile(path: path, durability: .normal, migrator: RatesSchema.migrator)
  }

  /// As `init`, but a damaged or newer file is kept aside and a new one made.
  public static func recovering(
    path: String, now: Timestamp
  ) throws(StorageError) -> (RatesDatabase, SetAside?) {
    try DatabaseFile.recovering(path: path, now: now) { path throws(StorageError) in
      try RatesDatabase(path: path)
    }
  }
}
