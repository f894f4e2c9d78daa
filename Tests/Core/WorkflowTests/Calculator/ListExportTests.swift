// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct ListExportTests {
  private func export(_ events: CalculatorEvent...) throws -> ListExport {
    var machine = CalculatorSample.machine()
    machine.send(all: events)
    let today = CalculatorSample.today
    _ = machine.ratesLoaded(Resolver(CalculatorSample.newest), on: today, today: today)
    return ListExport(try #require(machine.finishedCalculation))
  }

  @Test("a list is exported as CSV with exact numbers") func aListIsExportedAsCSVWithExactNumbers() throws {
    let list = try export(
      .amountTyped("1000 TRY + 5500 USD / 2 - 100 EUR"), .equalsPressed, .lineNoteTyped(at: 1, "Hotel, \"Lux\""))
    #expect(
      list.csv() == """
        kind,text,amount,currency,in_EUR,rate,rate_day,provider,day,note\r
        line,1000,1000,TRY,20,0.02,2026-10-30,ecb,,\r
        line,5500 / 2,2750,USD,2200,0.8,2026-10-30,ecb,,"Hotel, ""Lux\"""\r
        line,-100,-100,EUR,-100,,,,,\r
        total,,2120,EUR,2120,,,,,\r
        result,,2650,USD,,1.25,2026-10-30,ecb,,\r
        result,,1696,GBP,,0.8,2026-10-30,ecb,,\r
        result,,339200,JPY,,160,2026-10-30,ecb,,\r

        """)
  }

  @Test("a note is never exported as a formula", arguments: ["=HYPERLINK(\"x\")", "@SUM(1)", "+cmd", "-2+3"])
  func aNoteIsNeverExportedAsAFormula(note: String) throws {
    let list = try export(.lineNoteTyped(at: 0, note))
    #expect(CSV.safe(note) == "'" + note)
    #expect(!list.csv().contains(",\(note)"))
  }

  private static let headings = ListExport.Headings(
    note: "Note", amount: "Amount", currency: "Currency", day: "Date", total: "Total")

  @Test("with decimal commas, the CSV file has semicolons between its fields")
  func withDecimalCommasTheCSVFileHasSemicolonsBetweenItsFields() throws {
    let list = try export(.amountTyped("1000 TRY - 2.5 EUR"), .equalsPressed, .lineNoteTyped(at: 1, "a; b, c"))
    let rows = list.csv(.comma).split(separator: "\r\n")
    #expect(
      rows.prefix(5) == [
        "kind;text;amount;currency;in_EUR;rate;rate_day;provider;day;note",
        "line;1000;1000;TRY;20;0,02;2026-10-30;ecb;;",
        "line;-2.5;-2,5;EUR;-2,5;;;;;\"a; b, c\"", "total;;17,5;EUR;17,5;;;;;",
        "result;;21,875;USD;;1,25;2026-10-30;ecb;;",
      ])
  }

  @Test("a copied list is a table of notes, amounts, currencies and dates")
  func aCopiedListIsATableOfNotesAmountsCurrenciesAndDates() throws {
    let list = try export(
      .amountTyped("1000 TRY + 5500 USD / 2 - 100 EUR"), .equalsPressed, .lineNoteTyped(at: 1, "Hotel\t\"Lux\" <b>"),
      .lineNoteTyped(at: 2, "=1+1"), .lineDayChosen(at: 2, day("2026-10-30")))
    let table = list.table(Self.headings)
    #expect(
      table.text(NumberSymbols(posix: "de_DE")) == """
        Note\tAmount\tCurrency\tDate\tTotal EUR
        \t1000\tTRY\t\t20
        Hotel "Lux" <b> · 5500 / 2\t2750\tUSD\t\t2200
        '=1+1\t-100\tEUR\t2026-10-30\t-100
        Total\t2120\tEUR\t\t
        Total\t2650\tUSD\t\t
        Total\t1696\tGBP\t\t
        Total\t339200\tJPY\t\t

        """)
    let html = table.html(NumberSymbols(posix: "de_DE"))
    #expect(html.contains("<td sdnum=\"1033;1033;@\">=1+1</td>"))
    #expect(html.contains("<td sdnum=\"1033;1033;@\">Hotel \"Lux\" &lt;b&gt; · 5500 / 2</td>"))
    #expect(html.contains("<td align=\"right\" sdval=\"46325\" sdnum=\"1033;1033;YYYY-MM-DD\">2026-10-30</td>"))
  }

  @Test(
    "copied numbers have the locale's decimal separator and no group separators",
    arguments: [
      ("en_US", "1234.5"), ("de_DE", "1234,5"), ("de_CH", "1234.5"), ("fr_FR", "1234,5"), ("en_IN", "1234.5"),
      ("ar_EG", "1234.5"),
    ])
  func numbers(locale: String, amount: String) throws {
    let table = try export(.amountTyped("1234.5")).table(Self.headings)
    #expect(table.text(NumberSymbols(posix: locale)).hasPrefix("Note\tAmount\tCurrency\n\t\(amount)\tEUR\n"))
    #expect(table.html(NumberSymbols(posix: locale)).contains("sdval=\"1234.5\" sdnum=\"1033;\">\(amount)<"))
  }

  @Test("no row of a copied list is a spreadsheet formula", arguments: ["=A1", "+cmd", "-2+3", "@SUM(1)", "=\t1"])
  func noRowOfACopiedListIsASpreadsheetFormula(note: String) throws {
    let table = try export(.amountTyped("2*19.90 - 5"), .equalsPressed, .lineNoteTyped(at: 0, note)).table(
      Self.headings)
    for row in table.text(.english).split(separator: "\n") {
      #expect(!"=+-@".contains(row.first ?? "="))
    }
  }

  @Test("an amount with a percentage is copied as its calculated value")
  func anAmountWithAPercentageIsCopiedAsItsCalculatedValue() throws {
    let table = try export(.amountTyped("200 EUR - 10%"), .equalsPressed).table(Self.headings)
    let rows = table.text(.english).split(separator: "\n")
    #expect(rows.contains { $0.hasSuffix("\t180\tEUR") }, "\(rows)")
  }

  @Test("the file name of an exported list contains the current date")
  func theFileNameOfAnExportedListContainsTheCurrentDate() throws {
    #expect(try export(.amountTyped("2*19.90")).fileName(today: day("2026-11-21")) == "kurs-2026-11-21")
  }

  @Test("a list with an error is not exported") func aListWithAnErrorIsNotExported() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped("5 apples"))
    #expect(machine.finishedCalculation == nil)
  }
}
