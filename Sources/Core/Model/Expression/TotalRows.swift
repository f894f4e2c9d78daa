// SPDX-License-Identifier: GPL-3.0-or-later

extension Reading {
  /// Removes total rows, found by label or amount. Otherwise their amounts would count twice.
  mutating func leaveOutTotals(_ source: SourceText) {
    guard lines.count > 1 else { return }
    var totals = Set(
      lines.indices.filter { rows[$0] != nil && TotalRows.areNamed(in: lines[$0].note) && lines[$0].plainMoney != nil })
    if totals.count == lines.count, let last = lines.indices.last { totals.remove(last) }
    let kept = lines.indices.filter { !totals.contains($0) }
    if let last = kept.last, last == lines.indices.last, kept.count > 2, rows[last] != nil,
      isSum(last, of: kept.dropLast())
    {
      totals.insert(last)
    }
    guard !totals.isEmpty else { return }
    for index in totals.sorted() {
      let start = lines[index].offset ?? 0
      notes.append(ReadingNote(.rowSkipped(.total), at: source.row(around: start)))
    }
    rows = zip(rows.indices, rows).filter { !totals.contains($0.0) }.map(\.1)
    lines = zip(lines.indices, lines).filter { !totals.contains($0.0) }.map(\.1)
  }

  private func isSum(_ place: Int, of others: ArraySlice<Int>) -> Bool {
    guard let total = lines[place].plainMoney, total.amount.signum != 0 else { return false }
    var sum = Rational.zero
    for other in others {
      guard let part = lines[other].plainMoney, part.currency == total.currency else { return false }
      sum = sum + part.amount
    }
    return sum == total.amount
  }
}

enum TotalRows {
  private static let words: Set<String> = [
    "total", "totals", "subtotal", "sum", "balance", "summe", "gesamt", "gesamtsumme", "gesamtbetrag", "zwischensumme",
    "saldo",
    "kontostand", "endbetrag", "endsumme", "rechnungsbetrag", "totale", "totaal", "somme", "suma", "razem", "итого",
    "всего",
    "المجموع", "مجموع", "الإجمالي", "إجمالي", "اجمالي", "الاجمالي", "الرصيد", "رصيد",
  ]

  static func areNamed(in label: String) -> Bool {
    label.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
  }
}

extension CalculationLine {
  /// The signed amount; nil if it needs rates or the lines above.
  fileprivate var plainMoney: (amount: Rational, currency: Currency?)? {
    guard case .success(let expression) = content else { return nil }
    let signed: (Rational) -> Rational = { sign == .minus ? -$0 : $0 }
    switch expression.valueWithoutRates {
    case .number(let number): return (signed(number), currency)
    case .money(let money): return (signed(money.amount), money.currency)
    case .percent, nil: return nil
    }
  }
}

extension SourceText {
  fileprivate func row(around place: Int) -> Range<Int> {
    let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let start = bytes[..<min(place, count)].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    return start..<(bytes[min(place, count)...].firstIndex(where: isEnd) ?? count)
  }
}
