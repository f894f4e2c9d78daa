// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import KursWorkflow
import Testing

/// Amounts are negative if a column, a word or a heading shows that they are debits. Unclear cases cause a note.
@Suite struct TableSignTests {
  private static let catalogue = CurrencyCatalogue(
    records: ["EUR", "USD", "CHF"].map { CurrencyRecord(currency: currency($0), name: $0, minorUnit: 2) },
    legalRates: [])

  private func form(_ text: String, amount: String? = nil) throws -> TableForm {
    var choices = TableChoices()
    choices.columns[.to] = "EUR"
    if let amount { choices.columns[.amount] = .typed(amount) }
    var input = try TableContent(bytes: Array(text.replacing(" | ", with: "\n").utf8)).input()
    return try TableForm(of: &input, choices: choices, catalogue: Self.catalogue) {
      CalculationReader(symbols: $0, catalogue: Self.catalogue)
    }
  }

  @Test("words for incoming and outgoing payments decide the amounts' signs", arguments: [
    ("Payment", "Deposit"), ("Spent", "Received"), ("Dépense", "Revenu"), ("Payé", "Reçu"), ("Giden", "Gelen"),
    ("Wychodzące", "Przychodzące"), ("Abbuchung", "Einzahlung"), ("Abgang", "Zugang"), ("-1", "1"), ("WD", "DP"),
    ("DEBIT_CARD", "DIRECT_CREDIT"), ("خصم", "إيداع"), ("Ut", "Inn"), ("Aus", "Ein"), ("outflow", "inflow"), ("RC", "RD"),
    ("OUTBOUND", "INBOUND"), ("→", "←"), ("Egress", "Ingress"), ("支出", "収入"),
  ])
  func wordsForIncomingAndOutgoingPaymentsDecideTheAmountsSigns(out: String, into: String) throws {
    let found = try form("Date;Type;Amount;Currency | 2026-10-30;\(out);9,50;USD | 2026-10-28;\(into);5,00;USD")
    #expect(found.direction == 1 && !found.hasAmbiguities)
  }

  @Test("if no amount has a minus, unknown words give a note", arguments: [
    ("Type", "Charge", "Refund"), ("Type", "A", "B"), ("Umsatzart", "Lastschrift", "Überweisung"),
    ("Direction", "North", "South"), ("Type", "Payment", "Refund"), ("Borç/Alacak", "B", "A"), ("Retning", "X", "Y"),
    ("Movement", "Up", "Down"), ("الحركة", "أ", "ب"), ("Transaction", "Charge", "Refund"),
  ])
  func ifNoAmountHasAMinusUnknownWordsGiveANote(heading: String, one: String, other: String) throws {
    let rows = "Date;\(heading);Amount;Currency | 2026-10-30;\(one);9,50;USD | 2026-10-28;\(other);5,00;USD"
    let found = try form(rows)
    #expect(found.direction == nil && found.possibleDirection == 1)
    #expect(try form("\(rows) | 2026-10-27;\(one);-1,00;USD").possibleDirection == nil)
  }

  @Test("the words debit and credit in unrelated columns don't set signs", arguments: [
    "Payment Type", "Payment Method", "Tender Type", "Account type", "Size", "Grade", "Flight", "Location",
  ])
  func theWordsDebitAndCreditInUnrelatedColumnsDontSetSigns(heading: String) throws {
    let found = try form("Date;\(heading);Amount;Currency | 2026-10-30;Debit;9,5;USD | 2026-10-28;Credit;5,1;USD")
    #expect(found.direction == nil)
  }

  @Test("a minus taken from a column with an unknown heading is noted", arguments: [
    ("Side", "S", "H"), ("Letter", "D", "C"), ("Way", "Outgoing", "Incoming"),
  ])
  func signsFromAColumnWithAnUnknownNameCauseANote(heading: String, out: String, into: String) throws {
    let found = try form("Date;\(heading);Amount;Currency | 2026-10-30;\(out);9,5;USD | 2026-10-28;\(into);5,1;USD")
    #expect(found.isDirectionAssumed && found.hasAmbiguities)
  }

  @Test("amounts in a single column of debits are negative")
  func amountsInASingleColumnOfDebitsAreNegative() throws {
    #expect(try form("Date;Debit;Credit;Currency | 2026-10-30;12,50;;USD", amount: "Debit").hasOnlyDebits)
    #expect(try form("Date;Debit;Currency | 2026-10-30;12,50;USD").hasOnlyDebits)
    #expect(try !form("Date;Debit;Currency | 2026-10-30;-12,50;USD").hasOnlyDebits)
    #expect(try !form("Date;Credit;Currency | 2026-10-30;12,50;USD").hasOnlyDebits)
  }

  @Test("two columns with opposite names are read as debits and credits", arguments: [
    ("Payments", "Receipts"), ("Outgoing", "Incoming"), ("Amount (Debit)", "Amount (Credit)"), ("Paid", "Received"),
    ("Cash out", "Cash in"), ("Auszahlung", "Einzahlung"), ("Sorties", "Entrées"), ("Gastos", "Ingresos"),
    ("Wypłaty", "Wpłaty"), ("Kiadás", "Bevétel"), ("Gider", "Gelir"), ("السحوبات", "الإيداعات"), ("支出", "収入"),
  ])
  func twoColumnsWithOppositeNamesAreReadAsDebitsAndCredits(out: String, into: String) throws {
    let found = try form("Date;\(into);\(out);Currency | 2026-10-30;12,50;;USD | 2026-10-30;;5,00;USD")
    #expect(found.debit == 2 && found.amount == 1)
  }

  @Test("two columns can be chosen as debits and credits")
  func twoColumnsCanBeChosenAsDebitsAndCredits() throws {
    let found = try form("Date;A, B;C;Currency | 2026-10-30;12,50;;USD | 2026-10-30;;5,00;USD", amount: "A, B,C")
    #expect(found.debit == 1 && found.amount == 2)
  }
}
