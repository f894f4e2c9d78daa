// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import KursWorkflow
import Testing

/// Declined payments, balances and totals aren't booked transactions, so their rows aren't converted.
@Suite struct UnbookedRowTests {
  private static let catalogue = CurrencyCatalogue(
    records: ["EUR", "USD", "CHF"].map { CurrencyRecord(currency: currency($0), name: $0, minorUnit: 2) },
    legalRates: [])

  private func form(_ text: String) throws -> TableForm {
    var choices = TableChoices()
    choices.columns[.to] = "EUR"
    var input = try TableContent(bytes: Array(text.replacing(" | ", with: "\n").utf8)).input()
    return try TableForm(of: &input, choices: choices, catalogue: Self.catalogue) {
      CalculationReader(symbols: $0, catalogue: Self.catalogue)
    }
  }

  @Test("a status or yes-no column shows which rows aren't booked", arguments: [
    ("Status", "Not completed"), ("Status", "Payment failed"), ("Status", "Awaiting approval"), ("Status", "Uncleared"),
    ("Status", "Transfer cancelled"), ("Status", "RÉTABLI"), ("Status", "COFNIĘTO"), ("Status", "Negata"),
    ("Status", "Removed"), ("Status", "Slettet"), ("Pending", "true"), ("Booked", "no"), ("Type", "Declined"),
    ("Type", "CARD_DECLINED"), ("Contabilizzazione", "NON CONTABILIZZATO"), ("Balance Impact", "Memo"),
    ("Auswirkung auf Guthaben", "Memo"), ("Stato", "Autorizzato"), ("State", "Authorised"),
  ])
  func aStatusOrYesNoColumnShowsWhichRowsArentBooked(heading: String, value: String) throws {
    let found = try form("Date,Amount,Currency,\(heading) | 2026-10-30,5.00,USD,\(value) | 2026-10-29,7.50,USD,Other")
    #expect(found.unbooked == [2])
  }

  @Test("a row whose status means booked is converted", arguments: [
    ("Status", "Completed"), ("Status", "Not pending"), ("Status", "No longer pending"), ("Pending", "false"),
    ("Booked", "yes"), ("Type", "Payment"), ("Contabilizzazione", "CONTABILIZZATO"), ("Balance Impact", "Debit"),
  ])
  func aRowWhoseStatusMeansBookedIsConverted(heading: String, value: String) throws {
    let found = try form("Date,Amount,Currency,\(heading) | 2026-10-30,5.00,USD,\(value) | 2026-10-29,7.50,USD,Other")
    #expect(found.unbooked.isEmpty)
  }

  @Test("a row labelled as a balance is not a transaction", arguments: [
    "Starting balance", "BALANCE", "Saldo", "Solde", "Balance at 01/10/2026", "Balance on 1 Oct",
    "Closing Balance (USD)", "Likutis pradžiai", "Apyvarta",
  ])
  func aRowLabelledAsABalanceIsNotATransaction(label: String) throws {
    let found = try form("Date,Text,Amount,Currency | 2026-10-30,Shop,-5.00,USD | 2026-10-31,\(label),100.00,USD")
    #expect(found.balances == [3])
  }

  @Test("rows of opening and closing balances are not transactions")
  func rowsOfOpeningAndClosingBalancesAreNotTransactions() throws {
    let rows = "2026-10-01,OPENING,100.00,USD | 2026-10-02,CARD,-5.00,USD | 2026-10-03,CLOSING,95.00,USD"
    #expect(try form("Date,Type,Amount,Currency | \(rows)").balances == [2, 4])
  }

  @Test("a row with the sum of the rows above is a total", arguments: [
    "Total for October", "Total October 2026", "TOTAL (USD)", "Net total", "Total amount", "Sum of all", "Total",
  ])
  func aRowWithTheSumOfTheRowsAboveIsATotal(label: String) throws {
    let rows = "2026-10-29,A,5.00,USD | 2026-10-30,B,7.50,USD"
    #expect(try form("Date,Text,Amount,Currency | \(rows) | 2026-10-31,\(label),12.50,USD").balances == [4])
    // "Total" is also the name of petrol stations. This row's amount isn't the sum, so the row is a payment.
    #expect(try form("Date,Text,Amount,Currency | \(rows) | 2026-10-31,\(label),60.00,USD").balances.isEmpty)
  }

  @Test("subtotals between rows are left out")
  func subtotalsBetweenRowsAreLeftOut() throws {
    let rows = """
      2026-10-29,A,5.00,USD | 2026-10-29,B,7.50,USD | 2026-10-29,Subtotal,12.50,USD | 2026-10-30,C,1.00,USD | \
      2026-10-30,D,2.00,USD | 2026-10-30,Subtotal,3.00,USD | 2026-10-30,Total,15.50,USD
      """
    #expect(try form("Date,Text,Amount,Currency | \(rows)").balances == [4, 7, 8])
  }
}
