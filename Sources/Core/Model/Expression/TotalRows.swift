// SPDX-License-Identifier: GPL-3.0-or-later

extension Reading {
  /// Removes rows whose amounts other rows contain, found by label or amount, so that nothing counts twice.
  mutating func leaveOutTotals(_ source: SourceText) {
    guard lines.count > 1 else { return }
    var left = namedTotals
    if left.count == lines.count, let last = lines.indices.last { left[last] = nil }
    leaveOutRepeated(&left)
    let kept = lines.indices.filter { left[$0] == nil }
    if let last = kept.last, last == lines.indices.last, kept.count > 2, rows[last] != nil,
      isSum(last, of: kept.dropLast())
    {
      left[last] = .total
    }
    guard !left.isEmpty else { return }
    for (index, fault) in left.sorted(by: { $0.key < $1.key }) {
      let start = lines[index].offset ?? 0
      notes.append(ReadingNote(.rowSkipped(fault), at: source.row(around: start)))
    }
    rows = zip(rows.indices, rows).filter { left[$0.0] == nil }.map(\.1)
    lines = zip(lines.indices, lines).filter { left[$0.0] == nil }.map(\.1)
  }

  private var namedTotals: [Int: ReadingNote.RowFault] {
    let found = lines.indices.filter {
      rows[$0] != nil && TotalRows.areNamed(in: lines[$0].note) && lines[$0].plainMoney != nil
    }
    return Dictionary(uniqueKeysWithValues: found.map { ($0, .total) })
  }

  /// Adds net amounts and sums to pay, payments behind a total, and taxes that an amount above includes.
  private func leaveOutRepeated(_ left: inout [Int: ReadingNote.RowFault]) {
    var (kept, hasTotal) = ([Int](), false)
    for index in lines.indices {
      if left[index] != nil {
        hasTotal = hasTotal || !kept.isEmpty
        continue
      }
      let label = lines[index].note
      let isRow = rows[index] != nil && lines[index].plainMoney != nil && !kept.isEmpty
      if isRow, TotalRows.areSums(in: label), isSum(index, of: kept[...]) {
        (left[index], hasTotal) = (.repeated, true)
      } else if isRow, hasTotal && TotalRows.arePayments(in: label) || TotalRows.arePartsOfAmounts(in: label) {
        left[index] = .repeated
      } else {
        kept.append(index)
      }
    }
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

  /// Names of amounts that repeat the rows above if they are their sum.
  private static let sums: Set<String> = [
    "net", "netto", "ht", "due", "pay", "payable", "paid", "zahlen", "zahlbetrag", "bezahlt", "payer", "payé", "pagar",
    "pagare", "pagado", "صافي", "المستحق",
  ]
  /// Names of payments and change on receipts.
  private static let payments: Set<String> = [
    "cash", "change", "tendered", "paid", "payment", "card", "visa", "mastercard", "maestro", "girocard", "amex", "bar",
    "gegeben", "rückgeld", "wechselgeld", "zurück", "bezahlt", "kartenzahlung", "karte", "ec", "espèces", "monnaie",
    "efectivo", "cambio", "contanti", "resto", "contant", "wisselgeld", "gotówka", "reszta", "نقدا", "نقدًا", "الباقي",
  ]
  private static let inclusions: Set<String> = [
    "incl", "including", "included", "includes", "inkl", "inklusive", "davon", "darin", "enthalten", "enthaltene",
    "thereof", "dont", "incluido", "inclus", "incluse", "شامل",
  ]
  private static let taxes: Set<String> = [
    "vat", "tax", "gst", "mwst", "ust", "umsatzsteuer", "mehrwertsteuer", "steuer", "tva", "iva", "btw", "taxes", "الضريبة",
    "ضريبة",
  ]

  static func areNamed(in label: String) -> Bool { has(words, label) }
  static func areSums(in label: String) -> Bool { has(sums, label) }
  static func arePayments(in label: String) -> Bool { has(payments, label) }
  static func arePartsOfAmounts(in label: String) -> Bool { has(inclusions, label) && has(taxes, label) }

  private static func has(_ words: Set<String>, _ label: String) -> Bool {
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
