// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursItems
import KursModel
import Testing

@testable import KursWorkflow

/// Tests the rows that are read from a table, or the reason why the table is refused.
@Suite struct TableReadingTests {
  private let folder = TemporaryFolder()

  private func read(
    _ text: String, german: Bool = false, american: Bool = false, today: String? = nil
  ) throws -> (form: TableForm, rows: [String]) {
    let core = try Core(environment(folder))
    var choices = TableChoices()
    choices.columns[.to] = "JPY"
    if german { choices.locale = NumberSymbols(posix: "de_DE") }
    (choices.putsMonthFirst, choices.today) = (american, today.map { day($0) })
    let content = try TableContent(bytes: Array(text.replacing("|", with: "\n").utf8))
    var input = try content.input()
    let form = try TableForm(of: &input, choices: choices, catalogue: core.catalogue) {
      CalculationReader(symbols: $0, catalogue: core.catalogue)
    }
    var cells = TableCells(
      form, reader: CalculationReader(symbols: form.symbols, catalogue: core.catalogue), catalogue: core.catalogue)
    input = try content.input()
    input.separate(by: form.separator)
    var (rows, found) = (TableRows(form), [String]())
    while try input.advance() {
      switch rows.role(of: input) {
      case .row:
        switch cells.read(input) {
        case .success(let row): found.append("\(row.amount.exactText()) \(row.key.from)")
        case .failure: found.append("error")
        }
      case .otherHead: found.append("other table")
      default: break
      }
    }
    return (form, found)
  }

  private func choice(_ text: String) -> TableFault? {
    do {
      _ = try read(text)
      return nil
    } catch { return error as? TableFault }
  }

  // MARK: Scales

  @Test("a line above a table, such as EUR 000s, multiplies the amounts", arguments: [
    ("(USD in millions)", 6), ("Dollars in thousands", 3), ("₹ in crore", 7), ("(Rs. in lakhs)", 5), ("TEUR", 3),
    ("En milliers d'euros", 3), ("(en millions d'euros)", 6), ("en miles de euros", 3), ("w tys. zł", 3),
    ("v tis. Kč", 3), ("тыс. руб.", 3), ("Valores em milhares de reais", 3), ("R$ mil", 3), ("Belopp i tkr", 3),
    ("Beløb i 1.000 kr", 3), ("Alle bedragen x € 1.000", 3), ("bedragen in duizenden euro", 3), ("Bin TL", 3),
    ("單位：新台幣千元", 3), ("Einheit: Mrd. EUR", 9), ("EUR 000s", 3), ("(million CHF)", 6), ("Unit: thousand USD", 3),
  ])
  func aLineAboveATableSuchAsEUR000sMultipliesTheAmounts(line: String, power: Int) throws {
    let found = try read("\(line)||Date;Amount;Currency|2026-10-30;2;USD")
    #expect(found.form.scale == power, "\(line)")
  }

  @Test("other lines above a table don't change the scale of amounts", arguments: [
    "Miles & More", "Miles", "Balance: EUR 1,000.00", "EUR 1,000", "Thousand Oaks Bank", "Mio Conto", "Mr. Bin",
    "Betrag 1000 EUR", "5 million customers", "Tausend", "Konto k EUR", "Account: 1000",
  ])
  func otherLinesAboveATableDontChangeTheScaleOfAmounts(line: String) throws {
    #expect(try read("\(line)||Date;Amount;Currency|2026-10-30;2;USD").form.scale == 0, "\(line)")
  }

  @Test(
    "a heading that ends in x1000 multiplies the column's amounts",
    arguments: ["Betrag x1000", "Amount 000s", "Amount x 1,000"])
  func scaleOfHeading(heading: String) throws {
    #expect(try read("Date;\(heading);Currency|2026-10-30;2;USD").rows == ["2000 USD"])
  }

  // MARK: Currencies

  @Test("a column such as Price currency doesn't set the amount's currency", arguments: [
    "Instrument currency", "Security currency", "Listing currency", "Price currency", "Tax currency", "Loan currency",
    "Destination currency", "Rate currency", "Gebührenwährung", "Notierungswährung", "Devise cotation",
    "Valuta titolo", "Waluta instrumentu", "Symbol", "Country", "Shop", "Airport",
  ])
  func aColumnSuchAsPriceCurrencyDoesntSetTheAmountsCurrency(heading: String) {
    let rows = "2026-10-30,5,USD|2026-10-28,6,CHF"
    #expect(choice("Date,Amount,\(heading)|\(rows)") == .unclear(.from, among: [heading]))
    #expect(choice("Account currency,EUR||Date,Amount,\(heading)|\(rows)") == nil)
  }

  @Test("a column of account or transaction currency sets the amount's currency", arguments: [
    "Account currency", "Transaction currency", "Booking currency", "Payment Currency", "Billing currency",
    "Kontowährung", "Buchungswährung", "Zahlungswährung", "Devise du compte", "Moneda de la operación", "Ccy", "",
    "currencyCode", "Amount Currency",
  ])
  func aColumnOfAccountOrTransactionCurrencySetsTheAmountsCurrency(heading: String) throws {
    #expect(try read("Date,Amount,\(heading)|2026-10-30,5,USD|2026-10-28,6,CHF").rows == ["5 USD", "6 CHF"])
  }

