// SPDX-License-Identifier: GPL-3.0-or-later

public struct SyncRequest: Hashable, Sendable {
  /// The server's revision up to which this computer has received all changes.
  public let since: Int
  /// The id of the period in which `since` is valid. A restored server begins a new one. Empty before the first sync.
  public let epoch: String
  public let changes: [UserObject]

  public init(since: Int, epoch: String = "", changes: [UserObject]) {
    self.since = since
    self.epoch = epoch
    self.changes = changes
  }
}

/// A response of the server to a sync: newer objects, and sent objects that the server merged differently.
public struct SyncAnswer: Hashable, Sendable {
  public let revision: Int
  public let hasMore: Bool
  public let epoch: String
  public let changes: [UserObject]
  /// The ids of objects that were deleted long ago. The server stores nothing else about these objects.
  public let removed: [UserObject.ID]
  /// The digest of all objects, on the last page of a response. Nil on other pages and from older servers.
  public let digest: String?

  public init(
    revision: Int, hasMore: Bool = false, epoch: String = "", changes: [UserObject], removed: [UserObject.ID],
    digest: String? = nil
  ) {
    self.revision = revision
    self.hasMore = hasMore
    self.epoch = epoch
    self.changes = changes
    self.removed = removed
    self.digest = digest
  }
}

/// Calculates a position between two neighbours as a fraction, so that a move changes only one object.
public enum OrderPlace {
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

/// The additions, removals and moves in a list of currencies. Edits from two computers can be combined.
public struct CurrencyEdit: Hashable, Sendable {
  public let before: [Currency]
  public let after: [Currency]

  /// Creates the edit between two lists, which must not contain duplicates.
  public init(before: [Currency], after: [Currency]) {
    self.before = before
    self.after = after
  }

  /// Applies the edit to a list. For the list `before`, the result is `after`.
  public func applied(to list: [Currency]) -> [Currency] {
    var list = list.filter { after.contains($0) || !before.contains($0) }
    reorder(&list)
    for (place, currency) in after.enumerated() where !before.contains(currency) && !list.contains(currency) {
      list.insert(currency, at: index(of: place, in: list))
    }
    return list
  }

  private func reorder(_ list: inout [Currency]) {
    let stayed = after.filter { before.contains($0) }
    guard stayed != before.filter({ after.contains($0) }) else { return }
    let places = list.indices.filter { stayed.contains(list[$0]) }
    for (place, currency) in zip(places, stayed.filter { list.contains($0) }) { list[place] = currency }
  }

  private func index(of place: Int, in list: [Currency]) -> Int {
    if let before = after[..<place].lazy.reversed().compactMap({ list.firstIndex(of: $0) }).first { return before + 1 }
    return after[(place + 1)...].lazy.compactMap { list.firstIndex(of: $0) }.first ?? list.count
  }
}
