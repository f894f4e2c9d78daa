// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class AlertWindowTests: WidgetTestCase {
  @MainActor private static func form() -> AlertForm {
    AlertForm(from: .eur, to: .usd, newest: Rational(text: "1.1172"), EveryWindow.words)
  }

  func testTheAlertFormShowsFieldsForTheKindAndCreatesAnAlert() throws {
    try onMain {
      var chosen: [RateAlert?] = []
      let window = try AlertWindow(
        Self.form(), EveryWindow.words, pick: { _, _ in }, newest: { _, _ in nil }, chosen: { chosen.append($0) })
      let parent = try CalculatorWindow { _ in }
      parent.present()
      window.present(above: parent.window)
      MainLoop.run(milliseconds: 200)
      XCTAssertTrue(window.number.isVisible)
      XCTAssertFalse(window.period.isVisible)
      let apply = try XCTUnwrap(gtk_window_get_default_widget(window.window.cast()))
      gtk_widget_activate(apply)
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(chosen.count, 0, "an empty form was taken")
      window.kind.selected = AlertForm.Kind.changed.rawValue
      XCTAssertTrue(window.period.isVisible)
      window.number.text = "2.5"
      gtk_widget_activate(apply)
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(
        chosen, [RateAlert(from: .eur, to: .usd, .changed(percent: try XCTUnwrap(Rational(text: "2.5")), days: 30))])
      parent.window.destroy()
    }
  }

  func testTheClosedAlertFormIsFreed() throws {
    try assertFreed {
      let window = try AlertWindow(
        Self.form(), EveryWindow.words, pick: { _, _ in }, newest: { _, _ in nil }, chosen: { _ in })
      return (window, window.window)
    }
  }

  func testTheSettingsCanPauseAndDeleteAndRestoreAlerts() throws {
    try onMain {
      var asked: [SettingsIntent] = []
      let window = try SettingsWindow(SettingsChoices(EveryWindow.words)) { asked.append($0) }
      window.render(SettingsViewState(EveryWindow.settingsState, SettingsChoices(EveryWindow.words), EveryWindow.words))
      let alert = try XCTUnwrap(RateAlert(from: .eur, to: .usd, .above(Rational(2))))
      var state = AlertsState()
      state.alerts = [alert]
      window.render(AlertsViewState(state, EveryWindow.words))
      XCTAssertEqual(asked, [])
      window.present(above: nil, of: nil)
      window.pages.page = "updates"
      MainLoop.run(milliseconds: 300)
      let row = try XCTUnwrap(window.alerts.rows.first)
      XCTAssertEqual(row.row.title, "EUR/USD is 2 or more")
      row.waits.isActive = false
      XCTAssertEqual(asked, [.alert(.paused(alert.id))])
      row.remove.activate()
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(asked.last, .alert(.removed(alert.id)))
      window.render(AlertsViewState(AlertsState(), EveryWindow.words))
      XCTAssertEqual(window.alerts.rows.count, 0)
      window.alerts.restore()
      XCTAssertEqual(asked.last, .alert(.set(alert)))
      window.alerts.add.activate()
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(asked.last, .addAlertPressed)
      window.pages.destroy()
    }
  }
}
