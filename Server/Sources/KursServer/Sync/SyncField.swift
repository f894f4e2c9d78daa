// SPDX-License-Identifier: GPL-3.0-or-later

/// One field of an object, with the moment it was last edited.
struct SyncField: Codable, Sendable {
  let value: String
  let edited: Instant

  /// The winner of two edits: the later one, and at the same time the greater value.
  func merged(with other: Self) -> Self {
    if edited != other.edited { return edited < other.edited ? other : self }
    return value.utf8.lexicographicallyPrecedes(other.value.utf8) ? other : self
  }
}

// By bytes: Swift's own equality of strings takes two Unicode forms of a letter for one, and two machines that
// disagree on the form would each think the other knows.
extension SyncField: Hashable {
  static func == (one: Self, other: Self) -> Bool {
    one.edited == other.edited && one.value.utf8.elementsEqual(other.value.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(edited)
  }
}
