// SPDX-License-Identifier: GPL-3.0-or-later

extension Reading {
  /// Removes rows that repeat the amounts of other rows, so that nothing counts twice. Checks label and amount.
  mutating func leaveOutTotals(_ source: SourceText) {
    guard lines.count > 1 else { return }
    var found = TotalRows(zip(lines, rows).map { TotalRows.Row($0, isWhole: $1 != nil) })
    found.find()
    let (left, kept) = (found.left, found.kept)
    guard !kept.isEmpty else { return }
    let range = { [lines] (index: Int) in source.row(around: lines[index].offset ?? 0) }
    for (index, fault) in left.sorted(by: { $0.key < $1.key }) {
      notes.append(ReadingNote(.rowSkipped(fault), at: range(index)))
    }
    for (index, total, sum) in found.different {
      notes.append(ReadingNote(.totalDiffers(total, sum: sum), at: range(index)))
    }
    notes += found.counted.map { ReadingNote(.totalCounted, at: range($0)) }
    rows = kept.map { rows[$0] }
    lines = kept.map { lines[$0] }
  }
}

struct TotalRows {
  struct Row {
    let words: [String]
    let label: String
    /// The amount. Nil if the row has several amounts, or its amount needs rates or other rows.
    let money: (amount: Rational, currency: Currency?)?

    init(_ line: CalculationLine, isWhole: Bool) {
      let text = line.note.lowercased()
      words = text.split { !$0.isLetter }.map(String.init)
      label = text.trimmed { $0.isWhitespace || ":*".contains($0) }
      money = isWhole ? line.plainMoney : nil
    }
  }

  private struct Sum {
    var (amounts, count, hasUnknown) = ([Currency?: Rational](), 0, false)

    mutating func add(_ row: Row) {
      count += 1
      guard let money = row.money else {
        hasUnknown = true
        return
      }
      amounts[money.currency] = (amounts[money.currency] ?? .zero) + money.amount
    }

    /// Returns the sum in a currency. If `isWhole`, it includes all rows, because no row names another currency.
    func value(_ currency: Currency?) -> (amount: Rational, isWhole: Bool) {
      let named = Set(amounts.keys.compactMap { $0 })
      if currency == nil || named.subtracting([currency].compactMap { $0 }).isEmpty, named.count < 2 {
        return (amounts.values.reduce(.zero, +), !hasUnknown)
      }
      return (amounts[currency] ?? .zero, false)
    }
  }

  private let rows: [Row]
  private(set) var left: [Int: ReadingNote.RowFault] = [:]
  private(set) var kept: [Int] = []
  private(set) var different: [(row: Int, total: Rational, sum: Rational)] = []
  private(set) var counted: [Int] = []
  /// `sum` includes all rows that count, and `part` only the rows after the last total.
  private var (sum, part) = (Sum(), Sum())
  private var lastTotal: Rational?

  init(_ rows: [Row]) { self.rows = rows }

  mutating func find() {
    let unnamed = rows.filter { !$0.isTotal }.reduce(into: Sum()) { $0.add($1) }
    // For each row, whether it and all later rows belong to the end of a receipt.
    var isEnd = [Bool](repeating: true, count: rows.count + 1)
    for index in rows.indices.reversed() { isEnd[index] = isEnd[index + 1] && rows[index].isOfReceipt }
    var index = 0
    while index < rows.count {
      let row = rows[index]
      if let count = payments(at: index) {
        for place in index..<(index + count) { left[place] = .repeated }
        index += count
        continue
      }
      if let price = newPrice(of: index) {
        left[index] = .oldPrice
        if let saved = saving(after: price, from: index) { left[saved] = .saving }
      }
      if left[index] != nil {
        index += 1
        continue
      }
      if let fault = fault(row, index, unnamed, isEnd: isEnd[index + 1] || payments(after: index) != nil) {
        left[index] = fault
      } else {
        keep(index)
      }
      index += 1
    }
    leaveOutLast()
    leaveOutTaxes()
  }

