// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursModel

/// Tests the names of lists at the side of a wide window.
final class SideListTests: WidgetTestCase {
  private static let ids = (1...4).map { UserObject.ID(.saved, named: "\($0)").text }

  @MainActor private static var state: CalculatorViewState {
    var state = CalculatorLayoutTests.list(of: 3, active: 2)
    state.lists.entries += zip(ids, ["Lisbon", "Rent", String(repeating: "A Very Long Name ", count: 5), "Café"]).map {
      .init(id: $0, title: $1)
    }
    (state.lists.chosen, state.lists.title) = (ids[1], "Rent")
    return state
  }

  @MainActor private static func opened(
    _ state: CalculatorViewState, _ width: Int, _ height: Int = 800,
    _ body: (CalculatorWindow, @MainActor () -> [CalculatorIntent]) throws -> Void
  ) throws {
    try styled {
      var asked: [CalculatorIntent] = []
      let window = try CalculatorWindow { asked.append($0) }
      defer { window.window.destroy() }
      window.window.size = (width, height)
      window.render(state)
      window.present()
      MainLoop.run(milliseconds: 600)
      try body(window) { asked }
    }
  }

  func testOnlyAWideWindowHasTheNamesOfListsAtTheSide() throws {
    try onMain {
      for (width, isThere) in [(400, false), (820, false), (1250, false), (1280, true), (1920, true)] {
        try Self.opened(Self.state, width) { window, _ in
          XCTAssertEqual(window.late.sideList != nil, isThere, "\(width)")
          XCTAssertLessThanOrEqual(gtk_widget_get_width(window.window.widget), Int32(width))
        }
      }
      try Self.opened(CalculatorLayoutTests.list(of: 3, active: 2), 1920) { window, _ in
        XCTAssertNil(window.late.sideList)
      }
    }
  }

  func testListsAndLinesAndResultsAndChartFitSideBySide() throws {
    try onMain {
      for (width, height) in [(1280, 800), (1920, 1080)] {
        for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
          gtk_widget_set_default_direction(direction)
          defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
          try Self.opened(Self.state, width, height) { window, _ in
            let view = try ChartView(EveryWindow.words) { _ in }
            window.side.fill(with: view.widget)
            view.render(EveryWindow.chart)
            MainLoop.run(milliseconds: 300)
            let list = try XCTUnwrap(window.late.sideList)
            let places = try [list.widget, window.linesPlace, window.resultsPlace, view.widget].map {
              try XCTUnwrap(CalculatorLayoutTests.across($0, in: window.window))
            }
            let inOrder = direction == GTK_TEXT_DIR_LTR ? places : places.reversed()
            for (left, right) in zip(inOrder, inOrder.dropFirst()) {
              XCTAssertLessThanOrEqual(left.upperBound, right.lowerBound, "\(width) \(places)")
            }
            XCTAssertGreaterThanOrEqual(inOrder[0].lowerBound, 0)
            XCTAssertLessThanOrEqual(inOrder[3].upperBound, Double(width), "\(width) \(places)")
            // In both text directions, there is a margin at the window's edge.
            let row = try XCTUnwrap(CalculatorLayoutTests.across(list.rows[0].row, in: window.window))
            let margin = direction == GTK_TEXT_DIR_LTR ? row.lowerBound : Double(window.window.width) - row.upperBound
            XCTAssertGreaterThanOrEqual(margin, 12, "\(width) \(row)")
            for part in [list.widget, view.widget] {
              var least: Int32 = 0
              gtk_widget_measure(part.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
              XCTAssertLessThanOrEqual(least, gtk_widget_get_width(part.widget), "\(width)")
            }
          }
        }
      }
    }
  }

  func testTheOpenListIsSelectedAndActivatingAnotherRowOpensThatList() throws {
    try onMain {
      try Self.opened(Self.state, 1280) { window, asked in
        let list = try XCTUnwrap(window.late.sideList)
        XCTAssertEqual(list.rows.map(\.id), [CalculatorViewState.Lists.unnamed] + Self.ids)
        XCTAssertNotEqual(gtk_list_box_row_is_selected(list.rows[2].row.cast()), 0)
        // The arrow keys move through the lists and Enter opens the selected list. Then the amount has the focus again.
        gtk_widget_grab_focus(list.rows[1].row.widget)
        gtk_widget_activate(list.rows[1].row.widget)
        XCTAssertEqual(asked().last, .listChosen(UserObject.ID(Self.ids[0])))
        XCTAssertTrue(window.window.hasFocus(within: window.amount))
        var state = Self.state
        state.lists.chosen = Self.ids[0]
        state.lists.entries.removeLast()
        window.render(state)
        XCTAssertEqual(list.rows.count, 4)
        XCTAssertNotEqual(gtk_list_box_row_is_selected(list.rows[1].row.cast()), 0)
        gtk_widget_activate(list.rows[0].row.widget)
        XCTAssertEqual(asked().last, .listChosen(nil))
      }
    }
  }

  func testAMenuActionOfAListAtTheSideAppliesToThatList() throws {
    try onMain {
      try Self.opened(Self.state, 1280) { window, asked in
        for request in ["rename", "duplicate", "up", "down", "delete"] {
          gtk_widget_activate_action_variant(
            window.window.widget, WindowAction.ofList.name, g_variant_new_string("\(request) \(Self.ids[2])"))
          XCTAssertEqual(asked().last, .listActionRequested(try XCTUnwrap(ListRequest(rawValue: request)), UserObject.ID(Self.ids[2])))
        }
        window.window.activate(WindowAction.renameList)
        XCTAssertEqual(asked().last, .listActionRequested(.rename, nil))
      }
    }
  }

  func testACompactWindowHasNoListsAtTheSide() throws {
    try onMain {
      try Self.opened(Self.state, 1280) { window, _ in
        XCTAssertTrue(window.side.wantsLead)
        var state = Self.state
        state.isCompact = true
        window.render(state)
        XCTAssertFalse(window.side.wantsLead)
      }
    }
  }
}
