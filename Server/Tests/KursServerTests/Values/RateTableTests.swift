// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct RateTableTests {
  @Test("a rate table may have columns in any order and additional columns")
  func aRateTableMayHaveColumnsInAnyOrderAndAdditionalColumns() throws {
    let csv =
      "\u{FEFF}value,Quote,note,base,date,unit\r\n1.0856,USD,x,EUR,2026-11-20,1\r\n\r\n\"58.10\" , JPY,,CHF,2026-11-20,100"
    #expect(
      try RateTable(csv: Array(csv.utf8)).rates == [
        TeamRate(day: try day("2026-11-20"), base: "EUR", quote: "USD", unit: 1, value: "1.0856"),
        TeamRate(day: try day("2026-11-20"), base: "CHF", quote: "JPY", unit: 100, value: "58.10"),
      ])
  }

  @Test("a rate table with one faulty line is refused", arguments: [
      ("date,base,quote\n", 1), ("", 1),
      ("date,base,quote,value\n2026-11-20,EUR,USD,1.1\n2026-02-30,EUR,USD,1.1", 3),
      ("date,base,quote,value\n2026-11-20,EUR,EUR,1.1", 2), ("date,base,quote,value\n2026-11-20,EUR,USD,0.00", 2),
      ("date,base,quote,value\n2026-11-20,EUR,USD,-1", 2), ("date,base,quote,value\n2026-11-20,EUR,USD,1.", 2),
      ("date,base,quote,value\n2026-11-20,EUR,USD,1e3", 2), ("date,base,quote,value\n2026-11-20,EUR,USD", 2),
      ("date,base,quote,value\n2026-11-20,EUR,USD,1,085", 2), ("date,base,quote,value\n2026-11-20,eur,USD,1", 2),
      ("date,base,quote,value,unit\n2026-11-20,EUR,USD,1,0", 2),
      ("date,base,quote,value\n2026-11-20,EUR,USD,1\n2026-11-20,EUR,USD,1", 3),
    ])
  func aRateTableWithOneFaultyLineIsRefused(csv: String, line: Int) {
    #expect(throws: Refusal(.ratesMalformed, .init(line: line))) { try RateTable(csv: Array(csv.utf8)) }
  }

  @Test("a rate table that is not text is refused") func aRateTableThatIsNotTextIsRefused() {
    #expect(throws: Refusal(.ratesMalformed)) { try RateTable(csv: [0xFF, 0xFE, 0x00]) }
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }
}