  /// Leaves out rows with net amounts and taxes if the other rows alone add up to the total.
  private mutating func leaveOutTaxes() {
    let parts = kept.filter {
      rows[$0].isPure && !rows[$0].isTotal && (rows[$0].has(Self.taxes) || rows[$0].has(Self.sums))
    }
    guard !parts.isEmpty, kept.count > parts.count,
      let total = rows.indices.last(where: { left[$0] == .total && !rows[$0].has(Self.beforeTax) }),
      let money = rows[total].money
    else { return }
    let others = kept.filter { !parts.contains($0) }.reduce(into: Sum()) { $0.add(rows[$1]) }
    let isPaid = left.keys.contains { $0 > total && rows[$0].money.map { isEqual($0, sum) } ?? false }
    guard isEqual(money, others), others.value(money.currency).isWhole, !isPaid else { return }
    for part in parts { left[part] = .repeated }
    kept.removeAll { parts.contains($0) }
    different.removeAll { $0.row == total }
  }

  private mutating func keep(_ index: Int) {
    kept.append(index)
    sum.add(rows[index])
    part.add(rows[index])
  }

  private mutating func fault(_ row: Row, _ index: Int, _ unnamed: Sum, isEnd: Bool) -> ReadingNote.RowFault? {
    guard let money = row.money else { return nil }
    if row.isSaving, money.amount.signum > 0 { return .saving }
    if row.isBalance, !isEqual(money, sum), !isEqual(money, part) { return .balance }
    if row.isTotal {
      if isTotal(row, money, index, unnamed, isEnd: isEnd) {
        (lastTotal, part) = (money.amount, Sum())
        return .total
      }
      if row.isPartOfAmounts, !kept.isEmpty, money.amount < sum.value(money.currency).amount { return .repeated }
      if !kept.isEmpty || unnamed.count > 1 { counted.append(index) }
      return nil
    }
    if kept.isEmpty { return nil }
    if row.has(Self.sums), row.isPure, isEqual(money, sum) {
      lastTotal = money.amount
      return .repeated
    }
    return row.isPartOfAmounts && (row.isPure || row.beginsWithPart) ? .repeated : nil
  }

  /// Whether a row labelled as a total really is one. Records the difference if the rows above have another sum.
  private mutating func isTotal(
    _ row: Row, _ money: (amount: Rational, currency: Currency?), _ index: Int, _ unnamed: Sum, isEnd: Bool
  ) -> Bool {
    // A shop's name can look like a total, so a total of a single row needs a label without other words.
    func isOf(_ sum: Sum) -> Bool { isEqual(money, sum) && (row.isPure || sum.count > 1) }
    if kept.isEmpty { return isOf(unnamed) }
    if isOf(sum) || isOf(part) {
      if isEqual(money, sum) { counted = [] }
      return true
    }
    let (amount, isWhole) = sum.value(money.currency)
    guard isWhole else { return row.isPure }
    let difference = (money.amount - amount).magnitude * Rational(5)
    guard isEnd, row.isPure || difference <= amount.magnitude else { return false }
    different.append((index, money.amount, amount))
    return true
  }

  /// Returns the row with the new price if a row is an old price, as in "Was $50" above "Now $40".
  private func newPrice(of index: Int) -> Int? {
    let row = rows[index]
    guard let item = row.rest(without: TotalNames.oldPrices), let old = row.money else { return nil }
    func isNew(_ place: Int, _ isNamed: Bool) -> Bool {
      guard let new = rows[place].money, isNamed else { return false }
      return new.currency == old.currency && new.amount < old.amount && new.amount.signum > 0
    }
    let next = index + 1..<min(index + 3, rows.count)
    let ofItem = next.filter { place in
      // The prices of "Original pizza" and "Today's soup" belong to different items.
      rows[place].rest(without: TotalNames.newPrices).map { $0.isEmpty || item.isEmpty || $0 == item } ?? false
    }
    if let place = ofItem.first(where: { isNew($0, true) }) { return place }
    guard TotalNames.certainOldPrices.contains(row.label.folded()) else { return nil }
    // In "UVP 50 €" above "40 €", the new price has no name. In "Shirt $40" above "Was $50", it comes first.
    if index + 1 < rows.count, isNew(index + 1, rows[index + 1].isUnnamedPrice) { return index + 1 }
    return index > 0 && left[index - 1] == nil && isNew(index - 1, true) ? index - 1 : nil
  }

