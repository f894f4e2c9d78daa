// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursItems
import KursModel
import Testing

@testable import KursWorkflow

/// Each file of data/banks has a profile, an example of the bank's export, and the rows that must be read.
@Suite struct BankProfileTests {
  private static let path = URL(filePath: #filePath).deletingLastPathComponent()  // Tables
    .deletingLastPathComponent()  // WorkflowTests
    .deletingLastPathComponent()  // Core
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent().appending(path: "data/banks").path()
  private static let files = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  private let folder = TemporaryFolder()

  @Test("profiles of at least 30 banks are included")
  func profilesOfAtLeast30BanksAreIncluded() {
    #expect(Self.files.count >= 30)
  }

  @Test("a bank's export is read by the bank's profile", arguments: files)
  func aBanksExportIsReadByTheBanksProfile(file: String) throws {
    let core = try Core(environment(folder))
    let texts = try Self.files.map { try String(contentsOfFile: "\(Self.path)/\($0)", encoding: .utf8) }
    let place = try #require(Self.files.firstIndex(of: file))
    let parts = texts[place].components(separatedBy: "\n---\n")
    try #require(parts.count == 3)
    let profiles = texts.compactMap { BankProfile($0) }
    #expect(profiles.count == texts.count)
    var choices = TableChoices()
    choices.columns[.to] = "JPY"
    let profile = BankProfile(texts[place])
    // American Express uses this export in several countries, and the export doesn't name the currency. So the test
    // chooses the currency, as a user must.
    if file == "amex-day-first.txt" { choices.columns[.from] = "GBP" }
    choices.profiles = { profiles }
    let content = try TableContent(bytes: Array(parts[1].utf8))
    var input = try content.input()
    let form = try TableForm(of: &input, choices: choices, catalogue: core.catalogue) {
      CalculationReader(symbols: $0, catalogue: core.catalogue)
    }
    #expect(form.bank == profile?.name)
    var cells = TableCells(
      form, reader: CalculationReader(symbols: form.symbols, catalogue: core.catalogue), catalogue: core.catalogue)
    input = try content.input()
    input.separate(by: form.separator)
    var (rows, found) = (TableRows(form), [String]())
    while try input.advance() {
      guard rows.role(of: input) == .row else { continue }
      switch cells.read(input) {
      case .success(let row):
        found.append("\(row.amount.exactText()) \(row.key.from) \(row.key.day?.description ?? "")")
      case .failure: found.append("error")
      }
    }
    #expect(found == parts[2].split(separator: "\n").map(String.init))
  }

  @Test("the user's choice of a column takes precedence over the bank's profile")
  func theUsersChoiceOfAColumnTakesPrecedenceOverTheBanksProfile() throws {
    let profile = try #require(
      BankProfile("name: A\nheadings: when | then | sum\ndate: then\namount: sum\ncurrency: CHF\n"))
    #expect(profile.fits(["Then", "x", " when ", "SUM"]) && !profile.fits(["when", "sum"]))
    let core = try Core(environment(folder))
    let cases: [(choice: ColumnChoice?, day: Int)] = [(nil, 1), (.typed("when"), 0)]
    for (choice, day) in cases {
      var choices = TableChoices()
      choices.columns = [.to: "USD"]
      choices.columns[.day] = choice
      choices.profiles = { [profile] }
      var input = try TableContent(bytes: Array("when,then,sum\n2026-01-02,2026-01-03,5\n".utf8)).input()
      let form = try TableForm(of: &input, choices: choices, catalogue: core.catalogue) {
        CalculationReader(symbols: $0, catalogue: core.catalogue)
      }
      #expect(form.column(.day) == day)
      guard case .fixed(.chf) = form.from else { return #expect(Bool(false)) }
    }
  }
}
