// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Pasted receipts and invoices. Each amount counts once, and a wrong total gets a note.
@Suite struct ReceiptTests {
  private func total(_ text: String, _ locale: String = "en_US") -> String? {
    let read = Sample.reader(locale).read(text.replacing(" / ", with: "\n"))
    let currency = read.calculation.lines.compactMap(\.currency).first ?? .eur
    return read.calculation.evaluate(rates: Sample.rates, result: currency).total?.amount.exactText()
  }

  private func notes(_ text: String) -> String {
    Sample.reader("en_US").read(text.replacing(" / ", with: "\n")).notes.compactMap(\.rendered).joined()
  }

  @Test("a dash after the decimal separator means no cents", arguments: [
    ("1.200,- EUR", "1200"), ("1.200,– EUR", "1200"), ("€ 1.200,-", "1200"), ("1.200,-- €", "1200"),
    ("1.200.– CHF", "1200"), ("12.345,- EUR", "12345"), ("1,200.- USD", "1200"), ("1’200.– CHF", "1200"),
    ("5,- EUR", "5"), ("Rent €1.200,– / Food €300,–", "1500"),
  ])
  func aDashAfterTheDecimalSeparatorMeansNoCents(text: String, sum: String) {
    for locale in ["en_US", "de_DE", "de_CH"] { #expect(total(text, locale) == sum, "\(locale)") }
  }

  @Test("net amount, tax and total of a receipt are not added together", arguments: [
    ("Sous-total 10,42 € / TVA 20% 2,08 € / Total TTC 12,50 €", "12.5"),
    ("Subtotal ₹1,23,456.00 / GST 18% ₹22,222.08 / Grand Total ₹1,45,678.08", "145678.08"),
    ("المجموع الفرعي 100 EUR / ضريبة 15 EUR / الإجمالي 115 EUR", "115"),
    ("Summe netto 100 EUR / Umsatzsteuer 19 EUR / Summe brutto 119 EUR", "119"),
    ("Total HT 100 EUR / TVA 20 EUR / Total TTC 120 EUR", "120"),
    ("Totaal excl. btw 100 EUR / Btw 21 EUR / Totaal incl. btw 121 EUR", "121"),
    ("Total before tax 100 EUR / Tax 8 EUR / Total after tax 108 EUR", "108"),
    ("Subtotal: $40 / Tip (20%): $8 / Total: $48", "48"),
    ("Total 30.00 EUR / of which tax 5.00 EUR", "30"), ("Total 119 EUR / Net 100 EUR / VAT 19 EUR", "119"),
    ("Bread 10 EUR / Milk 20 EUR / Subtotal 30 EUR / Tape 5 EUR / Glue 5 EUR / Subtotal 10 EUR / Total 40 EUR", "40"),
    ("Total due 119 EUR", "119"),
  ])
  func netAmountTaxAndTotalOfAReceiptAreNotAddedTogether(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("cash and change of a receipt are left out in many languages", arguments: [
    ("小計 ¥1,000 / 消費税 ¥100 / 合計 ¥1,100 / お預り ¥2,000 / お釣り ¥900", "1100"),
    ("Do zapłaty: 123,45 zł / Gotówka 150,00 zł / Reszta 26,55 zł", "123.45"),
    ("Bröd 20,00 SEK / Mjölk 15,00 SEK / Summa 35,00 SEK / Kontant 50,00 SEK / Tillbaka 15,00 SEK", "35"),
    ("Ekmek 20,00 TRY / Süt 15,00 TRY / TOPLAM 35,00 TRY / Nakit 50,00 TRY / Para üstü 15,00 TRY", "35"),
    ("面包 ¥20.00 / 牛奶 ¥15.00 / 合计 ¥35.00 / 现金 ¥50.00 / 找零 ¥15.00", "35"),
    ("パン 200円 / 牛乳 150円 / 合計 350円 / 現金 500円 / おつり 150円", "350"),
    ("Pão 2,00 € / Leite 1,50 € / Total 3,50 € / Dinheiro 5,00 € / Troco 1,50 €", "3.5"),
    ("Pain 2,00 € / Lait 1,50 € / Total 3,50 € / Espèces 5,00 € / Rendu 1,50 €", "3.5"),
    ("Bread 2 EUR / Milk 2 EUR / Total 4 EUR / Visa 3 EUR / Cash 1 EUR", "4"),
    ("Bread 2 EUR / Milk 2 EUR / Total 4 EUR / Cash 5 EUR / Change -1 EUR", "4"),
  ])
  func cashAndChangeOfAReceiptAreLeftOutInManyLanguages(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("a row named total is an item unless it equals the sum", arguments: [
    ("Tankstelle Total 60,00 EUR / Hotel 100,00 EUR / Taxi 20,00 EUR", "180"),
    ("Hotel 100 EUR / TOTAL fuel 60 EUR / Taxi 20 EUR", "180"), ("Hotel 100 EUR / Total 60 EUR / Taxi 20 EUR", "180"),
    ("Shoes New Balance 99.00 EUR / Socks 5.00 EUR", "104"),
    ("Gym 20 EUR / Sum insured 1000 EUR / Rent 500 EUR", "1520"),
    ("Hotel 100 EUR / Total 100 EUR / Bar 20 EUR", "120"), ("Hotel 100 EUR / Parking paid 100 EUR", "200"),
    ("Bread 2 EUR / Visa 5 EUR / Bus 3 EUR", "10"),
  ])
  func aRowNamedTotalIsAnItemUnlessItEqualsTheSum(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("a total that differs from the sum of items gets a note", arguments: [
    ("Room 100 EUR / Minibar 20 EUR / Total 119 EUR", "{total 119 not 120}"),
    ("Hotel 100 EUR / Discount 10 EUR / Total 90 EUR", "{total 90 not 110}"),
    ("Room 100 EUR / Fee 20 EUR / Deposit 50 EUR / Balance due 70 EUR", "{total 70 not 170}"),
    ("Hotel 100 EUR / TOTAL fuel 60 EUR / Taxi 20 EUR", "{counted 14..31}"),
  ])
  func aTotalThatDiffersFromTheSumOfItemsGetsANote(text: String, note: String) {
    #expect(notes(text).contains(note), "\(notes(text))")
  }

  @Test("a row that says how much was saved is left out", arguments: [
    ("Tea $4.00 / You saved $5.00 / Bun $3.00 / Total $7.00", "7"), ("Tea $4.00 / TOTAL SAVINGS $5.00", "4"),
    ("Tee 4,00 € / Sie sparen 1,00 € / Brot 3,00 €", "7"), ("Tee 4,00 € / Gespart: 1,00 €", "4"),
    ("شاي 4.00 EUR / وفّرت 1.00 EUR / خبز 3.00 EUR", "7"), ("Thé 4,00 € / Vous avez économisé 1,00 €", "4"),
    ("Tea\t4.00 EUR / You saved\t1.00 EUR", "4"), ("Tea $4.00 / You saved -$1.00", "3"),
  ])
  func aRowThatSaysHowMuchWasSavedIsLeftOut(text: String, sum: String) {
    #expect(total(text) == sum && (notes(text).contains("{saving ") || sum == "3"), "\(notes(text))")
  }

  @Test("quantities, tax classes and dates of a receipt aren't added", arguments: [
    ("2 Tea $4.00 / 1 Bun $3.00 / TOTAL $7.00", "7"), ("Tee 4,00 A / Brot 3,00 B / Summe 7,00", "7"),
    ("2 x Tea 4.00 / 1x Bun 3.00 / TOTAL 7.00", "7"), ("Hotel 3 x 100 EUR / Bus 5 EUR", "305"),
    ("A 10 EUR / B 20 EUR / Sum: 30 EUR / D 5 EUR", "35"), ("Date 2026-10-01 / Tea 4 EUR", "4"), ("Tel. +49 30 1234567 / Tea 4 EUR", "4"),
  ])
  func quantitiesTaxClassesAndDatesOfAReceiptArentAdded(text: String, sum: String) { #expect(total(text) == sum) }

  @Test("the error of a labelled row names the word after the amount", arguments: ["CR", "pp", "each"])
  func theErrorOfALabelledRowNamesTheWordAfterTheAmount(word: String) {
    #expect(Sample.reader("en_US").read("Tea $4.00 \(word)\nBun $3.00").errors.map(\.reason) == [.unknownWord(word)])
  }

  @Test("the last currency of a list isn't read as the target currency")
  func theLastCurrencyOfAListIsntReadAsTheTargetCurrency() {
    let read = Sample.reader("en_US").readQuestion("Tea 4 foo\nBun 5 USD")
    #expect(read.targets.isEmpty && !read.errors.isEmpty)
  }

  @Test("a row that begins with a day without a year is refused")
  func aRowThatBeginsWithADayWithoutAYearIsRefused() {
    #expect(!Sample.reader("en_US").read("10 Oct Tea 4 EUR\n11 Oct Bun 3 EUR").errors.isEmpty)
  }

  @Test("the balances of a bank statement are left out")
  func theBalancesOfABankStatementAreLeftOut() {
    #expect(total("Solde précédent 100 EUR / Achat 20 EUR / Nouveau solde 80 EUR") == "20")
    #expect(notes("Opening balance 100 EUR / Rent 20 EUR").contains("{balance 0..23}"))
  }

  @Test("a row with two equally likely amounts is refused", arguments: [
    "30/10/2026 Rent 500.00 EUR 1,000.00 EUR", "Rent 500.00 1,000.00 EUR", "Food $20.00 $980.00",
  ])
  func severalAmounts(text: String) {
    let read = Sample.reader("en_US").read("\(text)\nTaxi 5.00 EUR")
    #expect(read.errors.map(\.reason) == [.severalAmounts])
  }

  @Test("a row with a quantity or two currencies uses the last amount", arguments: [
    ("Milk 2 x 1.20 EUR 2.40 EUR", "2.4"), ("Amazon 20.00 USD 18.50 EUR", "18.5"), ("Fuel 40.12 l 60.00 EUR", "60"),
    ("VAT 20% 4.00 EUR", "4"),
  ])
  func aRowWithAQuantityOrTwoCurrenciesUsesTheLastAmount(text: String, sum: String) {
    #expect(total("\(text) / Taxi 0.00 EUR") == sum)
  }

  @Test("an ambiguous number is read in the number format of other rows", arguments: [
    ("3.000 EUR / 12,50 EUR", "3012.5"), ("1,20 EUR / 1.200,00 EUR / 1.200 EUR", "2401.2"),
    ("3,000 EUR / 12.50 EUR", "3012.5"), ("Rent\t3.000 EUR / Food\t12,50 EUR", "3012.5"),
    ("Rent 1.200 EUR / Food 300,- EUR / Bus 2,50 EUR", "1502.5"),
  ])
  func anAmbiguousNumberIsReadInTheNumberFormatOfOtherRows(text: String, sum: String) {
    for locale in ["en_US", "de_DE", "fr_FR"] { #expect(total(text, locale) == sum, "\(locale)") }
  }
}