  @Test("people's names are not read as currencies", arguments: [
    ("From", "Ron", "Bob"), ("From", "USD", "Bob"), ("Who", "Ron", "Cup"), ("Seller", "Pen", "Rand"),
  ])
  func names(heading: String, one: String, other: String) {
    #expect(choice("Date,\(heading),Amount|2026-10-28,\(one),10.00|2026-10-28,\(other),7.00") != nil)
  }

  @Test("the account's currency decides the meaning of an ambiguous currency sign")
  func theAccountsCurrencyDecidesTheMeaningOfAnAmbiguousCurrencySign() throws {
    let found = try read("Account currency,CAD||Date,Amount|2026-10-30,$1.00|2026-10-28,$2.00")
    #expect(found.rows == ["1 CAD", "2 CAD"] && found.form.sharedSigns.isEmpty)
    #expect(try read("Account currency,EUR||Date,Amount|2026-10-30,$1.00").rows == ["1 USD"])
  }

  @Test("a billed and a transaction amount in one row require a choice")
  func aBilledAndATransactionAmountInOneRowRequireAChoice() {
    let text = "Date,Transaction Amount,Transaction Currency,Billing Amount,Billing Currency|2026-10-30,100,USD,89,EUR"
    #expect(choice(text) == .unclear(.amount, among: ["Transaction Amount", "Billing Amount"]))
  }

  @Test("with several currency columns, the column before an amount is used")
  func withSeveralCurrencyColumnsTheColumnBeforeAnAmountIsUsed() throws {
    let rows = "2026-10-28,USD,10.00,EUR,1.00|2026-10-29,USD,5.00,EUR,1.00"
    #expect(try read("Date,Currency,Amount,Currency,Fee|\(rows)").rows == ["10 USD", "5 USD"])
  }

  @Test("columns with the same name are distinguished by their numbers")
  func columnsWithTheSameNameAreDistinguishedByTheirNumbers() {
    let text = "Date,Amount,Amount,Currency|2026-10-28,10.00,3.00,USD|2026-10-29,5.00,4,USD"
    #expect(choice(text) == .unclear(.amount, among: ["2: Amount", "3: Amount"]))
  }

  @Test("rows of a second account in a file are not converted", arguments: [
    "Currency: USD|Date,Text,Amount|2026-10-30,a,1||Currency: GBP|Date,Text,Amount|2026-10-28,b,2",
    "Currency: USD|Date,Text,Amount|2026-10-30,a,1|Currency: GBP|2026-10-28,b,2",
    "Konto,CH1 USD|Datum,Text,Betrag|2026-10-30,a,1||Konto,CH2 GBP|Datum,Text,Betrag|2026-10-28,b,2|2026-10-27,c,3",
    "Währung,USD|Datum,Text,Betrag|2026-10-30,a,1|Währung,GBP,|2026-10-28,b,2",
    "Account: 1|All amounts in USD|Date,Text,Amount|2026-10-30,a,1|Account: 2,,|Date,Text,Amount|2026-10-28,b,2",
  ])
  func rowsOfASecondAccountInAFileAreNotConverted(text: String) throws {
    #expect(try read(text).rows == ["1 USD", "other table"])
  }

  // MARK: Amounts and days

  @Test("numbers that aren't money, such as hours, don't count as amounts", arguments: [
    "Phone", "Hours", "Discount %", "Rating", "Weight (kg)", "Zip", "Menge", "Distance km",
  ])
  func counts(heading: String) {
    #expect(choice("Date,\(heading),Currency|2026-10-28,5551234,USD|2026-10-28,44,USD") != nil)
  }

  @Test("columns of account numbers aren't read as debits and credits", arguments: [
    "Date,Debit account,Credit account,Amount,Currency|2026-10-30,1200,8400,5,USD",
    "Datum,Konto Soll,Konto Haben,Betrag,Währung|2026-10-30,1200,8400,5,USD",
    "Date,Compte débit,Compte crédit,Montant,Devise|2026-10-30,512,411,5,USD",
  ])
  func columnsOfAccountNumbersArentReadAsDebitsAndCredits(text: String) throws {
    #expect(try read(text).rows == ["5 USD"])
  }

  @Test("a column that may scale the amounts causes a note", arguments: [
    "Scale", "Multiplier", "Exponent", "Decimals", "Unit",
  ])
  func aColumnThatMayScaleTheAmountsCausesANote(heading: String) throws {
    let found = try read("Date,Amount,Currency,\(heading)|2026-10-30,64.59,USD,1000").form
    #expect(found.possibleFactor == 3 && found.hasAmbiguities)
    #expect(try read("Date,Amount,Currency,\(heading)|2026-10-30,64.59,USD,1").form.possibleFactor == nil)
  }

