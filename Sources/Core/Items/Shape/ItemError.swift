// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a document of a provider was not taken.
public enum ItemError: Error, Hashable, Sendable {
  /// Not the kind of file that was expected (an error page, another archive).
  case foreign
  /// It ends before it should.
  case truncated
  /// Its checksum or its compression says that it is damaged.
  case damaged
  /// More than the stated limit in bytes after decompression.
  case tooLarge(limit: Int)
  /// It has the right kind but no rate in it.
  case empty
  /// A place that could not be read; `place` is a line number, a JSON pointer or an element's path.
  case unreadable(place: String, found: String)
  /// The source itself reports an error, in its own word.
  case refusedBySource(String)
}
