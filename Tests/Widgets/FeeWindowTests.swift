// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk

final class FeeWindowTests: WidgetTestCase {
  func testTheTwoKindsOfAFeeAreAGroupOfRadioButtons() throws {
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
