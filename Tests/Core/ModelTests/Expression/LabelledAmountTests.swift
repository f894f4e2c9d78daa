// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursModel

/// Tests amounts with words around them, and lines that give the amounts below them a unit.
@Suite struct LabelledAmountTests {
  private func read(_ text: String, _ locale: String = "en_US") -> ReadResult {
    Sample.reader(locale).read(text.replacing(" / ", with: "\n"))
  }

  private func total(_ text: String, _ locale: String = "en_US") -> String? {
    let read = read(text, locale)
    guard read.errors.isEmpty else { return nil }
    let currency = read.calculation.lines.compactMap(\.currency).first ?? .eur
    return read.calculation.evaluate(rates: Sample.rates, result: currency).total?.rendered
  }

  @Test("words after an amount are its label", arguments: [
    ("450 EUR Flight", "450 EUR", "Flight"), ("240.50 USD Hotel Lux", "240.5 USD", "Hotel Lux"),
    ("12,50 € Mittagessen", "12.5 EUR", "Mittagessen"), ("$12.00 Lunch", "12 USD", "Lunch"),
    ("450 EUR تذكرة طيران", "450 EUR", "تذكرة طيران"), ("450 EUR (Flight)", "450 EUR", "Flight"),
    ("450 EUR - Flight to Rome", "450 EUR", "Flight to Rome"), ("450 EUR: Flight", "450 EUR", "Flight"),
    ("2026-10-02 450 EUR Flight", "450 EUR", "Flight"), ("450 EUR Flight on 2026-10-02", "450 EUR", "Flight"),
    ("450 EUR Flight in EUR", "450 EUR", "Flight"), ("(12.50 EUR) Refund", "-12.5 EUR", "Refund"),
    ("450 EUR for flight", "450 EUR", "for flight"), ("5 EUR Tea & Cake", "5 EUR", "Tea & Cake"),
    ("12.50 EUR incl. VAT", "12.5 EUR", ""), ("19 EUR VAT", "19 EUR", "VAT"), ("100 EUR net", "100 EUR", "net"),
    ("20 EUR tax", "20 EUR", "tax"), ("5 EUR ATM fee", "5 EUR", "ATM fee"),
  ])
  func wordsAfterAnAmountAreItsLabel(text: String, sum: String, label: String) {
    let result = read(text)
    #expect(total(text) == sum && result.calculation.lines.map(\.note) == [label])
    let isDated = text.contains("2026")
    #expect((result.calculation.lines[0].day ?? result.calculation.day) == (isDated ? Day(iso: "2026-10-02") : nil))
  }

  @Test("a word after an amount that may change it is refused", arguments: [
    "450 EUR Flight 20 USD", "450 EUR Flight USD", "450 EUR Flight 20", "450 EUR xyz", "450 EUR XYZ", "450 EUR dolars",
    "450 EUR yesterdy", "450 EUR each", "450 EUR million", "450 EUR Mio", "$5 off", "5.00 USD DR", "5.00 USD Debit",
    "5 EUR H", "450 EUR Flight 360 EUR Hotel", "450 EUR in USD Flight", "100 EUR + 5 apples",
    "100 EUR zzgl. MwSt",
  ])
  func aWordAfterAnAmountThatMayChangeItIsRefused(text: String) {
    #expect(!Sample.reader("en_US").readQuestion(text).errors.isEmpty)
  }