  /// Returns the row that states the difference of two prices. The row is between the prices or directly after them.
  private func saving(after new: Int, from old: Int) -> Int? {
    guard let before = rows[old].money, let price = rows[new].money else { return nil }
    return (old + 1..<min(new + 2, rows.count)).first { place in
      place != new && rows[place].has(Self.reductions) && rows[place].money?.amount == before.amount - price.amount
    }
  }

  private func isEqual(_ money: (amount: Rational, currency: Currency?), _ sum: Sum) -> Bool {
    sum.count > 0 && money.amount.signum != 0 && sum.value(money.currency).amount == money.amount
  }

  /// Returns the number of rows from `index` on that state a payment, such as cash and change. Nil without such rows.
  private func payments(at index: Int) -> Int? {
    guard let last = kept.last else { return nil }
    let currency = rows[last].money?.currency ?? rows[index].money?.currency
    let due = [sum.value(currency).amount, lastTotal].compactMap { $0 }.filter { $0.signum > 0 }
    return payments(at: index, of: due, isAfterTotal: lastTotal != nil && left[index - 1] != nil)
  }

  private func payments(after index: Int) -> Int? {
    guard let money = rows[index].money, money.amount.signum > 0 else { return nil }
    return payments(at: index + 1, of: [money.amount], isAfterTotal: true)
  }

  private func payments(at index: Int, of due: [Rational], isAfterTotal: Bool) -> Int? {
    func amount(_ place: Int) -> Rational? { place < rows.count ? rows[place].money?.amount : nil }
    guard let first = amount(index), !rows[index].isTotal else { return nil }
    if let second = amount(index + 1), !rows[index + 1].isTotal, first > second.magnitude,
      due.contains(first - second.magnitude),
      isAfterTotal || rows[index].has(Self.payments) && rows[index + 1].has(Self.payments)
    {
      return 2
    }
    guard isAfterTotal else { return nil }
    var (paid, place) = (Rational.zero, index)
    while let next = amount(place), rows[place].has(Self.payments), place < index + 10 {
      (paid, place) = (paid + next, place + 1)
      if due.contains(paid) { return place - index }
    }
    return nil
  }

  /// Leaves out the last row if its amount is the sum of the other rows, even if its label names no total.
  private mutating func leaveOutLast() {
    guard let last = kept.last, last == rows.indices.last, kept.count > 2, let money = rows[last].money else { return }
    let others = kept.dropLast().reduce(into: Sum()) { $0.add(rows[$1]) }
    let (amount, isWhole) = others.value(money.currency)
    guard isWhole, amount == money.amount, amount.signum != 0 else { return }
    left[last] = .total
    kept.removeLast()
    counted.removeAll { $0 == last }
  }
}

extension TotalRows.Row {
  func has(_ list: Set<String>) -> Bool { words.contains { list.contains($0) } }

  fileprivate var isTotal: Bool { has(TotalRows.totals) || TotalNames.totals.contains(label) }
  fileprivate var isPartOfAmounts: Bool { has(TotalRows.inclusions) && has(TotalRows.taxes) }
  /// Whether the label begins with a word such as "incl." or "VAT". "Menu incl. VAT" is the name of an item.
  fileprivate var beginsWithPart: Bool {
    words.first.map { TotalRows.inclusions.contains($0) || TotalRows.taxes.contains($0) || $0 == "of" } ?? false
  }
  /// Whether the label says how much was saved. If the amount is negative, the row is a discount and counts.
  fileprivate var isSaving: Bool { rest(without: TotalNames.savings) != nil }
  fileprivate var isUnnamedPrice: Bool {
    label.isEmpty || ["price", "preis", "prix", "precio", "prezzo", "prijs", "السعر"].contains(label)
  }
  /// Returns the label without the longest phrase that it contains. Nil if it contains none.
  fileprivate func rest(without phrases: Set<String>) -> String? {
    let words = words.joined(separator: " ").folded().split(separator: " ")
    // The label's runs of words are looked up in the set, because comparing each phrase with each row is slow.
    let runs = words.indices.flatMap { first in
      (first..<min(first + TotalNames.mostWords, words.count)).map { first...$0 }
    }
    return runs.filter { phrases.contains(words[$0].joined(separator: " ")) }
      .max { words[$0].joined().count < words[$1].joined().count }
      .map { (words[..<$0.lowerBound] + words[($0.upperBound + 1)...]).joined(separator: " ") }
  }
  fileprivate var isBalance: Bool { TotalNames.balances.contains(label) }

