// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The lines before a table, which may name the currency and the scale of its amounts.
struct TablePreamble {
  let lines: [[String]]
  let money: MoneyWords

  private static let aboutAmounts = [
    "amounts", "beträge", "montants", "importes", "importi", "bedragen", "belopp", "valores", "kwoty", "částky",
  ]

  /// Returns the only currency that the lines name. Nil if they name none or several.
  func currency() -> Currency? {
    var found: Set<Currency> = []
    func signed(in text: String) -> Currency? {
      let words = text.split(separator: " ").map(String.init)
      let found = words.filter { money.isCode($0) }.compactMap { money.money($0) }
      return found.first { $0.candidates.isEmpty }?.currency
    }
    /// Returns the currency beside a single amount, such as a balance.
    func beside(_ text: String) -> Currency? {
      guard let amount = AmountCell(text), amount.money.count == 1, let own = money.money(amount.money[0]),
        own.candidates.isEmpty
      else { return nil }
      return own.currency
    }
    for cells in lines {
      for (index, cell) in cells.enumerated() {
        let parts = cell.split(separator: ":", maxSplits: 1).map { $0.trimmed() }
        // Skips cells with only a colon, because some banks put the colon into its own cell.
        let next = cells.dropFirst(index + 1).first { !$0.allSatisfy { ":=".contains($0) } }
        if parts.count == 2, TableHeading(parts[0]).mentions(.currency), let currency = money.money(parts[1])?.currency
        {
          found.insert(currency)
        } else if TableHeading(cell).mentions(.currency), let next, let currency = money.money(next)?.currency {
          found.insert(currency)
        } else if let currency = beside(cell) ?? (parts.count == 2 ? beside(parts[1]) : nil) {
          found.insert(currency)
        } else if TableHeading.Kind.account.isName(TableHeading(cell).base), let next,
          let currency = money.mentioned(in: next)
        {
          found.insert(currency)
        } else if Self.aboutAmounts.contains(where: { cell.lowercased().contains($0) }) || scale(of: cell) > 0,
          case let text = MoneyScale(cell).money, let currency = money.mentioned(in: text) ?? signed(in: text)
        {
          found.insert(currency)
        }
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// The power of ten by which the amounts are multiplied: 6 for `(USD in millions)`. 0 if no line names a scale.
  var scale: Int { lines.joined().map(scale(of:)).max() ?? 0 }

  /// Whether a line says that the amounts are in subunits, as in "Amounts in cents".
  var isMinor: Bool { lines.joined().contains { MoneyScale.isAboutAmounts($0) && TableHeading($0).isMinor } }

  private func scale(of line: String) -> Int {
    return MoneyScale.power(ofLine: line) { MoneyScale.isSign($0) || money.money($0) != nil }
  }
}