  @Test("each pasted row can have its label before or after the amount", arguments: [
    ("450 EUR Flight / Hotel 360 EUR / 12.50 EUR Tea", "822.5 EUR"), ("• 450 EUR Flight / • 360 EUR Hotel", "810 EUR"),
    ("1. 450 EUR Flight / 2. 360 EUR Hotel", "810 EUR"), ("- 450 EUR Flight / - 360 EUR Hotel", "810 EUR"),
    ("100 EUR Hotel / 20 EUR Taxi / 120 EUR Total", "120 EUR"), ("100 EUR Net / 19 EUR VAT / 119 EUR Total", "119 EUR"),
    ("450 EUR Flight; / 360 EUR Hotel;", "810 EUR"),
  ])
  func eachPastedRowCanHaveItsLabelBeforeOrAfterTheAmount(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("a minus directly after an amount makes it negative", arguments: [
    ("Kaffee 4,00- EUR", "-4 EUR"), ("4,00- EUR", "-4 EUR"), ("120.00- USD", "-120 USD"), ("1.234,56-", "-1234.56"),
    ("Kaffee: 4,00- EUR", "-4 EUR"), ("4,00- EUR Kaffee", "-4 EUR"), ("Kaffee 4,00 EUR-", "-4 EUR"),
    ("$12.50-", "-12.5 USD"), ("120.00- USD in USD", "-120 USD"), ("Tea 4.00- / Bun 3.00", "-1"),
    ("Tea\t4,00- EUR / Bun\t5,00 EUR", "1 EUR"), ("Tea\t1.234,56-\tEUR / Bun\t5,00\tEUR", "-1229.56 EUR"),
    ("Shirt S 14.00- EUR / Bun 3.00 EUR", "-11 EUR"),
  ])
  func aMinusDirectlyAfterAnAmountMakesItNegative(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("a row with the number of a document or place isn't added", arguments: [
    "Invoice No. 1234", "Rechnung Nr. 2026-0815", "Order #98765", "Tel. 030 12345678", "Room 12", "INV-2026-7",
    "Rechnungsnummer: 4711", "فاتورة رقم 1234", "Seite 1", "Receipt 0815", "IBAN DE89 3704 0044 0532 0130 00",
    "Items: 2", "Guests 2", "Anzahl: 3", "14:35", "30.10.2026 14:35 Uhr",
  ])
  func aRowWithTheNumberOfADocumentOrPlaceIsntAdded(row: String) {
    let text = "Flight 450 EUR / \(row) / Hotel 360 EUR"
    #expect(total(text) == "810 EUR")
    #expect(read(text).notes.map(\.kind) == [.rowSkipped(.noAmount)])
  }

  @Test("a row whose whole number may be an amount is refused", arguments: [
    "Coffee 4", "Invoice 1234", "Room 12 240", "XYZ-5",
  ])
  func aRowWhoseWholeNumberMayBeAnAmountIsRefused(row: String) {
    #expect(total("Flight 450 EUR / \(row) / Hotel 360 EUR") == nil)
  }

  @Test("a line about all amounts gives the pasted rows below their unit", arguments: [
    ("Values in thousands / Item\tAmount\tCurrency / Rent\t12\tEUR / Pay\t20\tEUR", "32000 EUR"),
    ("(in thousands) / Item\tAmount EUR / Rent\t12 / Pay\t20", "32000 EUR"),
    ("Beträge in Tsd. EUR / Posten\tBetrag / Miete\t12,5 / Lohn\t20,0", "32500 EUR"),
    ("amounts in millions / Item\tAmount USD / Rent\t1.2 / Pay\t5", "6200000 USD"),
    ("in TEUR / Miete 12,50 / Lohn 20,00", "32500 EUR"), ("Item\tAmount / \t(in TEUR) / Rent\t12.5 / Pay\t20", "32500 EUR"),
    ("المبالغ بالآلاف / البند\tالمبلغ\tالعملة / إيجار\t12\tEUR", "12000 EUR"),
    ("All amounts in EUR / Rent\t12 / Pay\t20", "32 EUR"), ("Currency: CHF / Rent\t12.00 / Pay\t20.00", "32 CHF"),
    ("Amounts in TEUR / Rent 2k EUR / Pay 5 EUR", "7000 EUR"), ("Amount in EUR '000 / 12 / 13", "25000 EUR"),
    ("Beträge in Tausend Euro / Miete\t12 / Lohn\t20", "32000 EUR"), ("Amounts in cents / A\t1250\tEUR", "12.5 EUR"),
    ("Montants en milliers d'euros / Loyer\t12", "12000 EUR"), ("(All amounts in cents) / A\t1250\tEUR", "12.5 EUR"),
    ("All prices in CHF / Tea 4.50 / Bun 3.00", "7.5 CHF"), ("Alle Preise in CHF / Tee 4.50", "4.5 CHF"),
    ("Tea\t4.50 / Bun\t3.00 / All amounts in EUR", "7.5 EUR"), ("Item\tAmount (EUR '000) / Rent\t12", "12000 EUR"),
    ("Item\tINR crore / Rent\t12", "120000000 INR"), ("Item\tAmount (INR lakh) / Rent\t12", "1200000 INR"),
  ])
  func aLineAboutAllAmountsGivesThePastedRowsBelowTheirUnit(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("a line about thousands below an amount is refused")
  func aLineAboutThousandsBelowAnAmountIsRefused() {
    #expect(total("Hotel 100 EUR / (in thousands) / Taxi 20 EUR") == nil)
  }

  @Test("an old price is left out if the new price follows", arguments: [
    ("Hat $50 / Was $50 / Now $40", "90 USD"), ("Was: $50 / Now: $40 / You save: $10", "40 USD"),
    ("statt 50,00 € / jetzt 40,00 €", "40 EUR"), ("UVP 50,00 € / Rabatt 10,00 € / nur 40,00 €", "40 EUR"),
    ("List price\t$50 / Sale price\t$40", "40 USD"), ("كان 50 EUR / الآن 40 EUR", "40 EUR"),
    ("RRP 50 EUR / Sale 40 EUR / Tea 4 EUR", "44 EUR"), ("Shirt $40 / Was $50", "40 USD"),
    ("Jetzt 40 € / Statt 50 €", "40 EUR"), ("UVP 50,00 € / 40,00 €", "40 EUR"),
    ("List price: $50 / Price: $40", "40 USD"), ("Prix barré 50 € / 40 €", "40 EUR"),
    ("Tea 4 EUR / Van 50 EUR", "54 EUR"), ("Original 50 EUR / 4 EUR", "54 EUR"),
    ("Original pizza 12 EUR / Today special 10 EUR", "22 EUR"), ("Hat was 50 EUR / Hat now 40 EUR", "40 EUR"),
    ("Before tax 50 EUR / Sale tax 4 EUR", "54 EUR"), ("Tea now 4 EUR / Was 5 EUR", "4 EUR"),
    ("Was $50 / Hat $40", "90 USD"), ("Was $40 / Now $50", "90 USD"),
  ])
  func anOldPriceIsLeftOutIfTheNewPriceFollows(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("an item whose label ends with included tax is added")
  func anItemWhoseLabelEndsWithIncludedTaxIsAdded() {
    #expect(total("Wine 20 EUR / Menu incl. VAT 12.50 EUR") == "32.5 EUR")
    #expect(total("Wine 20 EUR / Total 20 EUR / incl. VAT 3.19 EUR") == "20 EUR")
  }

  @Test("a minus directly after an amount and before another is refused", arguments: [
    "5,00- 6,00 EUR", "5- EUR + 3 EUR", "100 EUR- 50 EUR", "$10- $20", "5- 6 EUR",
  ])
  func aMinusDirectlyAfterAnAmountAndBeforeAnotherIsRefused(text: String) { #expect(total(text) == nil) }

  @Test("a range in another language is refused", arguments: [
    "من 5 إلى 10 EUR", "5 bis 10 EUR", "Zimmer 5 bis 10 EUR", "zwischen 5 und 10 EUR", "بين 5 و 10 EUR",
  ])
  func aRangeInAnotherLanguageIsRefused(text: String) { #expect(total(text) == nil) }
}
