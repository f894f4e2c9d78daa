// SPDX-License-Identifier: GPL-3.0-or-later

/// An edit of an ordered list of currencies: additions, removals and moves.
///
/// Done to another version of the list it leaves alone what it is not about, so that two machines' edits add up.
public struct CurrencyEdit: Hashable, Sendable {
  public let before: [Currency]
  public let after: [Currency]

  /// Neither has a currency twice.
  public init(before: [Currency], after: [Currency]) {
    self.before = before
    self.after = after
  }

  /// The same done to `list`; done to `before` it gives `after`.
  public func applied(to list: [Currency]) -> [Currency] {
    var list = list.filter { after.contains($0) || !before.contains($0) }
    reorder(&list)
    for (place, currency) in after.enumerated() where !before.contains(currency) && !list.contains(currency) {
      list.insert(currency, at: index(of: place, in: list))
    }
    return list
  }

  /// Moved currencies take each other's places; the rest stays.
  private func reorder(_ list: inout [Currency]) {
    let stayed = after.filter { before.contains($0) }
    guard stayed != before.filter({ after.contains($0) }) else { return }
    let places = list.indices.filter { stayed.contains(list[$0]) }
    for (place, currency) in zip(places, stayed.filter { list.contains($0) }) { list[place] = currency }
  }

  /// Behind the nearest one that it stands behind, or before the nearest that it stands before.
  private func index(of place: Int, in list: [Currency]) -> Int {
    if let before = after[..<place].lazy.reversed().compactMap({ list.firstIndex(of: $0) }).first { return before + 1 }
    return after[(place + 1)...].lazy.compactMap { list.firstIndex(of: $0) }.first ?? list.count
  }
}
