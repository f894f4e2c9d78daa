// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// An edit in the calculator of something that all of a person's machines share.
enum PersonEdit: Hashable, Sendable {
  case ownRates(before: [OwnRate], after: [OwnRate])
  case results(CurrencyEdit)
}

extension PersonObjects {
  /// Does the same to the objects and no more: what came from elsewhere meanwhile stays.
  func apply(_ edit: PersonEdit) async throws(StorageError) {
    switch edit {
    case .ownRates(let before, let after):
      for rate in after where !before.contains(rate) { try await set(rate) }
      for rate in before where !after.contains(where: { $0.isFor(rate.from, rate.to) }) {
        try await removeOwnRate(rate.from, rate.to)
      }
    case .results(let edit):
      let now = clock()
      try await change(.result) { all in
        var order = CurrencyOrder(.result, of: all)
        // The list of a first day is older than any choice made anywhere.
        if all.isEmpty { order.become(edit.before, now: Timestamp(milliseconds: 0)) }
        order.become(edit.applied(to: order.currencies), now: now)
        return order.objects
      }
    }
  }

  /// The chosen result currencies; nil while nothing is chosen.
  func chosenResults() async throws(StorageError) -> [Currency]? {
    let all = try await objects(.result, deletedToo: true)
    return all.isEmpty ? nil : CurrencyOrder(.result, of: all).currencies
  }
}
