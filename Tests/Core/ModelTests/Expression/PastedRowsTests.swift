// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursModel

/// Receipts and statements. Some of their rows must not be added, such as totals and cash.
@Suite struct PastedRowsTests {
  private func read(_ text: String, _ symbols: NumberSymbols = .english) -> ReadResult {
    CalculationReader(symbols: symbols, catalogue: Sample.catalogue).read(text.replacing(" / ", with: "\n"))
  }

  private func texts(_ result: ReadResult) -> [String] { result.calculation.lines.map(\.text) }

  @Test("a pasted subtotal becomes a line only if its items aren't listed", arguments: [
    ("Sous-total 10.42 EUR / TVA 20% 2.08 EUR / Total TTC 12.50 EUR", ["10.42 EUR", "2.08 EUR"]),
    ("Subtotal 100.00 USD / Tax 18.00 USD / Grand Total 118.00 USD", ["100.00 USD", "18.00 USD"]),
    ("Pad 60 EUR / Ink 40 EUR / Subtotal 100 EUR / VAT 19 EUR / Total 119 EUR", ["60 EUR", "40 EUR", "19 EUR"]),
    ("Total 100 EUR / Pad 60 EUR / Ink 40 EUR", ["60 EUR", "40 EUR"]),
  ])
  func aPastedSubtotalBecomesALineOnlyIfItsItemsArentListed(text: String, items: [String]) {
    #expect(texts(read(text)) == items)
  }

  @Test("totals, cash and change in receipts in many languages are left out", arguments: [
    "Bröd 20.00 EUR / Mjölk 15.00 EUR / Summa 35.00 EUR / Kontant 50.00 EUR / Tillbaka 15.00 EUR",
    "Ekmek 20.00 EUR / Süt 15.00 EUR / TOPLAM 35.00 EUR / Nakit 50.00 EUR / Para üstü 15.00 EUR",
    "面包 20.00 EUR / 牛奶 15.00 EUR / 合计 35.00 EUR / 现金 50.00 EUR / 找零 15.00 EUR",
    "Pão 20.00 EUR / Leite 15.00 EUR / Total 35.00 EUR / Dinheiro 50.00 EUR / Troco 15.00 EUR",
    "Хлеб 20.00 EUR / Сыр 15.00 EUR / Итого 35.00 EUR / Наличные 50.00 EUR / Сдача 15.00 EUR",
    "Tea 20.00 EUR / Bun 15.00 EUR / Total 35.00 EUR / Given 50.00 EUR / Returned 15.00 EUR",
  ])
  func totalsCashAndChangeInReceiptsInManyLanguagesAreLeftOut(text: String) {
    #expect(texts(read(text)) == ["20.00 EUR", "15.00 EUR"])
  }

  @Test("receipt rows for cash and change after the total are left out")
  func receiptRowsForCashAndChangeAfterTheTotalAreLeftOut() {
    #expect(texts(read("Do zapłaty: 123.45 EUR / Gotówka 150.00 EUR / Reszta 26.55 EUR")) == ["123.45 EUR"])
  }

  @Test("a total that differs from the sum of its items is reported", arguments: [
    ("Room 100 EUR / Minibar 20 EUR / Total 119 EUR", 119, 120),
    ("Hotel 100 EUR / Discount 10 EUR / Total 90 EUR", 90, 110),
    ("A 1 EUR / B 2 EUR / C 3 EUR / Summe 7 EUR", 7, 6), ("A 5 EUR / B 5 EUR / Gesamt 11 EUR", 11, 10),
    ("Pad 60 EUR / Ink 40 EUR / Subtotal 100 EUR / VAT 19 EUR / Total 120 EUR", 120, 119),
  ])
  func aTotalThatDiffersFromTheSumOfItsItemsIsReported(text: String, total: Int64, sum: Int64) {
    let kinds = read(text).notes.map(\.kind)
    #expect(kinds.contains(.totalDiffers(Rational(total), sum: Rational(sum))))
  }

