// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a file describes no provider: where in it, and what should stand there.
public struct ProviderFileFault: Error, Hashable, Sendable {
  /// The kind of value that a place of the file has to hold.
  public enum Expected: String, Hashable, Sendable, CaseIterable {
    case json, version, identifier, name, currency, address, path, placeholder, format, place, column, dayForm,
      direction
    case key, number, mark, rhythm, day
    /// A member that Kurs knows.
    case known
    /// The rates' two currencies, in one way and not in two.
    case pair
    /// A file of at most `DescribedProvider.limit` bytes.
    case shorter
  }

  /// A JSON pointer, empty for the whole file.
  public let place: String
  public let expected: Expected

  public init(_ expected: Expected, at place: String) {
    (self.expected, self.place) = (expected, place)
  }
}