  @Test("a heading such as Amount x100 requires a choice", arguments: ["Amount x100", "Amount (x10)", "Amount/100", "Amount * 100"])
  func aHeadingSuchAsAmountX100RequiresAChoice(heading: String) throws {
    #expect(throws: TableFault.unclear(.amount, among: [heading])) { try read("Date,\(heading),Currency|2026-10-30,500,USD") }
    #expect(try read("Date,Amount (max100),Currency|2026-10-30,500,USD").rows == ["500 USD"])
  }

  @Test("a price next to a quantity causes a note")
  func aPriceNextToAQuantityCausesANote() throws {
    #expect(try read("Date,Qty,Price,Currency|2026-10-28,3,5.00,USD").form.possibleFactor == 1)
    #expect(try read("Date,Qty,Amount,Currency|2026-10-28,3,5.00,USD").form.possibleFactor == nil)
  }

  @Test("two different dates in a row require a choice", arguments: [
    ("Transaction date", "Completion date"), ("Data transakcji", "Data rozliczenia"), ("Created", "Paid"),
    ("Invoice date", "Payment date"), ("Booking date", "Execution day"),
  ])
  func twoDifferentDatesInARowRequireAChoice(one: String, other: String) throws {
    let rows = "2026-10-28,2026-10-30,5,USD|2026-10-26,2026-10-29,7,USD"
    #expect(choice("\(one),\(other),Amount,Currency|\(rows)") == .unclear(.day, among: [one, other]))
    #expect(choice("\(one),\(other),Amount,Currency|2026-10-28,2026-10-28,5,USD") == nil)
  }

  @Test("a due date or value date beside the date requires no choice", arguments: [
    ("Date", "Due date"), ("Invoice date", "Due date"), ("Buchungstag", "Valuta"),
    ("Transaction date", "Settlement date"),
  ])
  func aDueDateOrValueDateBesideTheDateRequiresNoChoice(one: String, other: String) throws {
    let rows = "2026-10-28,2026-10-30,5,USD|2026-10-26,2026-10-29,7,USD"
    #expect(try read("\(one),\(other),Amount,Currency|\(rows)").form.column(.day) == 0)
  }

  // MARK: Formats

  @Test("unambiguous dates in the file decide the order of day and month", arguments: [
    "Transaction Date,Post Date,Amount,Currency|10/09/2026,10/13/2026,5,USD|10/08/2026,10/09/2026,5,USD",
    "Period: 10/01/2026 - 10/31/2026||Date,Amount,Currency|10/09/2026,5,USD|10/08/2026,5,USD",
    "Date,Value date,Amount,Currency|10/09/2026,2026-10-09,5,USD|10/08/2026,2026-10-08,5,USD",
    "Date,Created at,Amount,Currency|10/09/2026,2026-10-10,5,USD|10/08/2026,2026-10-09,5,USD",
    "From 09/30/2026 to 10/31/2026||Date,Amount,Currency|10/09/2026,5,USD",
  ])
  func order(text: String) throws {
    let form = try read(text).form
    #expect(form.dates == .monthFirst && !form.isMonthAmbiguous)
  }

  @Test("dates in another format don't decide the order of day and month", arguments: [
    "Date,Text,Amount,Currency|10/09/2026,13.10.2026,5,USD",
    "Printed 10-31-2026||Date,Amount,Currency|10/09/2026,5,USD",
    "Date,Value date,Amount,Currency|10/09/2026,2026-09-10,5,USD", "Date,Amount,Currency|10/09/2026,5,USD",
  ])
  func datesInAnotherFormatDontDecideTheOrderOfDayAndMonth(text: String) throws {
    #expect(try read(text).form.dates == .dayFirst)
  }

  @Test("an ambiguous date is read as past, not as future")
  func future() throws {
    let text = "Date,Amount,Currency|09/12/2026,5,USD|10/12/2026,5,USD"
    let found = try read(text, today: "2026-11-27").form
    #expect(found.dates == .monthFirst && found.isMonthAmbiguous)
    #expect(try read(text, today: "2026-12-27").form.dates == .dayFirst)
    let american = try read("Date,Amount,Currency|12/09/2026,5,USD", american: true, today: "2026-11-27").form
    #expect(american.dates == .dayFirst)
  }

  @Test("unambiguous numbers in other columns decide the decimal separator", arguments: [
    ("Date;Amount;Balance;Currency|2026-10-30;1.234;10.234,50;EUR|2026-10-28;5.678;11.468,50;EUR", false, "1234 EUR"),
    ("Date;Amount;Balance;Currency|2026-10-30;1,234;10,234.50;EUR|2026-10-28;5,678;11,468.50;EUR", true, "1234 EUR"),
    ("Date;Amount;Fee;Currency|2026-10-30;1.000;0.25;EUR", true, "1 EUR"),
    ("Date;Amount;Fee;Currency|2026-10-30;1,000;0,25;EUR", false, "1 EUR"),
    ("Date;Debit;Credit;Balance;Currency|2026-10-30;;1.500;2.000,10;EUR|2026-10-29;2.500;;9,10;EUR", false, "1500 EUR"),
  ])
  func unambiguousNumbersInOtherColumnsDecideTheDecimalSeparator(text: String, german: Bool, first: String) throws {
    #expect(try read(text, german: german).rows.first == first)
  }
}
