// SPDX-License-Identifier: GPL-3.0-or-later

struct SyncField: Codable, Sendable {
  let value: String
  let edited: Instant

  /// Returns the later of two edits. If both have the same time, returns the one with the greater value.
  func merged(with other: Self) -> Self {
    if edited != other.edited { return edited < other.edited ? other : self }
    return value.utf8.lexicographicallyPrecedes(other.value.utf8) ? other : self
  }
}

// Values are compared by bytes, because Swift treats two Unicode forms of a letter as equal. If two computers had
// different forms, neither would notice the difference, so the difference would remain.
extension SyncField: Hashable {
  static func == (one: Self, other: Self) -> Bool {
    one.edited == other.edited && one.value.utf8.elementsEqual(other.value.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(edited)
  }
}
