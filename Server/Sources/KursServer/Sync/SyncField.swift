// SPDX-License-Identifier: GPL-3.0-or-later

struct SyncField: Codable, Sendable {
  let value: String
  let edited: Instant

  /// Returns the later edit. Of two edits at the same time, returns the greater value.
  func merged(with other: Self) -> Self {
    if edited != other.edited { return edited < other.edited ? other : self }
    return value.utf8.lexicographicallyPrecedes(other.value.utf8) ? other : self
  }
}

// Compared by bytes, because Swift treats two Unicode forms of a letter as equal.
// Two machines with different forms would each assume that the other has its value.
extension SyncField: Hashable {
  static func == (one: Self, other: Self) -> Bool {
    one.edited == other.edited && one.value.utf8.elementsEqual(other.value.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(edited)
  }
}
