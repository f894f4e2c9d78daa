// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk

/// Rows that offer one choice out of several.
final class ComboRowTests: WidgetTestCase {
  private static let choices = [
    "Mid-Market", "What the bank buys and sells at, whichever is worse", "Frankfurter, rates of the European Central Bank",
  ]

  func testAnOpenComboRowShowsItsFullChoicesAndTheSelectedChoice() throws {
    onMain {
      let row = ComboRow(title: "Rate Type", choices: Self.choices)
      let window = Window(UnsafeMutableRawPointer(gtk_window_new()!))
      let list = gtk_list_box_new()!
      gtk_list_box_append(OpaquePointer(list), row.widget)
      gtk_window_set_child(window.cast(), list)
      gtk_window_set_default_size(window.cast(), 360, 300)
      defer { window.destroy() }
      window.present()
      MainLoop.run(milliseconds: 300)
      for given in [1, 2] {
        row.selected = given
        adw_action_row_activate(row.cast())
        MainLoop.run(milliseconds: 500)
        XCTAssertEqual(Self.answers(of: row), Self.choices.enumerated().map { $1 + ($0 == given ? " ✓" : "") })
        window.closePopover()
        MainLoop.run(milliseconds: 300)
      }
    }
  }

  /// Returns the labels of the open list's rows. A truncated label ends with "…".
  @MainActor private static func answers(of row: ComboRow) -> [String] {
    parts(below: row.widget, named: "popover").flatMap { parts(below: $0, named: "row") }.compactMap { item in
      guard gtk_widget_get_mapped(item) != 0, let label = parts(below: item, named: "label").first,
        let layout = gtk_label_get_layout(OpaquePointer(label))
      else { return nil }
      let isMarked = parts(below: item, named: "image").contains { gtk_widget_get_opacity($0) > 0 }
      return String(cString: gtk_label_get_text(OpaquePointer(label)))
        + (pango_layout_is_ellipsized(layout) != 0 ? "…" : "") + (isMarked ? " ✓" : "")
    }
  }
}
