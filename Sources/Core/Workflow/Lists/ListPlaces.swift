// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension [SavedCalculation] {
  var inOrder: [SavedCalculation] { sorted { ($0.standing, $1.id) < ($1.standing, $0.id) } }
}

enum ListPlaces {
  static func changed(from before: [SavedCalculation], to after: [SavedCalculation]) -> [UserObject.ID: Rational] {
    guard let index = moved(from: before, to: after) else { return [:] }
    let above = index > 0 ? after[index - 1].standing : nil
    let below = index + 1 < after.count ? after[index + 1].standing : nil
    if let place = OrderPlace.between(above, below) { return [after[index].id: place] }
    // If no position fits between the neighbours, all lists get new positions.
    let first = before[0].standing
    return Dictionary(
      after.enumerated().map { ($1.id, first + Rational(Int64($0))) }, uniquingKeysWith: { first, _ in first })
  }

  private static func moved(from before: [SavedCalculation], to after: [SavedCalculation]) -> Int? {
    guard let first = after.indices.first(where: { after[$0].id != before[$0].id }) else { return nil }
    let isTakenOut = first + 1 < before.count && after[first].id == before[first + 1].id
    return isTakenOut ? after.firstIndex { $0.id == before[first].id } : first
  }
}
