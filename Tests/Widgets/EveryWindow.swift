// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Opens and closes each window and popover of the program, with content.
@MainActor
struct EveryWindow {
  typealias Opening = (name: String, open: @MainActor () throws -> Void)

  static let today = Day(number: 20_000)
  static let words = Words(
    numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(
      records: ["EUR", "USD", "JPY", "CHF"].map {
        CurrencyRecord(currency: Currency($0)!, name: $0, minorUnit: 2, symbols: [], countries: [])
      }, legalRates: []), monthName: { "month \($0)" })

  /// The window above which all other windows open.
  let parent: CalculatorWindow
  /// The settings window, whose pages slide in.
  let settingsWindow: SettingsWindow

  init() throws {
    parent = try CalculatorWindow { _ in }
    parent.render(Self.list)
    parent.present()
    settingsWindow = try Self.openSettings(above: parent)
    MainLoop.run(milliseconds: 200)
  }

  var all: [Opening] { calculators + settings + lists + accounts + questions + popovers }

  func close() {
    settingsWindow.window?.destroy()
    parent.window.destroy()
  }

  /// Runs the main loop for this time, then until the condition is true, for at most two more seconds. Returns whether
  /// the condition is true.
  ///
  /// The additional time is for GTK 4.18, which takes longer to show a popover.
  static func waits(_ milliseconds: UInt32, until isSo: () -> Bool) -> Bool {
    MainLoop.run(milliseconds: milliseconds)
    for _ in 0..<100 where !isSo() { MainLoop.run(milliseconds: 20) }
    return isSo()
  }

  /// Opens and closes the menu of a window's menu button.
  static func openMenu(_ menu: MenuButton, in window: Window) {
    gtk_menu_button_popup(menu.opaque)
    XCTAssertTrue(waits(25) { window.hasFocusInPopover })
    window.closePopover()
    MainLoop.run(milliseconds: 15)
  }

  static func show(_ window: Window?) {
    MainLoop.run(milliseconds: 25)
    window?.destroy()
    MainLoop.run(milliseconds: 10)
  }

  /// Opens a popover, checks that it has the focus, and closes it like the Escape key.
  func pop(_ open: () throws -> Void) throws {
    try open()
    XCTAssertTrue(Self.waits(25) { parent.window.hasFocusInPopover })
    parent.window.closePopover()
    MainLoop.run(milliseconds: 15)
  }
}

extension EveryWindow {
  static var list: CalculatorViewState {
    var state = CalculatorViewState()
    (state.amount, state.currency, state.currencyName) = ("250", "EUR", "Euro")
    state.lines = [
      .init(id: 1, amount: "100", code: "USD", value: "89.51"), .init(id: 2, amount: "250", code: "EUR", value: "250.00"),
    ]
    (state.active, state.activeID) = (1, 2)
    state.total = .init(
      code: "EUR", currencyName: "Euro", value: "339.51", explanation: "why", terms: [.init(name: "I pay", value: "1")])
    state.chips = [.init(label: "Fee 2%", spoken: "Fee 2%", action: .fee, removal: .feeChosen(nil))]
    state.paste = .init(title: "1 amount found", lines: [state.lines[0]], readings: [], remarks: ["one"], canAdd: true)
    state.rows = [.init(id: "USD", name: "US Dollar", value: "379.30", rate: "1 EUR = 1.1172 USD")]
    (state.canUndo, state.canRedo) = (true, true)
    return state
  }

  private var calculators: [Opening] {
    [
      ("splash", { Self.show(try shown(SplashWindow().window)) }),
      (
        "calculator",
        {
          let window = try CalculatorWindow { _ in }
          window.render(Self.list)
          window.present()
          MainLoop.run(milliseconds: 25)
          Self.openMenu(window.menu, in: window.window)
          Self.show(window.window)
        }
      ),
      (
        "chart",
        {
          let window = try ChartWindow(Self.words) { _ in }
          window.render(Self.chart)
          window.present()
          MainLoop.run(milliseconds: 25)
          window.window.activateAction(ChartAction.showTable.name)
          Self.openMenu(window.menu, in: window.window)
          Self.show(window.window)
        }
      ),
      (
        "picker",
        {
          let choices = PickerViewState(Self.words, inUse: [.eur], today: Self.today) { [$0] }
          let window = try PickerWindow(choices, choose: { _ in })
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "fee",
        {
          let window = try FeeWindow(nil, Self.words) { _ in }
          window.present(above: parent.window)
          Self.show(window.window)
        }
      ),
      (
        "shortcuts",
        {
          let builder = try Builder(ui: "shortcuts")
          Self.show(parent.window.showShortcuts(try builder.object("page"), title: "Keys").window)
        }
      ),
      (
        "about",
        {
          let about = parent.window.showAbout(.kurs)
          MainLoop.run(milliseconds: 25)
          about.activateAction("window.close")
          Self.show(nil)
        }
      ),
    ]
  }

  private func shown(_ window: Window) -> Window {
    window.present()
    return window
  }

  static var chart: ChartState {
    let provider = Provider(
      id: .ecb, publisher: "Bank", home: .eur, firstDay: Day(number: 0), carryLimit: 10, terms: "", attribution: "")
    let days = (19_000...20_000).map { Day(number: $0) }
    let source = ChartSource(
      currency: Currency("USD")!, days: days, rates: days.map { Rational(units: Int64($0.number), places: 4) })
    let subject = ChartSubject(text: "EUR/USD")!
    var machine = ChartMachine(
      state: ChartState(
        subject: subject, provider: provider, range: .fiveYears,
        window: DaySpan(first: days[0], last: days[1000])))
    _ = machine.seriesLoaded([source], of: subject)
    return machine.state
  }
}
