// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

struct BalanceRows {
  private(set) var rows: Set<Int> = []
  /// A dated row named "Total". It is a total only at the end of the table, because a shop can have that name.
  private var possible: Set<Int> = []
  private let ignored: Set<Int>
  /// The column of amounts in a table without days.
  private let amount: Int?
  private let currency: Int?
  /// The sums of all rows, and of those after the last subtotal.
  private var (sum, part, count) = (Rational.zero, Rational.zero, 0)
  private var currencies: Set<String> = []
  private var hasLabels = false
  /// The last row if it has no label and its amount is the sum of those above.
  private var unnamed: Int?

  /// `ignored`: columns of amounts, currencies and directions. `amount`: nil if days show which rows are transactions.
  init(ignoring ignored: Set<Int>, amount: Int?, currency: Int?) {
    (self.ignored, self.amount, self.currency) = (ignored, amount, currency)
  }

  /// Returns whether a row is a balance or a total. `isDated`: whether it has a date.
  mutating func note(_ input: TableInput, isDated: Bool) -> Bool {
    guard let label = self.label(of: input) else {
      possible = []
      return isSum(input)
    }
    if label == .balance || !isDated {
      rows.insert(input.row)
      return true
    }
    possible.insert(input.row)
    return false
  }

  mutating func notePlain() { possible = [] }

  mutating func end() { rows.formUnion(possible.union([unnamed].compactMap { $0 })) }

  /// Whether a row without a label has the sum of the rows above. In a table without labels, only the last row can.
  private mutating func isSum(_ input: TableInput) -> Bool {
    unnamed = nil
    guard let amount, let cell = input.text(amount).flatMap(AmountCell.init),
      let size = cell.number.value(.point) ?? cell.number.value(.comma)
    else { return false }
    let value = cell.isNegative ? -size : size
    let texts = input.texts
    let isNamed = texts.indices.contains { !ignored.contains($0) && !texts[$0].isEmpty }
    currencies.formUnion(cell.money + [currency.flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""])
    currencies.remove("")
    if !isNamed, count > 1, value.signum != 0, value == sum || value == part, currencies.count < 2 {
      if hasLabels {
        part = .zero
        rows.insert(input.row)
        return true
      }
      unnamed = input.row
    }
    hasLabels = hasLabels || isNamed
    (sum, part, count) = (sum + value, part + value, count + 1)
    return false
  }

  private enum Label { case balance, total }

  private func label(of input: TableInput) -> Label? {
    for (column, field) in input.fields.enumerated() where !ignored.contains(column) {
      let bytes = input.bytes[field].drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: " ") }
      guard (3...80).contains(bytes.count), bytes[bytes.startIndex] >= 0x80 || Self.starts.contains(Self.start(bytes))
      else { continue }
      let text = RecordText.text(input.bytes[field]).lowercased().trimmed { $0.isWhitespace || ":*".contains($0) }
      if TotalNames.totals.contains(text) { return .total }
      if TotalNames.balances.contains(text) { return .balance }
      // "Beginning balance as of 10/01/2026"
      guard let digit = text.firstIndex(where: \.isNumber) else { continue }
      let words = text[..<digit].split(separator: " ")
      if (1...3).contains(where: { TotalNames.balances.contains(words.dropLast($0).joined(separator: " ")) }) {
        return .balance
      }
    }
    return nil
  }

  /// The first three letters of all labels. Most cells are skipped by them.
  private static let starts = Set(
    TotalNames.balances.union(TotalNames.totals).map { BalanceRows.start(Array($0.utf8)[...]) })

  private static func start(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }
}
