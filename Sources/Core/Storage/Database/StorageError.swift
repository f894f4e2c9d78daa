// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A fault of Kurs's files.
public enum StorageError: Error, Hashable, Sendable {
  /// The folder or file cannot be written; the path names it.
  case notWritable(path: String)
  case diskFull(path: String)
  /// Someone else may put files into the folder in place of ours.
  case writableByOthers(path: String)
  /// The file was made by a later Kurs.
  case newer(path: String)
  /// The file of an earlier Kurs could not be brought to this version and was left as it is; `copy`: where a copy lies.
  case notUpgraded(path: String, copy: String?)
  case damaged(path: String)
  /// Another program holds it for longer than we wait.
  case busy(path: String)
  /// A stored year of rates fails its checksum.
  case damagedSegment(provider: ProviderID, base: Currency, counter: Currency, year: Int)
  /// Anything else SQLite says, by its code.
  case failed(path: String, code: Int32)
}
