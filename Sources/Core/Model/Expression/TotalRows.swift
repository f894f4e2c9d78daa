// SPDX-License-Identifier: GPL-3.0-or-later

extension Reading {
  /// Removes rows whose amounts other rows contain, found by label or amount, so that nothing counts twice.
  mutating func leaveOutTotals(_ source: SourceText) {
    guard lines.count > 1 else { return }
    var left = namedTotals
    if left.count == lines.count, let last = lines.indices.last { left[last] = nil }
    leaveOutRepeated(&left)
    noteDifferences(left, source)
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

  /// The rows that are called totals and are: their amounts are the sum of rows above or below, or they are the last.
  private var namedTotals: [Int: ReadingNote.RowFault] {
    var (found, sum, part, count) = ([Int: ReadingNote.RowFault](), Rational.zero, Rational.zero, 0)
    let named = lines.indices.filter {
      rows[$0] != nil && TotalRows.areNamed(in: lines[$0].note) && lines[$0].plainMoney != nil
    }
    guard !named.isEmpty else { return [:] }
    let isLast = { (index: Int) in
      lines[(index + 1)...].allSatisfy {
        TotalRows.areNamed(in: $0.note) || TotalRows.arePayments(in: $0.note) || TotalRows.areSums(in: $0.note)
          || TotalRows.arePartsOfAmounts(in: $0.note)
      }
    }
    for (index, line) in lines.enumerated() {
      guard let money = line.plainMoney, money.currency == lines[0].plainMoney?.currency else {
        // Without one currency there is no sum to compare with.
        return Dictionary(uniqueKeysWithValues: named.map { ($0, .total) })
      }
      let rest = lines.indices.filter { $0 > index && !named.contains($0) }
      let isTotal =
        named.contains(index)
        && (TotalRows.isBalance(line.note)
          || (count > 0 ? [sum, part].contains(money.amount) || isLast(index) : isSum(index, of: rest[...])))
      if isTotal {
        (found[index], part) = (.total, .zero)
      } else {
        (sum, part, count) = (sum + money.amount, part + money.amount, count + 1)
      }
    }
    return found
  }

  /// Adds net amounts and sums to pay, payments behind a total, and taxes that an amount above includes.
  private func leaveOutRepeated(_ left: inout [Int: ReadingNote.RowFault]) {
    var (kept, total) = ([Int](), Rational?.none)
    for index in lines.indices {
      let money = lines[index].plainMoney
      if left[index] != nil {
        if !kept.isEmpty { total = money?.amount }
        continue
      }
      let label = lines[index].note
      let isRow = rows[index] != nil && money != nil && !kept.isEmpty
      if let total, isRow, isChange(index, left, of: total) {
        (left[index - 1], left[index]) = (.repeated, .repeated)
        kept.removeAll { $0 == index - 1 }
      } else if isRow, TotalRows.areSums(in: label), isSum(index, of: kept[...]) {
        (left[index], total) = (.repeated, money?.amount)
      } else if isRow, isPayment(index, of: total) || TotalRows.arePartsOfAmounts(in: label) {
        left[index] = .repeated
      } else {
        kept.append(index)
        if kept.count == 1, rows[index] != nil, TotalRows.areSums(in: label) { total = money?.amount }
      }
    }
  }

  /// Whether a row pays a total, alone or with the other payments.
  private func isPayment(_ index: Int, of total: Rational?) -> Bool {
    let isPaid = { (line: CalculationLine) in TotalRows.arePayments(in: line.note) }
    guard let total, isPaid(lines[index]), let amount = lines[index].plainMoney?.amount else { return false }
    let all = lines.filter(isPaid).compactMap { $0.plainMoney?.amount }
    return amount.magnitude >= total.magnitude || all.reduce(.zero) { $0 + $1 } == total
      || index > 0 && isPaid(lines[index - 1]) || amount.signum == 0
  }

  /// Whether a row is the change of the payment in the row before it.
  private func isChange(_ index: Int, _ left: [Int: ReadingNote.RowFault], of total: Rational) -> Bool {
    guard index > 1, left[index - 1] != .total, rows[index - 1] != nil, let change = lines[index].plainMoney,
      let paid = lines[index - 1].plainMoney
    else { return false }
    return paid.currency == change.currency && change.amount.signum > 0 && paid.amount - change.amount == total
  }

  /// Adds a note for each total that differs from the amounts above it, such as a discount without a minus.
  private mutating func noteDifferences(_ left: [Int: ReadingNote.RowFault], _ source: SourceText) {
    var (sum, part, count) = (Rational.zero, Rational.zero, 0)
    for index in lines.indices {
      guard let money = lines[index].plainMoney, money.currency == lines[0].plainMoney?.currency else { return }
      switch left[index] {
      case nil: (sum, part, count) = (sum + money.amount, part + money.amount, count + 1)
      case .total where count > 0 && !TotalRows.areBalances(in: lines[index].note):
        if money.amount != sum, money.amount != part {
          let row = source.row(around: lines[index].offset ?? 0)
          notes.append(ReadingNote(.totalDiffers(money.amount, sum: sum), at: row))
        }
        part = .zero
      default: break
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

package enum TotalRows {
  private static let words: Set<String> = [
    "total", "totals", "subtotal", "sum", "balance", "summe", "gesamt", "gesamtsumme", "gesamtbetrag", "zwischensumme",
    "saldo",
    "kontostand", "endbetrag", "endsumme", "rechnungsbetrag", "totale", "totaal", "somme", "suma", "razem", "итого",
    "всего",
    "المجموع", "مجموع", "الإجمالي", "إجمالي", "اجمالي", "الاجمالي", "الرصيد", "رصيد",
  ]

  /// Whole labels of totals in the languages of statements.
  package static let names = Set(
    """
    total, totals, grand total, subtotal, sub total, sub-total, transactions total, total debits, total credits, \
    sum, turnover, summe, gesamt, gesamtsumme, zwischensumme, endsumme, summe soll, summe haben, total général, \
    totaux, sous-total, total débit, total crédit, totale, totali, totaal, totalen, subtotaal, totais, totales, \
    suma, razem, łącznie, ogółem, celkem, spolu, součet, összesen, mindösszesen, summa, totalt, sum total, i alt, \
    yhteensä, kokku, iš viso, kopā, total general, ukupno, skupaj, общо, всего, итого, итого:, разом, всього, \
    toplam, genel toplam, σύνολο, المجموع, الإجمالي, الاجمالي, إجمالي, סה"כ, סך הכל, 合计, 总计, 小计, 合計, 小計, 합계, 총계
    """.split(separator: ",").map { $0.trimmed() })

  private static let balances: Set<String> = [
    "balance", "saldo", "kontostand", "الرصيد", "رصيد",
  ]

  /// Names of amounts that repeat the rows above if they are their sum.
  private static let sums: Set<String> = [
    "net", "netto", "ht", "due", "pay", "payable", "paid", "zahlen", "zahlbetrag", "bezahlt", "payer", "payé", "pagar",
    "pagare", "pagado", "صافي", "المستحق", "zapłaty", "оплате", "ödenecek", "betala", "betale", "fizetendő",
  ]
  /// Names of payments and change on receipts.
  private static let payments: Set<String> = [
    "cash", "change", "tendered", "paid", "payment", "card", "visa", "mastercard", "maestro", "girocard", "amex", "bar",
    "gegeben", "rückgeld", "wechselgeld", "zurück", "bezahlt", "kartenzahlung", "karte", "ec", "espèces", "monnaie",
    "efectivo", "cambio", "contanti", "resto", "contant", "wisselgeld", "gotówka", "reszta", "نقدا", "نقدًا", "الباقي",
    "kontant", "kontanter", "tillbaka", "växel", "byttepenge", "vekslepenger", "nakit", "üstü", "dinheiro", "troco",
    "rendu", "наличные", "наличными", "сдача", "hotovost", "vráceno", "készpénz", "visszajáró", "käteinen", "takaisin",
    "现金", "找零", "現金", "找贖", "お預り", "お預かり", "預り", "お釣り", "お釣", "おつり", "釣銭", "현금", "거스름돈", "מזומן", "עודף",
  ]
  private static let inclusions: Set<String> = [
    "incl", "including", "included", "includes", "inkl", "inklusive", "davon", "darin", "enthalten", "enthaltene",
    "thereof", "which", "dont", "incluido", "inclus", "incluse", "شامل",
  ]
  private static let taxes: Set<String> = [
    "vat", "tax", "gst", "mwst", "ust", "umsatzsteuer", "mehrwertsteuer", "steuer", "tva", "iva", "btw", "taxes", "الضريبة",
    "ضريبة",
  ]

  static func areNamed(in label: String) -> Bool {
    has(words, label) || names.contains(label.lowercased().trimmed { $0.isWhitespace || ":*".contains($0) })
  }
  /// Whether the whole label is the name of a balance.
  static func isBalance(_ label: String) -> Bool {
    balances.contains(label.lowercased().trimmed { $0.isWhitespace || ":*".contains($0) })
  }
  static func areBalances(in label: String) -> Bool { has(balances, label) }
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
