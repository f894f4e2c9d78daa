// SPDX-License-Identifier: GPL-3.0-or-later

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

  /// Phrases of rows that say how much was saved, without accents.
  static let savings = list(
    """
    you saved, you save, total savings, total saved, your savings, savings today, amount saved, saved today, sie sparen, \
    sie haben gespart, du sparst, du hast gespart, gespart, ersparnis, gesamtersparnis, ihr preisvorteil, sie sparten, \
    vous economisez, vous avez economise, usted ahorra, usted ahorro, ahorras, su ahorro, ahorro total, \
    hai risparmiato, u bespaart, je bespaart, uw voordeel, oszczedzasz, zaoszczedziles, usetrili jste, \
    du sparar, du sparer, du sparte, voce economizou, وفرت, وفرتم, لقد وفرت, مبلغ التوفير
    """)

  /// Phrases of prices that no longer hold, and of the prices that replace them, without accents.
  static let oldPrices = list(
    """
    was, statt, uvp, rrp, msrp, srp, list, list price, compare at, original, regular price, old price, original price, \
    previous price, vorher, bisher, listenpreis, normalpreis, alter preis, streichpreis, avant, au lieu de, \
    prix barre, antes, precio anterior, prima, anziche, van, adviesprijs, zamiast, bylo, كان, بدلا من, \
    السعر السابق, السعر القديم
    """)
  /// Phrases that can't be the name of an item, unlike "Van" and "Original".
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
