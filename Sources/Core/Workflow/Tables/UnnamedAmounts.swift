// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Finds the amounts of a table without headings, with the help of a column of balances.
struct UnnamedAmounts {
  let rows: [TableSketch.Row]
  let numeric: [Int]

  /// The column whose amounts are the differences between the balances in another column.
  var stepped: Int? {
    let found = numeric.filter { amount in
      let rows = self.rows.filter { $0.value(amount) != nil }
      let amounts = rows.compactMap { $0.value(amount) }
      return rows.count > 2
        && numeric.contains { column in
          let balances = rows.compactMap { $0.value(column) }
          guard column != amount, balances.count == rows.count else { return false }
          // The rows are sorted by time, but the oldest row may be the first or the last. So both directions are tried.
          let steps = zip(balances.dropFirst(), balances).map { $0 - $1 }
          return steps.elementsEqual(amounts.dropFirst()) || steps.elementsEqual(amounts.dropLast().map { -$0 })
        }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Two columns of which each row fills exactly one. A column of balances shows which of them has the debits.
  var pair: (debit: Int, credit: Int, isAssumed: Bool)? {
    let rows = self.rows.filter { row in numeric.contains { row.value($0) != nil } }
    var found: [(Int, Int)] = []
    for (index, first) in numeric.enumerated() {
      for second in numeric[(index + 1)...] {
        let isOne = rows.allSatisfy { ($0.value(first) == nil) != ($0.value(second) == nil) }
        let areFilled = [first, second].allSatisfy { column in rows.contains { $0.value(column) != nil } }
        if isOne, areFilled { found.append((first, second)) }
      }
    }
    guard let (first, second) = found.first, found.count == 1 else { return nil }
    let changes = rows.map { ($0.value(second) ?? .zero) - ($0.value(first) ?? .zero) }
    for column in numeric where column != first && column != second {
      let balances = rows.compactMap { $0.value(column) }
      guard balances.count == rows.count, rows.count > 1 else { continue }
      let steps = zip(balances.dropFirst(), balances).map { $0 - $1 }
      for signs in [Rational.one, -Rational.one] {
        let isDown = steps.elementsEqual(changes.dropFirst().map { $0 * signs })
        let isUp = steps.elementsEqual(changes.dropLast().map { -($0 * signs) })
        if isDown || isUp { return signs == .one ? (first, second, false) : (second, first, false) }
      }
    }
    return (first, second, true)
  }
}
