// SPDX-License-Identifier: GPL-3.0-or-later
public import KursStorage

/// Why a backup was not written, or not taken over; nothing was changed then.
public enum BackupFault: Error, Hashable, Sendable {
  /// The file could not be written.
  case file(FileFailure)
  /// The file cannot be read.
  case closed
  case tooLarge
  /// Not JSON, from that byte on.
  case notJSON(offset: Int)
  case foreign
  /// A later Kurs wrote it, in a form that this one does not know.
  case later(version: Int)
  /// A value is wrong; its JSON pointer.
  case unreadable(place: String)
  /// A file that comes with Kurs is missing.
  case schemaMissing(String)
  case storage(StorageError)
}
