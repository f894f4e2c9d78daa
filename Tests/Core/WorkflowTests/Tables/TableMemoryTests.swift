// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursItems
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

/// The user's corrections of a table are used for the next table with the same headings.
@Suite struct TableMemoryTests {
  private let folder = TemporaryFolder()
  private static let table = "Day,Sum A,Sum B,Ccy\n2026-10-30,100.00,5.00,EUR\n2026-10-29,7.00,1.00,CHF\n"

  private func converter(_ core: Core) async throws -> TableConverter {
    let user = try UserDatabase(path: folder.path + "/person.sqlite")
    return TableConverter(
      rates: core.rates, objects: try await UserObjects.ofCurrentMember(in: user) { evening },
      amounts: AmountReader(symbols: .english), catalogue: core.catalogue, target: .usd, rule: nil,
      clock: { evening })
  }

  private func form(
    _ text: String, _ converter: TableConverter, _ chosen: [TableColumn: ColumnChoice] = [:]
  ) async throws -> Result<TableForm, TableFault> {
    try await converter.preview(TableContent(bytes: Array(text.utf8)), chosen).get().form
  }

  @Test("a chosen column applies to the next table with the same headings")
  func aChosenColumnAppliesToTheNextTableWithTheSameHeadings() async throws {
    let converter = try await converter(Core(environment(folder)))
    await #expect(throws: TableFault.unclear(.amount, among: ["Sum A", "Sum B"])) {
      try await form(Self.table, converter).get()
    }
    _ = try await form(Self.table, converter, [.amount: .place(2)]).get()
    let next = try await form(Self.table, converter).get()
    #expect(next.amount == 2 && next.earlier.columns == [.amount: "Sum B"])
    let other = "day,SUM A,sum b,CCY\n2026-10-30,100.00,5.00,EUR\n"
    #expect(try await form(other, converter).get().amount == 2)
    await #expect(throws: TableFault.self) { try await form(Self.table.replacing("Ccy", with: "Cur"), converter).get() }
  }

  @Test("a newer choice of a column replaces the earlier choice")
  func aNewerChoiceOfAColumnReplacesTheEarlierChoice() async throws {
    let converter = try await converter(Core(environment(folder)))
    _ = try await form(Self.table, converter, [.amount: .place(2)]).get()
    let changed = try await form(Self.table, converter, [.amount: .place(1)]).get()
    #expect(changed.amount == 1 && changed.earlier.isEmpty)
    #expect(try await form(Self.table, converter).get().amount == 1)
  }

  @Test("chosen source currency and date column are remembered, target and rule aren't")
  func chosenSourceCurrencyAndDateColumnAreRememberedTargetAndRuleArent() async throws {
    let converter = try await converter(Core(environment(folder)))
    let text = "Day,Due,Amount\n2026-10-30,2026-10-31,5\n"
    let chosen: [TableColumn: ColumnChoice] = [
      .from: .currency(.chf), .day: .place(1), .to: .currency(.jpy), .rule: .rule(.usual),
    ]
    _ = try await form(text, converter, chosen).get()
    let next = try await form(text, converter).get()
    #expect(next.earlier.columns == [.from: .currency(.chf), .day: "Due"] && next.targets == [.usd])
    _ = try await form(text, converter, [.day: .nowhere]).get()
    #expect(try await form(text, converter).get().column(.day) == 1)
  }

  @Test("saved corrections of a table are read back unchanged", arguments: [
    "amount column Sum B", "date column A\tB\nfrom none", "from currency CHF\nnumbers de_CH\nencoding Windows-1250",
    "amount column A, B,C",
  ])
  func savedCorrectionsOfATableAreReadBackUnchanged(text: String) {
    #expect(TableCorrections(text: text).text == text)
  }

  @Test(
    "a damaged saved correction is ignored",
    arguments: ["", "amount", "amount colum x", "from currency ?", "x y z"])
  func aDamagedSavedCorrectionIsIgnored(text: String) {
    #expect(TableCorrections(text: text).isEmpty)
  }

  @Test("the encoding chosen for a file is remembered")
  func theEncodingChosenForAFileIsRemembered() async throws {
    let converter = try await converter(Core(environment(folder)))
    let latin = try #require(TableEncoding(name: "Windows-1250"))
    let content = try TableContent(bytes: Array("Day,Amount,Text\n2026-10-30,5 EUR,a\n".utf8))
    #expect(await converter.earlierEncoding(of: content) == nil)
    await converter.remember(latin, of: content)
    #expect(await converter.earlierEncoding(of: content) == latin)
  }
}
