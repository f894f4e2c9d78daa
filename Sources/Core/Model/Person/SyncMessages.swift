// SPDX-License-Identifier: GPL-3.0-or-later

/// A sync request: the newest known revision, and local changes.
public struct SyncRequest: Hashable, Sendable {
  /// Everything up to this revision of the server is here.
  public let since: Int
  /// The server's epoch of that revision, from its responses. Empty for none yet.
  public let epoch: String
  public let changes: [UserObject]

  public init(since: Int, epoch: String = "", changes: [UserObject]) {
    self.since = since
    self.epoch = epoch
    self.changes = changes
  }
}

/// A sync response: the next newer objects, and sent ones that the server merged differently.
public struct SyncAnswer: Hashable, Sendable {
  public let revision: Int
  /// Whether another request returns more at once.
  public let hasMore: Bool
  public let epoch: String
  public let changes: [UserObject]
  /// Deleted so long ago that only the ids remain.
  public let removed: [UserObject.ID]

  public init(
    revision: Int, hasMore: Bool = false, epoch: String = "", changes: [UserObject], removed: [UserObject.ID]
  ) {
    self.revision = revision
    self.hasMore = hasMore
    self.epoch = epoch
    self.changes = changes
    self.removed = removed
  }
}

/// A place in a user's order: a fraction between its neighbours' places, so that moving one item changes no other, and
/// moves on two machines add up.
public enum OrderPlace {
  /// Between two places, either of which may be missing; nil if no short fraction lies between.
  public static func between(_ before: Rational?, _ after: Rational?) -> Rational? {
    switch (before, after) {
    case (nil, nil): return .zero
    case (let before?, nil): return before + .one
    case (nil, let after?): return after - .one
    case (let before?, let after?):
      let middle = (before + after) * Rational(2).inverse
      return before < after && middle.fraction.utf8.count <= 40 ? middle : nil
    }
  }
}

/// An edit of an ordered list of currencies: additions, removals and moves.
///
/// Applied to another version of the list, it changes only these, so that two machines' edits add up.
public struct CurrencyEdit: Hashable, Sendable {
  public let before: [Currency]
  public let after: [Currency]

  /// Neither contains duplicates.
  public init(before: [Currency], after: [Currency]) {
    self.before = before
    self.after = after
  }

  /// The edit applied to `list`. Applied to `before` it gives `after`.
  public func applied(to list: [Currency]) -> [Currency] {
    var list = list.filter { after.contains($0) || !before.contains($0) }
    reorder(&list)
    for (place, currency) in after.enumerated() where !before.contains(currency) && !list.contains(currency) {
      list.insert(currency, at: index(of: place, in: list))
    }
    return list
  }

  /// Moved currencies take each other's places, and the rest stays.
  private func reorder(_ list: inout [Currency]) {
    let stayed = after.filter { before.contains($0) }
    guard stayed != before.filter({ after.contains($0) }) else { return }
    let places = list.indices.filter { stayed.contains(list[$0]) }
    for (place, currency) in zip(places, stayed.filter { list.contains($0) }) { list[place] = currency }
  }

  /// After the nearest predecessor, or before the nearest successor.
  private func index(of place: Int, in list: [Currency]) -> Int {
    if let before = after[..<place].lazy.reversed().compactMap({ list.firstIndex(of: $0) }).first { return before + 1 }
    return after[(place + 1)...].lazy.compactMap { list.firstIndex(of: $0) }.first ?? list.count
  }
}
