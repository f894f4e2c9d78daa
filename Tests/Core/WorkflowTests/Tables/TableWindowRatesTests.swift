// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursItems
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

/// A table is previewed and converted at the bundled rates. The output file is complete or does not exist.
@Suite struct TableWindowRatesTests {
  private let folder = TemporaryFolder()

  private func converter(_ core: Core, _ rule: NamedRule? = nil) async throws -> TableConverter {
    let user = try UserDatabase(path: folder.path + "/person.sqlite")
    return TableConverter(
      rates: core.rates, objects: try await UserObjects.ofCurrentMember(in: user) { evening },
      amounts: AmountReader(symbols: .english), catalogue: core.catalogue, target: .usd, rule: rule,
      clock: { evening })
  }

  private static let table = "day,amount,currency\n2026-10-30,100,EUR\n2026-10-29,1,EUR\n2026-10-30,1,XXX\n"

  @Test("a table's preview shows the results of the first rows")
  func aTablesPreviewShowsTheResultsOfTheFirstRows() async throws {
    let core = try Core(environment(folder))
    let preview = try await converter(core).preview(TableContent(bytes: Array(Self.table.utf8)), [:]).get()
    #expect(preview.titles == ["day", "amount", "currency"])
    let rate = try await core.rates.ratesInUse(on: day("2026-10-30")).resolver.route(from: .eur, to: .usd)
    let first = try #require(preview.rows.first).value.get()
    #expect(first.value == Money(rate.convert(Rational(100)), .usd) && first.day == day("2026-10-30"))
    #expect(throws: RowFault.self) { try preview.rows[2].value.get() }
  }

  @Test("rows without a value after the preview are reported before the conversion")
  func rowsWithoutAValueAfterThePreviewAreReportedBeforeTheConversion() async throws {
    let core = try Core(environment(folder))
    let text = "day,amount,currency\n" + String(repeating: "2026-10-30,100,EUR\n", count: 8) + "2026-10-30,1,XXX\n"
    let workflow = await TableWorkflow(
      try await converter(core),
      .init(table: { _ in .failure(.noConverter) }, word: { reason, _ in "\(reason)" }, copy: { _ in }),
      ask: { _, _ in })
    await workflow.send(.opened(.cells(text)))
    await workflow.finish()
    let expected = try #require(await workflow.state.expected)
    #expect(expected.rows == 9 && expected.faults == 1 && expected.first?.row == 10)
  }

  @Test("a chosen currency applies to all rows, also without a date column")
  func aChosenCurrencyAppliesToAllRowsAlsoWithoutADateColumn() async throws {
    let core = try Core(environment(folder))
    let choices: [TableColumn: ColumnChoice] = [.from: .currency(currency("CHF")), .day: .nowhere, .to: .currency(.eur)]
    let preview = try await converter(core).preview(TableContent(bytes: Array(Self.table.utf8)), choices).get()
    let first = try #require(preview.rows.first).value.get()
    #expect(first.amount.currency.code == "CHF" && first.day == nil && first.value.currency == .eur)
  }

