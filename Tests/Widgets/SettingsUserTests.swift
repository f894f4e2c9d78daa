// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

/// Tests the rows of the settings window about the user's saved data.
final class SettingsUserTests: WidgetTestCase {
  private static let words = Words(
    numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(records: [], legalRates: []), monthName: { "month \($0)" })

  private static func state(_ codes: [String]) -> SettingsViewState {
    var state = SettingsViewState()
    state.symbols = SettingsChoices(words).symbols.map { _ in 0 }
    state.results = codes.map { SettingsViewState.ResultRow(code: $0, name: "name of \($0)") }
    return state
  }

  func testEachResultCurrencyHasARowWithARemoveButton() throws {
    try onMain {
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(Self.words)) { asked.append($0) }
      window.render(Self.state(["JPY", "CHF", "EUR"]))
      XCTAssertEqual(window.results.rows.map(\.row.subtitle), ["JPY", "CHF", "EUR"])
      XCTAssertEqual(asked, [])
      // A button can be pressed only if its window is shown.
      window.present(above: nil, of: nil)
      window.pages.page = "calculator"
      MainLoop.run(milliseconds: 300)
      window.results.rows[1].remove.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked, [.event(.set(.resultCurrencies, .list(["JPY", "EUR"])))])
      window.render(Self.state(["JPY", "EUR"]))
      XCTAssertEqual(window.results.rows.map(\.row.title), ["name of JPY", "name of EUR"])
      window.results.add.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked.last, .addResultPressed)
      window.pages.destroy()
    }
  }

  func testTheResultOfAnImportIsShownInOneOrTwoSentences() {
    var counts = RestoredBackup()
    counts.known = 5
    XCTAssertEqual(sentence(for: counts), "Nothing was imported. You already have everything in the file.")
    (counts.added, counts.settings) = (1, 2)
    XCTAssertEqual(sentence(for: counts), "3 items imported.")
    counts.settingsKept = 1
    XCTAssertEqual(sentence(for: counts), "3 items imported. 1 setting unchanged.")
  }
}
