// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk

final class FeeWindowTests: WidgetTestCase {
  func testThePreviewOfPastedTextWithoutAnAmountHasNoAddButton() throws {
    try onMain {
      let card = try PasteCard { _ in }
      var state = CalculatorViewState.Paste(title: "A date", lines: [], readings: [], remarks: [], canAdd: false)
      state.isRefused = true
      card.render(state)
      XCTAssertFalse(card.offersToAdd)
      (state.isRefused, state.canAdd, state.add) = (false, true, "Add 1 Amount")
      card.render(state)
      XCTAssertTrue(card.offersToAdd)
    }
  }

  func testAFeeCanBeTypedWithAPercentSign() throws {
    try onMain {
      let fee = try FeeWindow(nil, EveryWindow.words) { _ in }
      defer { fee.window.destroy() }
      for typed in ["2", "2%", "2 %", "%2", "2٪"] {
        fee.percent.text = typed
        XCTAssertEqual(fee.read(), Fee(percent: Rational(2), direction: .iReceive), typed)
      }
      fee.percent.text = "2%5"
      XCTAssertNil(fee.read())
    }
  }

  func testTheTwoKindsOfFeeAreRadioButtonsForScreenReaders() throws {
    try onMain {
      let fee = try FeeWindow(nil, EveryWindow.words) { _ in }
      defer { fee.window.destroy() }
      func roles(of widget: UnsafeMutablePointer<GtkWidget>) -> [GtkAccessibleRole] {
        [gtk_accessible_get_accessible_role(OpaquePointer(widget))] + childWidgets(of: widget).flatMap(roles)
      }
      let all = roles(of: fee.window.widget)
      XCTAssertEqual(all.filter { $0 == GTK_ACCESSIBLE_ROLE_RADIO }.count, 2)
      XCTAssertEqual(all.filter { $0 == GTK_ACCESSIBLE_ROLE_RADIO_GROUP }.count, 1)
    }
  }
}