  /// Whether the label has only words for totals, taxes and payments.
  fileprivate var isPure: Bool {
    TotalNames.totals.contains(label) || words.allSatisfy { word in TotalRows.receipt.contains { $0.contains(word) } }
  }

  fileprivate var isOfReceipt: Bool {
    isTotal || isBalance || has(TotalRows.sums) || has(TotalRows.payments) || has(TotalRows.taxes)
  }
}

extension TotalRows {
  fileprivate static let totals: Set<String> = TotalNames.totals.filter { !$0.contains(" ") }.union([
    "total", "totals", "subtotal", "sum", "balance", "summe", "gesamt", "gesamtsumme", "gesamtbetrag", "zwischensumme",
    "saldo", "kontostand", "endbetrag", "endsumme", "rechnungsbetrag", "totale", "totaal", "somme", "suma", "razem",
    "итого", "всего", "المجموع", "مجموع", "الإجمالي", "إجمالي", "اجمالي", "الاجمالي", "الرصيد", "رصيد",
  ])

  /// Words for the difference between an old and a new price.
  fileprivate static let reductions: Set<String> = [
    "save", "saved", "saving", "savings", "discount", "off", "rabatt", "nachlass", "sparen", "ersparnis", "remise",
    "descuento", "sconto", "korting", "خصم", "وفر",
  ]

  /// Words for amounts such as "net". If such an amount is the sum of the rows above, it only repeats them.
  fileprivate static let sums: Set<String> = [
    "net", "netto", "ht", "imponible", "imponibile", "base", "due", "pay", "payable", "paid", "zahlen", "zahlbetrag",
    "bezahlt", "payer", "payé", "pagar",
    "pagare", "pagado", "zapłaty", "صافي", "المستحق",
  ]
  fileprivate static let payments: Set<String> = [
    "cash", "change", "tendered", "paid", "payment", "card", "visa", "mastercard", "maestro", "girocard", "amex", "bar",
    "gegeben", "rückgeld", "wechselgeld", "zurück", "bezahlt", "kartenzahlung", "karte", "ec", "espèces", "monnaie",
    "rendu", "efectivo", "cambio", "contanti", "resto", "contant", "wisselgeld", "gotówka", "reszta", "dinheiro",
    "troco", "kontant", "tillbaka", "nakit", "наличные", "сдача", "نقدا", "نقدًا", "الباقي", "お預り", "お釣り", "おつり",
    "現金", "现金", "找零", "pin", "pinnen", "bancontact", "contante", "kortköp", "kort", "karta", "kartou", "hotově",
    "vráceno", "wydano", "płatność",
  ]
  fileprivate static let inclusions: Set<String> = [
    "incl", "including", "included", "includes", "inkl", "inklusive", "davon", "darin", "enthalten", "enthaltene",
    "thereof", "which", "dont", "incluido", "inclus", "incluse", "شامل", "varav", "heraf", "herav", "waarvan", "cui",
    "tym", "toho", "sisältää", "ebből",
  ]
  fileprivate static let taxes: Set<String> = [
    "vat", "tax", "gst", "mwst", "ust", "umsatzsteuer", "mehrwertsteuer", "steuer", "tva", "iva", "btw", "taxes",
    "moms", "mva", "ptu", "dph", "áfa", "alv", "kdv", "pdv", "ндс", "igv", "itbis", "消費税", "稅", "税",
    "الضريبة", "ضريبة",
  ]
  private static let fillers: Set<String> = [
    "ttc", "gross", "brutto", "amount", "grand", "sub", "sous", "zwischen", "général", "general", "order",
    "invoice", "price", "in", "of", "the", "to", "all", "after", "before", "excl", "excluding", "ohne", "zzgl", "mit",
    "zu", "à", "a", "do", "da", "di", "w", "z", "und", "and", "by", "complessivo", "الفرعي", "税込", "税抜", "eur", "usd",
    "gbp", "chf", "pln", "sek",
  ]
  fileprivate static let receipt = [totals, sums, payments, inclusions, taxes, fillers]

