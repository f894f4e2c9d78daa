// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursModel

final class CalculatorLayoutTests: WidgetTestCase {
  /// Returns a list with six results and `count` lines. The line at `active` is edited.
  @MainActor static func list(of count: Int, active: Int) -> CalculatorViewState {
    var state = EveryWindow.list
    state.paste = nil
    state.total?.terms = []
    state.chips = []
    state.note = state.currencyName
    state.lines = (1...count).map { .init(id: $0, amount: "\($0)00", code: "USD", value: "\($0)89.51") }
    (state.active, state.activeID, state.amount) = (active, active + 1, state.lines[active].amount)
    state.rows = ["USD", "GBP", "JPY", "CHF", "SEK", "NOK"].map {
      .init(id: $0, name: $0, value: "379.30", rate: "1 EUR = 1.1172 \($0)")
    }
    state.introduction = "Kurs goes online only to fetch rates (European Central Bank)."
    return state
  }

  @MainActor static func frame(of widget: Widget, in place: Widget) -> ClosedRange<Double>? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget.widget, place.widget, &bounds) != 0 else { return nil }
    let top = Double(bounds.origin.y)
    return top...(top + Double(bounds.size.height))
  }

  @MainActor static func across(_ widget: Widget, in window: Window) -> ClosedRange<Double>? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget.widget, window.widget, &bounds) != 0 else { return nil }
    let left = Double(bounds.origin.x)
    return left...(left + Double(bounds.size.width))
  }

  @MainActor static func opened(
    _ state: CalculatorViewState, _ width: Int, _ height: Int, _ body: (CalculatorWindow) throws -> Void
  ) throws {
    try styled {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.window.size = (width, height)
      window.render(state)
      window.present()
      MainLoop.settle(window.window)
      try body(window)
    }
  }

  func testOnlyWholeRowsAreVisibleAndTheSelectedRowIsIncluded() {
    let rows: [Int32] = [40, 40, 70, 40, 40]
    XCTAssertEqual(WholeRows.run(rows, selected: 2, first: 0, within: 160), 0..<3)
    XCTAssertEqual(WholeRows.run(rows, selected: 2, first: 1, within: 160), 1..<4)
    // A selected row below the visible rows becomes the last visible row. A selected row above them becomes the first.
    XCTAssertEqual(WholeRows.run(rows, selected: 4, first: 0, within: 100), 3..<5)
    XCTAssertEqual(WholeRows.run(rows, selected: 0, first: 3, within: 100), 0..<2)
    // At the end of a list, no space stays empty that an earlier row could fill.
    XCTAssertEqual(WholeRows.run(rows, selected: nil, first: 4, within: 100), 3..<5)
    // A row that is taller than the available space is shown nevertheless.
    XCTAssertEqual(WholeRows.run(rows, selected: 2, first: 0, within: 20), 2..<3)
    XCTAssertEqual(WholeRows.run([], selected: nil, first: 0, within: 20), 0..<0)
  }

  func testNoLineIsPartlyVisibleAndTheEditedLineIsVisible() throws {
    try onMain {
      for (width, height) in [(360, 640), (400, 720), (820, 640), (1280, 800), (820, 480)] {
        for (count, active) in [(3, 2), (3, 0), (8, 7), (8, 3)] {
          try Self.opened(Self.list(of: count, active: active), width, height) { window in
            let place = "\(width) x \(height), line \(active + 1) of \(count)"
            for row in window.lines.rows.map(\.row) + [window.lines.edited.row] {
              let frame = try XCTUnwrap(Self.frame(of: row, in: window.linesPlace))
              let cut = [0, Double(window.linesPlace.height)].filter { frame.contains($0) }
                .map { min($0 - frame.lowerBound, frame.upperBound - $0) }
              XCTAssertLessThanOrEqual(cut.max() ?? 0, 4, "\(place): \(frame) of \(window.linesPlace.height)")
            }
            let edited = try XCTUnwrap(Self.frame(of: window.lines.edited.row, in: window.linesPlace))
            XCTAssertGreaterThanOrEqual(edited.lowerBound, -1, place)
            XCTAssertLessThanOrEqual(edited.upperBound, Double(window.linesPlace.height) + 1, place)
            for row in window.rows where window.resultsPlace.isMapped {
              let frame = try XCTUnwrap(Self.frame(of: row.row, in: window.resultsPlace))
              let end = Double(window.resultsPlace.height)
              XCTAssertFalse(frame.lowerBound + 4 < end && end < frame.upperBound - 4, "\(place): \(frame) of \(end)")
            }
          }
        }
      }
    }
  }

  func testTypingScrollsBackToTheEditedLine() throws {
    try onMain {
      for (width, height) in [(360, 640), (400, 720), (820, 480)] {
        for active in [0, 4, 7] {
          try Self.opened(Self.list(of: 8, active: active), width, height) { window in
            let place = window.linesPlace
            let adjustment = gtk_scrolled_window_get_vadjustment(place.opaque)
            guard place.isMapped, gtk_adjustment_get_upper(adjustment) > place.page + 1 else { return }
            place.turnWheel(1)
            XCTAssertTrue(window.lines.isScrolledAway)
            let away = active == 0 ? 1e4 : 0.0
            gtk_adjustment_set_value(adjustment, away)
            MainLoop.settle(window.window)
            let said = "\(width) x \(height), \(active)"
            XCTAssertEqual(place.offset > 1, active == 0, said)
            var state = Self.list(of: 8, active: active)
            state.amount += "1"
            window.render(state)
            MainLoop.settle(window.window)
            XCTAssertFalse(window.lines.isScrolledAway)
            let edited = try XCTUnwrap(Self.frame(of: window.lines.edited.row, in: place))
            XCTAssertGreaterThanOrEqual(edited.lowerBound, -1, said)
            XCTAssertLessThanOrEqual(edited.upperBound, Double(place.height) + 1, said)
          }
        }
      }
    }
  }

  func testPullingDownTheResultsRefreshesTheRates() throws {
    try onMain {
      let sent = Sent()
      try Self.styled {
        let window = try CalculatorWindow { if case .refreshPressed = $0 { sent.refreshes += 1 } }
        defer { window.window.destroy() }
        window.render(Self.list(of: 3, active: 2))
        window.present()
        MainLoop.settle(window.window)
        window.resultsPlace.overshoot(GTK_POS_BOTTOM)
        XCTAssertEqual(sent.refreshes, 0)
        window.resultsPlace.overshoot(GTK_POS_TOP)
        XCTAssertEqual(sent.refreshes, 1)
      }
    }
  }

  func testAPhoneShowsEditedLineAndTotalAndTwoResultsAboveTheKeypad() throws {
    try onMain {
      for introduction in [nil, "Kurs goes online only to fetch rates (European Central Bank)."] {
        var state = Self.list(of: 3, active: 2)
        (state.introduction, state.hasKeypad) = (introduction, true)
        try Self.opened(state, 360, 640) { window in
          let end = Double(window.resultsPlace.height)
          let ends = try window.rows.map { try XCTUnwrap(Self.frame(of: $0.row, in: window.resultsPlace)).upperBound }
          let whole = ends.filter { $0 <= end + 1 }
          XCTAssertGreaterThanOrEqual(whole.count, 2, introduction ?? "none")
          XCTAssertTrue(window.keypad.isMapped)
        }
      }
    }
  }

  func testTheAmountsOfAListHaveTheSameTextSizeAndEdge() throws {
    try onMain {
      try Self.opened(Self.list(of: 3, active: 1), 820, 640) { window in
        let labels = window.lines.rows.flatMap { Self.parts(below: $0.row.widget, named: "label") }
        let amounts = labels.filter {
          ["100", "300"].contains(String(cString: gtk_label_get_text(OpaquePointer($0))).filter(\.isNumber))
        }
        XCTAssertEqual(amounts.count, 2)
        let entry = try XCTUnwrap(Self.parts(below: window.amount.widget, named: "text").first)
        for amount in amounts {
          XCTAssertEqual(Self.fontSize(of: amount), Self.fontSize(of: entry))
          let ends = try [amount, entry].map { try Self.end(of: $0, in: window.window) }
          XCTAssertEqual(ends[0], ends[1], accuracy: 1)
        }
      }
    }
  }

  @MainActor static func fontSize(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
    pango_font_description_get_size(pango_context_get_font_description(gtk_widget_get_pango_context(widget)))
  }

  @MainActor static func end(of widget: UnsafeMutablePointer<GtkWidget>, in window: Window) throws -> Double {
    try XCTUnwrap(across(Widget(UnsafeMutableRawPointer(widget)), in: window)).upperBound
  }
}

@MainActor
private final class Sent {
  var refreshes = 0
}
