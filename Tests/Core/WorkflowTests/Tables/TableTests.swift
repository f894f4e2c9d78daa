// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import KursWorkflow
import Testing

/// A table is split into fields correctly even if it arrives in pieces. The table's first rows determine its format.
@Suite struct TableTests {
  private static let catalogue = CurrencyCatalogue(
    records: ["EUR", "USD", "CHF"].map { CurrencyRecord(currency: currency($0), name: $0, minorUnit: 2) },
    legalRates: [])

  private func records(_ text: String, pieces size: Int, separator: Character = ",") throws -> [[String]] {
    var rest = Array(text.utf8)[...]
    var input = try TableInput {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    input.separate(by: separator.asciiValue ?? 0)
    var records: [[String]] = []
    while try input.advance() { records.append(input.fields.indices.compactMap { input.text($0) }) }
    return records
  }

  @Test("reading a table in pieces of any size gives equal results", arguments: 1...24)
  func readingATableInPiecesOfAnySizeGivesEqualResults(size: Int) throws {
    let text = "a,b\r\n\"x,\"\"y\"\"\nz\",5\" pipe\n\nlast,"
    #expect(try records(text, pieces: size) == [["a", "b"], ["x,\"y\"\nz", "5\" pipe"], [""], ["last", ""]])
  }

  @Test("a row longer than the buffer is read completely", arguments: 1...40)
  func aRowLongerThanTheBufferIsReadCompletely(thousands: Int) throws {
    let long = String(repeating: "é", count: thousands * 1_000)
    #expect(try records("\(long),1\n\(long),2", pieces: 4_096) == [[long, "1"], [long, "2"]])
  }

  private func form(_ text: String, _ change: (inout TableChoices) -> Void = { _ in }) throws -> TableForm {
    var choices = TableChoices()
    choices.columns[.to] = "EUR"
    change(&choices)
    var input = try TableContent(bytes: Array(text.utf8)).input()
    return try TableForm(of: &input, choices: choices, catalogue: Self.catalogue) {
      CalculationReader(symbols: $0, catalogue: Self.catalogue)
    }
  }

  @Test("a table's separator, date order and decimal separator are recognised", arguments: [
    ("date,amount,currency\n2026-01-02,1.5,USD", ",", 1, DateOrder.yearFirst, "."),
    ("Datum;Betrag;Währung\n2.1.2026;1.234,5;USD", ";", 1, .dayFirst, ","),
    ("currency\tamount\tdate\nUSD\t-3\t12/31/2026", "\t", 1, .monthFirst, "."),
    ("20260102|USD|7", "|", 2, .yearFirst, "."),
    ("2026-01-02T10:00:00Z;USD;1,50\n2026-01-03 11:00;USD;2,25", ";", 2, .yearFirst, ","),
    ("what,when,how much\nUSD,03/04/2026,1.25\nCHF,13/04/2026,2", ",", 2, .dayFirst, "."),
  ])
  func theFormIsRecognised(text: String, separator: String, amount: Int, dates: DateOrder, decimal: String) throws {
    let form = try form(text)
    #expect(String(decoding: [form.separator], as: UTF8.self) == separator)
    #expect((form.amount, form.dates, String(form.symbols.decimal)) == (amount, dates, decimal))
    #expect(form.column(.from) != nil && form.column(.day) != nil && !form.isMonthAmbiguous)
  }

  @Test("ambiguous dates use the user's order of day and month")
  func ambiguousDatesUseTheUsersOrderOfDayAndMonth() throws {
    let text = "date,amount,currency\n03/04/2026,1,USD"
    #expect(try form(text).dates == .dayFirst)
    let american = try form(text) { $0.putsMonthFirst = true }
    #expect(american.dates == .monthFirst && american.isMonthAmbiguous)
  }

  @Test("a table with unclear columns is refused", arguments: [
    ("a,b\n1,2", TableFault.unclear(.amount, among: ["a", "b"])),
    ("amount\n5", .noCurrency),
    ("date 1,date 2,amount,currency\n2026-01-02,2026-01-03,5,USD", .unclear(.day, among: ["date 1", "date 2"])),
  ])
  func aTableWithUnclearColumnsIsRefused(text: String, fault: TableFault) {
    #expect(throws: fault) { try form(text) }
  }

  @Test("a column of date rules is found by its name") func aColumnOfDateRulesIsFoundByItsName() throws {
    let text = "date,amount,currency,rule\n2026-01-02,1,USD,\n2026-01-02,1,USD,Before\n"
    let found = try form(text)
    #expect(found.column(.rule) == 3 && found.rule == nil)
    let chosen = try #require(NamedRule("eu-oss"))
    #expect(try form(text) { $0.columns[.rule] = .rule(chosen) }.rule == chosen)
    // A column called "rule" that contains other words isn't a column of date rules.
    #expect(try form(text.replacing("Before", with: "groceries")).column(.rule) == nil)
    #expect(try form(text) { $0.columns[.rule] = .nowhere }.column(.rule) == nil)
    #expect(throws: TableFault.noColumn("x", among: ["date", "amount", "currency", "rule"])) {
      try form(text) { $0.columns[.rule] = "x" }
    }
  }

  @Test("a name of both a column and a currency selects the column")
  func aNameOfBothAColumnAndACurrencySelectsTheColumn() throws {
    let fixed = try form("amount\n5") { $0.columns[.from] = "USD" }
    guard case .fixed(currency("USD")) = fixed.from else { return #expect(Bool(false)) }
    #expect(try form("amount,USD\n5,CHF") { $0.columns[.from] = "USD" }.column(.from) == 1)
  }
}