  /// Whether a word such as "TOTAL" is usual on receipts. If so, it isn't read as an unknown currency code.
  static func isOfReceipt(_ word: String) -> Bool {
    [totals, sums, payments, taxes].contains { $0.contains(word.lowercased()) }
  }

  /// Whether a text begins with a word such as "including".
  static func isIncluded(_ text: String) -> Bool {
    text.lowercased().split { !$0.isLetter }.first.map { inclusions.contains(String($0)) } ?? false
  }

  /// Words in the labels of totals before tax, such as "net" in "net total".
  fileprivate static let beforeTax: Set<String> = [
    "sub", "subtotal", "zwischensumme", "net", "netto", "before", "ht", "imponible", "imponibile", "excl", "excluding",
    "ohne", "zzgl", "sous", "tussentotaal", "subtotaal", "الفرعي", "小計", "小计", "税抜",
  ]
}

extension CalculationLine {
  /// The amount with its sign; nil if it needs rates or the lines above.
  fileprivate var plainMoney: (amount: Rational, currency: Currency?)? {
    amountWithoutRates.map { (sign == .minus ? -$0.amount : $0.amount, $0.currency ?? currency) }
  }
}

extension SourceText {
  fileprivate func row(around place: Int) -> Range<Int> {
    let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let start = bytes[..<min(place, count)].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    return start..<(bytes[min(place, count)...].firstIndex(where: isEnd) ?? count)
  }
}