  @Test("a total that matches its items or can't be checked isn't reported", arguments: [
    "Room 100 EUR / Minibar 20 EUR / Total 120 EUR", "Net 100 EUR / VAT 19 EUR / Total 119 EUR",
    "A 1 EUR / Balance 500 EUR", "A 5 EUR / B 5 USD / Total 11 EUR",
  ])
  func aTotalThatMatchesItsItemsOrCantBeCheckedIsntReported(text: String) {
    #expect(!read(text).notes.contains { if case .totalDiffers = $0.kind { true } else { false } })
  }

  @Test("a heading with thousands or cents scales the pasted amounts", arguments: [
    ("Item\tAmount (USD thousands) / Rent\t5", ["5 * 1000"], "5000 USD"), ("Item\tBetrag in TEUR / Rent\t5", ["5 * 1000"], "5000 EUR"),
    ("Item\tamount_cents\tcurrency / Rent\t500\tEUR", ["500 / 100"], "5 EUR"), ("Item\tAmount (pence) / Rent\t500", ["500"], "5 GBP"),
    ("Item\tAmount (p) / Rent\t500", ["500"], "5 GBP"), ("Item\tAmount in cents\tcurrency / Rent\t-500\tEUR", ["500 / 100"], "-5 EUR"),
  ])
  func aHeadingWithThousandsOrCentsScalesThePastedAmounts(text: String, items: [String], sum: String) {
    let result = read(text)
    let total = result.calculation.evaluate(rates: Sample.rates, result: result.calculation.lines[0].currency ?? .eur).total
    #expect(texts(result) == items && total?.rendered == sum)
    #expect(result.notes.contains { if case .subunitRead = $0.kind { true } else { false } })
  }

  @Test("a currency or debit/credit column is used despite an unknown cell", arguments: [
    ("Currency\tAmount / EUR\t5 / XYZ\t7", ["5 EUR"]), ("Amount\tCurrency / 5\tpence / 6\tGBp", ["0.05 GBP", "0.06 GBP"]),
    ("Currency\tAmount / Rand\t7 / EUR\t5", ["5 EUR"]), ("Date\tUSD / 2026-10-01\t5", ["5 USD"]),
    ("Amount\tD/C / 5 EUR\tD / 6 EUR\tC / 7 EUR\t?", ["-5 EUR", "6 EUR"]), ("Item\tAmount / Rand\t5 EUR", ["5 EUR"]),
    ("Item\tAmount / Tea\t5 EUR* / Bun\t4 EUR", ["4 EUR"]),
    ("Amount\tType / 5 EUR\tDebit / 6 EUR\tCredit / 7 EUR\tFee", ["-5 EUR", "6 EUR"]),
  ])
  func aCurrencyOrDebitCreditColumnIsUsedDespiteAnUnknownCell(text: String, amounts: [String]) {
    let result = read(text)
    let evaluation = result.calculation.evaluate(rates: Sample.rates, result: .eur)
    #expect(evaluation.lines.map { (try? $0.outcome.get())?.own.rendered } == amounts)
    let faults = result.notes.filter { if case .rowSkipped(.unreadable) = $0.kind { true } else { false } }
    let rows = text.split(separator: " / ").count - 1
    #expect(faults.count == rows - amounts.count)
  }

  @Test("a pasted row is left out if its date can't be read", arguments: [
    "Date\tAmount / 2026-13-45\t5 USD", "Date\tAmount / Oct 2026\t5 USD", "Datum\tBetrag / 01.10.\t5 USD",
    "Date\tAmount / 45931\t5 USD", "التاريخ\tالمبلغ / أمس\t5 USD", "31/02/2026\tTea\t5 USD", "01/10\tTea\t5 USD",
  ])
  func aPastedRowIsLeftOutIfItsDateCantBeRead(text: String) {
    let result = read("\(text) / 2026-10-01\t\(text.contains("Tea") ? "Bun\t" : "")4 USD")
    #expect(texts(result) == ["4 USD"])
    #expect(result.notes.contains { $0.kind == .rowSkipped(.unreadable(.invalidDate)) })
  }