  @Test("the calculator's date rule applies until the table gets another rule")
  func theCalculatorsDateRuleAppliesUntilTheTableGetsAnotherRule() async throws {
    let core = try Core(environment(folder))
    let converter = try await converter(core, NamedRule("before"))
    let text = Array("day,amount,currency\n2026-10-30,100,EUR\n".utf8)
    let first = try #require(try await converter.preview(TableContent(bytes: text), [:]).get().rows.first).value.get()
    let before = try await core.rates.ratesInUse(on: day("2026-10-29")).resolver.route(from: .eur, to: .usd)
    #expect(first.day == day("2026-10-30") && first.rule?.name == "before")
    #expect(first.route.observed == day("2026-10-29") && first.value.amount == before.convert(Rational(100)))
    let rows = try await converter.preview(TableContent(bytes: text), [.rule: .rule(.usual)]).get().rows
    let usual = try #require(rows.first).value.get()
    #expect(usual.rule == nil && usual.route.observed == day("2026-10-30"))
    let many = "day,amount,currency,rule\n2026-10-30,1,EUR,EU-VAT\n2026-10-30,1,EUR,\n2026-10-30,1,EUR,never\n"
    let content = try TableContent(bytes: Array(many.utf8))
    let result = await converter.convert(
      content, [:], to: .clipboard, word: { reason, _ in "\(reason)" }, progress: { _ in })
    let (outcome, written) = try #require(try result?.get())
    let lines = try #require(written).split(separator: "\n")
    #expect(lines[0].hasSuffix(",rule,value,rate,source,observed,basis,day_rule,error"))
    #expect(lines[1].hasSuffix(",ecb,2026-10-30,observed,eu-vat,"))
    #expect(lines[2].hasSuffix(",ecb,2026-10-29,observed,before,"))
    #expect(lines[3].hasSuffix(",never,,,,,,,\"rule(\"\"never\"\")\""))
    #expect(outcome.faults == 1 && outcome.first?.fault == RowFault(reason: .rule("never"), column: 3))
  }

  @Test("a converted table is written completely or not at all")
  func aConvertedTableIsWrittenCompletelyOrNotAtAll() async throws {
    let core = try Core(environment(folder))
    let target = folder.path + "/out.csv"
    let result = try await converter(core).convert(
      TableContent(bytes: Array(Self.table.utf8)), [:], to: .file(path: target), word: { _, _ in "no" }, progress: { _ in })
    let outcome = try #require(try result?.get()).0
    #expect((outcome.rows, outcome.faults, outcome.first?.row) == (3, 1, 4))
    let lines = try String(contentsOfFile: target, encoding: .utf8).split(separator: "\n")
    #expect(lines[0] == "day,amount,currency,value,rate,source,observed,basis,error")
    #expect(lines[3] == "2026-10-30,1,XXX,,,,,,no")
    let long = Array("amount,currency\n1,EUR\n".utf8) + [UInt8](repeating: 0x61, count: TableInput.longest + (1 << 18))
    let failed = try await converter(core).convert(
      TableContent(bytes: long), [:], to: .file(path: folder.path + "/never.csv"), word: { _, _ in "" }, progress: { _ in })
    guard case .failure(.table(.rowTooLong(row: 3, column: _, limit: _))) = failed else {
      return #expect(Bool(false), "\(String(describing: failed))")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("never") })
  }

  @Test("an empty spreadsheet row is neither an error nor a header")
  func anEmptySpreadsheetRowIsNeitherAnErrorNorAHeader() async throws {
    let core = try Core(environment(folder))
    let text = ",,\nday,amount,currency\n2026-10-30,100,EUR\n, ,\n2026-10-29,1,EUR\n"
    let converter = try await converter(core)
    let preview = try await converter.preview(TableContent(bytes: Array(text.utf8)), [:]).get()
    #expect(preview.rows.map(\.number) == [3, 5])
    let result = try await converter.convert(
      TableContent(bytes: Array(text.utf8)), [:], to: .clipboard, word: { _, _ in "no" }, progress: { _ in })?.get()
    let (outcome, written) = try #require(result)
    #expect((outcome.rows, outcome.faults) == (2, 0))
    let lines = try #require(written).split(separator: "\n")
    #expect(lines[0] == ",," && lines[1].hasSuffix("currency,value,rate,source,observed,basis,error"))
    #expect(lines[3] == ", ,")
  }

  @Test("a cancelled conversion leaves no file") func aCancelledConversionLeavesNoFile() async throws {
    let core = try Core(environment(folder))
    let (converter, target) = (try await converter(core), folder.path + "/stopped.csv")
    let content = try TableContent(bytes: Array(Self.table.utf8))
    let task = Task {
      // Cancels the task before it begins, so that timing does not matter.
      withUnsafeCurrentTask { $0?.cancel() }
      return await converter.convert(
        content, [:], to: .file(path: target), word: { _, _ in "" }, progress: { _ in })
    }
    #expect(await task.value == nil)
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