/// The labels of rows with balances and totals in statements and receipts, in lower case.
package enum TotalNames {
  private static func list(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { $0.trimmed() })
  }

  package static let balances = list(
    """
    opening balance, closing balance, beginning balance, ending balance, previous balance, current balance, \
    balance, saldo, solde, open balance, close balance, balance brought forward, balance carried forward, \
    brought forward, carried forward, \
    balance forward, balance b/f, balance c/f, starting balance, start balance, end balance, \
    saldo total disponível dia, saldo disponível, saldo total, available balance, \
    ledger balance, anfangssaldo, endsaldo, schlusssaldo, \
    abschlusssaldo, startsaldo, saldovortrag, alter kontostand, neuer kontostand, alter saldo, neuer saldo, \
    kontostand, beginsaldo, eindsaldo, vorig saldo, nieuw saldo, solde initial, solde final, solde précédent, \
    ancien solde, nouveau solde, solde créditeur, solde débiteur, saldo inicial, saldo final, saldo anterior, \
    saldo actual, saldo atual, saldo do dia, saldo iniziale, saldo finale, saldo contabile, \
    saldo contabile iniziale, saldo contabile finale, saldo contabile iniziale in euro, saldo contabile finale in euro, \
    saldo precedente, saldo początkowe, \
    saldo końcowe, počáteční zůstatek, konečný zůstatek, počiatočný zostatok, konečný zostatok, nyitó egyenleg, \
    záró egyenleg, ingående saldo, utgående saldo, inngående saldo, utgående balanse, primosaldo, ultimosaldo, \
    alkusaldo, loppusaldo, algsaldo, lõppsaldo, käive, likutis pradžiai, likutis pabaigai, apyvarta, apgrozījums, \
    atlikums sākumā, atlikums beigās, likutis pradžioje, likutis pabaigoje, sākuma atlikums, \
    beigu atlikums, sold initial, sold final, sold precedent, početno stanje, završno stanje, konačno stanje, \
    začetno stanje, končno stanje, начален баланс, краен баланс, входящий остаток, исходящий остаток, \
    вхідний залишок, вихідний залишок, devreden bakiye, açılış bakiyesi, kapanış bakiyesi, αρχικό υπόλοιπο, \
    τελικό υπόλοιπο, الرصيد الافتتاحي, رصيد افتتاحي, الرصيد الختامي, رصيد ختامي, 期初余额, 期末余额, 上期余额, 上期結餘, 承上結餘, 前期繰越, \
    次期繰越, 前月残高, 前月繰越, 繰越残高, 繰越, 残高, 이월잔액, 전월이월, 전일잔액, יתרה, יתרת פתיחה, יתרת סגירה, יתרה קודמת
    """)

  /// The number of words in the longest phrase of the three lists below.
  static let mostWords = 3

  /// Phrases of rows that say how much was saved, without accents.
  static let savings = list(
    """
    you saved, you save, total savings, total saved, your savings, savings today, amount saved, saved today, sie sparen, \
    sie haben gespart, du sparst, du hast gespart, gespart, ersparnis, gesamtersparnis, ihr preisvorteil, sie sparten, \
    vous economisez, vous avez economise, usted ahorra, usted ahorro, ahorras, su ahorro, ahorro total, \
    hai risparmiato, u bespaart, je bespaart, uw voordeel, oszczedzasz, zaoszczedziles, usetrili jste, \
    du sparar, du sparer, du sparte, voce economizou, وفرت, وفرتم, لقد وفرت, مبلغ التوفير
    """)

  /// Phrases of prices that no longer hold, such as "was" and "list price", without accents.
  static let oldPrices = list(
    """
    was, statt, uvp, rrp, msrp, srp, list, list price, compare at, original, regular price, old price, original price, \
    previous price, vorher, bisher, listenpreis, normalpreis, alter preis, streichpreis, avant, au lieu de, \
    prix barre, antes, precio anterior, prima, anziche, van, adviesprijs, zamiast, bylo, كان, بدلا من, \
    السعر السابق, السعر القديم
    """)
  /// Phrases of old prices that can't be the name of an item, unlike "Van" and "Original".
  static let certainOldPrices = oldPrices.subtracting(
    list("van, list, original, vorher, bisher, avant, antes, prima, anziche, zamiast, bylo"))
  static let newPrices = list(
    """
    now, jetzt, nur, sale, only, today, sale price, our price, your price, new price, special price, offer, deal, \
    heute, neuer preis, angebot, aktion, aktionspreis, sonderpreis, maintenant, nouveau prix, ahora, precio actual, \
    adesso, ora, oggi, nu, voor, teraz, الان, الآن, السعر الحالي, السعر الجديد
    """)

  package static let totals = list(
    """
    total, totals, grand total, net total, total amount, sum of all, total due, amount due, balance due, \
    subtotal, sub total, sub-total, transactions total, total debits, total credits, \
    sum, turnover, summe, gesamt, gesamtsumme, zwischensumme, endsumme, summe soll, summe haben, total général, \
    totaux, sous-total, total débit, total crédit, totale, totali, totaal, totalen, subtotaal, totais, totales, \
    suma, razem, łącznie, ogółem, celkem, spolu, součet, összesen, mindösszesen, summa, totalt, sum total, i alt, \
    yhteensä, kokku, iš viso, kopā, total general, ukupno, skupaj, общо, всего, итого, итого:, разом, всього, \
    gesamtbetrag, rechnungsbetrag, endbetrag, zahlbetrag, zu zahlen, suma końcowa, do zapłaty, att betala, slutsumma, \
    à payer, net à payer, montant total, total ttc, amount payable, المبلغ الإجمالي, المبلغ المستحق, \
    toplam, genel toplam, σύνολο, المجموع, الإجمالي, الاجمالي, إجمالي, סה"כ, סך הכל, 合计, 总计, 小计, 合計, 小計, 합계, 총계
    """)
}