  @Test("a labelled amount with an unread date is refused", arguments: [
    "2026-02-30 Tea 5 USD", "31.09.2026 Tea 5 USD", "05/06 Tea 5 USD", "Oct 12 Tea 5 USD", "Tea 5 USD on 2026-02-30",
    "Tea 5 USD 31.09.2026",
  ])
  func aLabelledAmountWithAnUnreadDateIsRefused(text: String) {
    for text in [text, "\(text)\n2026-10-01 Bun 4 EUR"] {
      let reasons = read(text).errors.map(\.reason)
      #expect(reasons == [.invalidDate], "\(reasons)")
    }
  }

  @Test("a date beside a labelled amount is read, 02.10.26 as 2 October", arguments: [
    "Tea 4.00 USD 2026-10-02", "Tea 4.00 USD on 2026-10-02", "02.10.26 Tea 4.00 USD", "Tea 4.00 USD 02.10.26",
    "02.10.26\tTea\t4.00 USD",
  ])
  func aDateBesideALabelledAmountIsRead021026As2October(text: String) {
    #expect(read("\(text)\nBun 3.00 USD").calculation.lines[0].day == Day(iso: "2026-10-02"))
  }

  @Test(
    "pasted amounts below a heading with an unclear factor are refused",
    arguments: ["Amount x100", "Amount * 10", "Amount (/100)"])
  func pastedAmountsBelowAHeadingWithAnUnclearFactorAreRefused(heading: String) {
    #expect(read("Item\t\(heading)\tCurrency / Rent\t500\tEUR").calculation.lines.isEmpty)
  }

  @Test("an unbooked transaction is left out, and a note shows its status", arguments: [
    ("Date\tText\tStatus\tAmount / 2026-10-05\tA\tCompleted\t5 EUR / 2026-10-06\tB\tDeclined\t7 EUR", "Declined"),
    ("Text\tStatus\tAmount / A\tSettled\t5 EUR / B\tPayment failed\t7 EUR", "Payment failed"),
    ("Text\tStatus\tAmount / A\tBooked\t5 EUR / B\tNot completed\t7 EUR", "Not completed"),
    ("Text\tPending\tAmount / A\tno\t5 EUR / B\tyes\t7 EUR", "yes"),
    ("Text\tType\tAmount / A\tCARD\t5 EUR / B\tCARD_DECLINED\t7 EUR", "CARD_DECLINED"),
    ("A\tCompleted\t5 EUR / B\tPending\t7 EUR", "Pending"),
  ])
  func anUnbookedTransactionIsLeftOutAndANoteShowsItsStatus(text: String, status: String) {
    let result = read(text)
    #expect(texts(result) == ["5 EUR"])
    #expect(result.notes.map(\.kind).contains(.rowSkipped(.notBooked(status))))
  }

  @Test("an unambiguous number decides the format of ambiguous numbers in other rows", arguments: [
    ("3.000 EUR / 12,50 EUR", "en_US", "3012.5"), ("1,20 EUR / 1.200,00 EUR / 1.200 EUR", "en_US", "2401.2"),
    ("3,000 EUR / 12.50 EUR", "de_DE", "3012.5"), ("3.000 EUR / 12.50 EUR", "en_US", "15.5"),
    ("3.000 EUR / 12,50 EUR / 1.25 EUR", "en_US", "16.75"),
  ])
  func numbers(text: String, locale: String, sum: String) throws {
    let values = read(text, NumberSymbols(posix: locale)).calculation.lines.map { try? $0.content.get() }
    let sum = try #require(Rational(text: sum))
    #expect(values.compactMap { $0?.valueWithoutRates?.amount }.reduce(.zero) { $0 + $1 } == sum)
  }
}
