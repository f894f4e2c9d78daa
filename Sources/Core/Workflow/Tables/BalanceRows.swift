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
      if TotalRows.names.contains(text) { return .total }
      if Self.balances.contains(text) { return .balance }
      // "Beginning balance as of 10/01/2026"
      guard let digit = text.firstIndex(where: \.isNumber) else { continue }
      let words = text[..<digit].split(separator: " ")
      if (1...3).contains(where: { Self.balances.contains(words.dropLast($0).joined(separator: " ")) }) {
        return .balance
      }
    }
    return nil
  }

  private static func list(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { $0.trimmed() })
  }

  private static let balances = list(
    """
    opening balance, closing balance, beginning balance, ending balance, previous balance, current balance, \
    open balance, close balance, balance brought forward, balance carried forward, brought forward, carried forward, \
    balance forward, balance b/f, balance c/f, saldo total disponível dia, saldo disponível, saldo total, available balance, ledger balance, anfangssaldo, endsaldo, schlusssaldo, \
    abschlusssaldo, startsaldo, saldovortrag, alter kontostand, neuer kontostand, alter saldo, neuer saldo, \
    kontostand, beginsaldo, eindsaldo, vorig saldo, nieuw saldo, solde initial, solde final, solde précédent, \
    ancien solde, nouveau solde, solde créditeur, solde débiteur, saldo inicial, saldo final, saldo anterior, \
    saldo actual, saldo atual, saldo do dia, saldo iniziale, saldo finale, saldo precedente, saldo początkowe, \
    saldo końcowe, počáteční zůstatek, konečný zůstatek, počiatočný zostatok, konečný zostatok, nyitó egyenleg, \
    záró egyenleg, ingående saldo, utgående saldo, inngående saldo, utgående balanse, primosaldo, ultimosaldo, \
    alkusaldo, loppusaldo, algsaldo, lõppsaldo, käive, likutis pradžioje, likutis pabaigoje, sākuma atlikums, \
    beigu atlikums, sold initial, sold final, sold precedent, početno stanje, završno stanje, konačno stanje, \
    začetno stanje, končno stanje, начален баланс, краен баланс, входящий остаток, исходящий остаток, \
    вхідний залишок, вихідний залишок, devreden bakiye, açılış bakiyesi, kapanış bakiyesi, αρχικό υπόλοιπο, \
    τελικό υπόλοιπο, الرصيد الافتتاحي, رصيد افتتاحي, الرصيد الختامي, رصيد ختامي, 期初余额, 期末余额, 上期余额, 上期結餘, 承上結餘, 前期繰越, \
    次期繰越, 前月残高, 前月繰越, 繰越残高, 繰越, 残高, 이월잔액, 전월이월, 전일잔액, יתרה, יתרת פתיחה, יתרת סגירה, יתרה קודמת
    """)

  /// The first three letters of all labels. Most cells are skipped by them.
  private static let starts = Set(balances.union(TotalRows.names).map { BalanceRows.start(Array($0.utf8)[...]) })

  private static func start(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }
}
