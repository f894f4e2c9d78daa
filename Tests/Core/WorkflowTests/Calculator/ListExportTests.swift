// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

@Suite struct ListExportTests {
  private func export(_ events: CalculatorEvent...) throws -> ListExport {
    var machine = CalculatorSample.machine()
    machine.send(all: events)
    return ListExport(try #require(machine.finishedCalculation), catalogue: CalculatorSample.catalogue)
  }

  @Test("a list is exported with exact numbers") func aListIsATableWithExactNumbers() throws {
    let list = try export(
      .amountTyped("1000 TRY + 5500 USD / 2 - 100 EUR"), .equalsPressed, .lineNoteTyped(at: 1, "Hotel, \"Lux\""))
    #expect(
      list.csv == """
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
  func aNoteIsNoFormula(note: String) throws {
    let list = try export(.lineNoteTyped(at: 0, note))
    #expect(CSV.safe(note) == "'" + note)
    #expect(!list.csv.contains(",\(note)"))
  }

  @Test("exported text uses the user's number format") func asTextItIsReadInThePersonsNumbers() throws {
    let list = try export(
      .amountTyped("1000 TRY + 5500 USD / 2 - 100 EUR"), .equalsPressed, .lineNoteTyped(at: 1, "Hotel"))
    #expect(
      list.text(NumberFormat(NumberSymbols(posix: "de_DE"))) == """
        1000 TRY = 20,00\u{A0}EUR
        + 5500 / 2 USD = 2.200,00\u{A0}EUR · Hotel
        - 100 EUR = -100,00\u{A0}EUR
        = 2.120,00\u{A0}EUR
        = 2.650,00\u{A0}USD
        = 1.696,00\u{A0}GBP
        = 339.200\u{A0}JPY

        """)
  }

  @Test("a single amount is exported without a total") func oneAmountNeedsNoTotal() throws {
    let list = try export(.amountTyped("2*19.90"))
    #expect(
      list.text(NumberFormat(.english)) == """
        2*19.90 EUR = EUR\u{A0}39.80
        = USD\u{A0}49.75
        = GBP\u{A0}31.84
        = JPY\u{A0}6,368

        """)
    #expect(list.fileName(today: day("2026-11-21")) == "kurs-2026-11-21")
  }

  @Test("a calculated amount keeps its currency in the text") func aComputedAmountKeepsItsCurrencyInTheText() throws {
    let list = try export(
      .amountTyped("50"), .lineAdded(after: nil, sign: .minus), .amountTyped("2*50"), .sourceChosen(.gbp),
      .equalsPressed)
    #expect(
      list.text(NumberFormat(.english)).hasPrefix(
        """
        50 EUR = EUR\u{A0}50.00
        - 100.00 GBP = EUR\u{A0}-125.00
        """))
  }

  @Test("a list without a total is not exported") func aListWithoutATotalIsNoFile() {
    var machine = CalculatorSample.machine()
    _ = machine.send(.amountTyped("5 apples"))
    #expect(machine.finishedCalculation == nil)
  }
}
