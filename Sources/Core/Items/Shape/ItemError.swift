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
  case unreadable(place: String, found: String, expected: Expected = .any)
  /// The source itself reports an error, in its own word.
  case refusedBySource(String)

  /// The expected value at a place that could not be read.
  public enum Expected: String, Hashable, Sendable, CaseIterable {
    case rate, rates, day, currency, pair, unit, text, number
    /// A value for a pair and a day that has none yet.
    case oneRate
    /// Days that come newest first.
    case earlierDay
    /// The provider's own currency, in which all of its rates are.
    case home
    /// XML that is well formed.
    case markup
    /// A row as the table's first one has it.
    case table
    /// Any of what a document of rates consists of.
    case any
  }
}
