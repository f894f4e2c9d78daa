// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import KursStorage
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

// Opens the windows above the calculator: settings, lists, account and popovers.
extension EveryWindow {
  static let settingsState = SettingsMachine(
    SettingsReading(), directory: ProviderState.directory(), today: today
  ).state

  static func openSettings(above parent: CalculatorWindow) throws -> SettingsWindow {
    let window = try SettingsWindow(SettingsChoices(words)) { _ in }
    window.render(SettingsViewState(settingsState, SettingsChoices(words), words))
    window.present(above: parent.window, of: nil)
    return window
  }

  var settings: [Opening] {
    [
      (
        "settings",
        {
          let window = try Self.openSettings(above: parent)
          for page in ["providers", "updates", "storage", "calculator", "privacy"] {
            window.pages.page = page
            MainLoop.run(milliseconds: 10)
          }
          Self.show(window.window)
        }
      ),
      (
        "provider",
        {
          let state = Self.settingsState
          settingsWindow.open(ProviderViewState(try XCTUnwrap(state[.ecb]), state, Self.words))
          slideOut()
        }
      ),
      (
        "what would be sent",
        {
          settingsWindow.openSending()
          settingsWindow.render(SendingViewState(documents: [.init(id: "1", title: "a", detail: "b", text: "{}")]))
          slideOut()
        }
      ),
    ]
  }

  private func slideOut() {
    MainLoop.run(milliseconds: 25)
    settingsWindow.leavePage()
    MainLoop.run(milliseconds: 10)
  }

  var lists: [Opening] {
    [
      (
        "own rate",
        {
          let window = try CustomRateWindow(
            .init(from: .eur, to: .usd, today: Self.today), Self.words, pick: { _, _ in }, chosen: { _ in })
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "alert",
        {
          let window = try AlertWindow(
            AlertForm(from: .eur, to: .usd, newest: nil, Self.words), Self.words, pick: { _, _ in },
            newest: { _, _ in nil }, chosen: { _ in })
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "table",
        {
          let window = try TableWindow { _ in }
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "help",
        {
          let window = try HelpWindow {}
          window.window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "own rates",
        {
          let own = try XCTUnwrap(CustomRate(from: .eur, to: .usd, value: Rational(2)))
          let window = try CustomRatesWindow { _ in }
          window.render(CustomRatesViewState(rows: [.init(own: own, rate: "1 EUR = 2 USD", detail: "", badge: .inUse)]))
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "saved calculations",
        {
          let record = CalculationRecord(text: "1 EUR", lines: [], result: .eur, savedAt: Timestamp(milliseconds: 1))
          let row = SavedListsViewState.Row(
            subject: .saved(UserObject.ID(.saved, named: "a")), title: "a", detail: "b",
            then: [.init(text: "1", code: "EUR")], thenNote: "", record: record)
          let window = try SavedListsWindow { _ in }
          window.render(SavedListsViewState(page: .saved, rows: [row]))
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "then and today",
        {
          let row = CompareViewState.Row(title: "+ 1 EUR", then: "1.00", today: "1.00")
          let window = try CompareWindow(
            CompareViewState(title: "a", then: "then", lines: [row], currency: "EUR", totals: [row]))
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
    ]
  }

  var accounts: [Opening] {
    let phases: [(String, AccountState.Phase, Member?)] = [
      ("sign-in", .signedOut(nil), nil), ("account", .signedIn, AccountViewStateTests.ada),
      ("account, locked", .locked, AccountViewStateTests.ada),
    ]
    return phases.map { name, phase, member -> Opening in
      (
        name,
        {
          let window = try AccountWindow { _ in }
          var form = AccountForm(server: "")
          form.queue = AccountViewStateTests.queue(.refused(status: 400))
          window.render(AccountViewState(AccountViewStateTests.state(phase, member), form))
          window.present(above: parent.window)
          Self.show(window.window)
        }
      )
    }
  }

  var popovers: [Opening] {
    [
      (
        "date",
        {
          try pop {
            try DatePopover(.init(title: "Day", none: "None"), day: Self.today) { _ in }.popUp(at: parent.menu)
          }
        }
      ),
      ("text", { try pop { try TextPopover(title: "Note", text: "a") { _ in }.popUp(at: parent.menu) } }),
      ("why", { try explainTotal() }),
      ("reckoning", { try pop { parent.explain("USD", ["1 EUR = 1.1172 USD"]) } }),
      ("menu of a result", { try pop { parent.rows[0].place.popUp(CalculatorMenus.result("USD")) } }),
      ("menu of a line", { try pop { parent.menu.popUp(CalculatorMenus.line(Self.list.lines[0])) } }),
      // The main menu is opened through its button, because the window creates this menu only once.
      ("main menu", { Self.openMenu(parent.menu, in: parent.window) }),
    ]
  }

  /// Opens and closes the explanation of the total. `pop` can't do this, because the popover contains no widget that
  /// can have the keyboard focus.
  private func explainTotal() throws {
    let total = try XCTUnwrap(parent.late.total)
    total.explain()
    MainLoop.run(milliseconds: 25)
    let popover = try XCTUnwrap(gtk_widget_get_last_child(total.why.widget))
    XCTAssertTrue(Widget(UnsafeMutableRawPointer(popover)).isMapped)
    Popover(UnsafeMutableRawPointer(popover)).popDown()
    MainLoop.run(milliseconds: 15)
  }
}
