// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk

final class PasswordFocusTests: WidgetTestCase {
  /// If a freed field still had the focus, libadwaita 1.2 would read freed memory when it checks the focus.
  func testAPasswordFieldReleasesTheFocusBeforeItsWindowIsFreed() throws {
    try onMain {
      let builder = try Builder(ui: "account-password")
      let (fields, password) = (try builder.object("fields", as: Widget.self), try builder.object("password", as: Entry.self))
      let window = Window(UnsafeMutableRawPointer(gtk_window_new()!))
      defer { window.destroy() }
      gtk_window_set_child(window.cast(), fields.widget)
      window.present()
      password.grabFocus()
      MainLoop.run(milliseconds: 50)
      XCTAssertTrue(window.hasFocus(within: password))
      window.isVisible = false
      XCTAssertNil(gtk_window_get_focus(window.cast()))
    }
  }

  func testTabSkipsTheButtonThatRevealsAPassword() throws {
    try onMain {
      let builder = try Builder(ui: "account-password")
      let fields = try builder.object("fields", as: Widget.self)
      let (old, new) = (
        try builder.object("password", as: Entry.self), try builder.object("new_password", as: Entry.self)
      )
      let window = Window(UnsafeMutableRawPointer(gtk_window_new()!))
      defer { window.destroy() }
      gtk_window_set_child(window.cast(), fields.widget)
      window.present()
      old.grabFocus()
      MainLoop.run(milliseconds: 50)
      XCTAssertNotEqual(gtk_widget_child_focus(window.widget, GTK_DIR_TAB_FORWARD), 0)
      XCTAssertTrue(window.hasFocus(within: new))
      window.isVisible = false
    }
  }
}
