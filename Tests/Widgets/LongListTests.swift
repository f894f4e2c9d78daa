// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Tests lists and pasted texts that are too long for a widget per line.
final class LongListTests: WidgetTestCase {
  private static func rows(_ count: Int, _ currency: String = "EUR") -> String {
    (1...count).map { "\($0).50 \(currency)" }.joined(separator: "\n")
  }

  @MainActor private static func opened(
    _ count: Int, _ body: (AnsweredWindow, CalculatorWindow) throws -> Void
  ) throws {
    try styled {
      let answered = try AnsweredWindow()
      let window = answered.window
      defer { window.window.destroy() }
      window.window.size = (820, 640)
      window.present()
      MainLoop.run(milliseconds: 200)
      answered.send(.pasted(rows(count)))
      MainLoop.run(milliseconds: 300)
      XCTAssertEqual(window.shown.lines.count, count)
      try body(answered, window)
    }
  }

  /// Returns the ids of the lines on screen, from top to bottom. Checks that their rows have no gaps.
  @MainActor private static func linesInSight(_ window: CalculatorWindow) -> [Int] {
    var all = window.lines.rows.map { (id: $0.id, row: $0.row) }
    all.append((window.shown.activeID, window.lines.edited.row))
    let seen = all.compactMap { each -> (id: Int, top: Float, height: Float)? in
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(each.row.widget, window.linesPlace.widget, &bounds) != 0,
        bounds.origin.y + bounds.size.height > 1, bounds.origin.y < Float(window.linesPlace.height) - 1
      else { return nil }
      return (each.id, bounds.origin.y, bounds.size.height)
    }.sorted { $0.top < $1.top }
    for (one, next) in zip(seen, seen.dropFirst()) {
      XCTAssertEqual(one.top + one.height, next.top, accuracy: 1, "between lines \(one.id) and \(next.id)")
    }
    let height = seen.map(\.height).reduce(0, +)
    XCTAssertGreaterThan(height, Float(window.linesPlace.height) - 60, "only \(height) are filled")
    return seen.map(\.id)
  }

  func testAKeyPressInALongListFormatsOnlyTheEditedLine() throws {
    try onMain {
      for count in [100, 1000] {
        try Self.opened(count) { answered, window in
          XCTAssertLessThan(window.lines.rows.count, 100, "\(count)")
          let (worded, built) = (answered.memory.worded, window.lines.built)
          XCTAssertEqual(worded, count)
          for key in [Key.seven, .backspace, .eight] { answered.press(key) }
          MainLoop.run(milliseconds: 100)
          XCTAssertEqual(answered.memory.worded - worded, 3, "\(count)")
          XCTAssertEqual(window.lines.built - built, 0, "\(count)")
        }
      }
    }
  }

  func testAListOfUpToSixtyLinesHasARowForEachLine() throws {
    try onMain {
      try Self.opened(LineList.mostRows) { _, window in
        XCTAssertEqual(window.lines.rows.count, LineList.mostRows - 1)
        XCTAssertEqual(window.lines.place, LineList.mostRows - 1)
      }
    }
  }

  func testAfterAPasteTheEditedLineIsVisible() throws {
    try onMain {
      try Self.opened(1000) { _, window in
        XCTAssertEqual(Self.linesInSight(window).last, window.shown.lines.last?.id)
        XCTAssertTrue(window.window.hasFocus(within: window.amount))
      }
    }
  }

  func testAChosenLineOfALongListIsVisibleAndEdited() throws {
    try onMain {
      try Self.opened(1000) { answered, window in
        let ids = window.shown.lines.map(\.id)
        for (place, active) in [(0, 0), (500, 500), (999, 999)] {
          answered.send(.lineChosen(place))
          MainLoop.run(milliseconds: 300)
          XCTAssertEqual(window.shown.active, active)
          XCTAssertTrue(Self.linesInSight(window).contains(ids[place]))
          XCTAssertTrue(window.window.hasFocus(within: window.amount))
        }
      }
    }
  }

  func testRemovingOrMovingALineOfALongListChangesOnlyItsRow() throws {
    try onMain {
      try Self.opened(1000) { answered, window in
        answered.send(.lineChosen(500))
        MainLoop.run(milliseconds: 300)
        let (worded, built) = (answered.memory.worded, window.lines.built)
        answered.send(.lineRemoved(at: 498, removal: nil))
        answered.send(.lineMoved(from: 499, to: 497))
        answered.send(.undo)
        answered.send(.undo)
        MainLoop.run(milliseconds: 300)
        // Only one line is formatted again: the removed line, after the removal is undone.
        XCTAssertLessThanOrEqual(answered.memory.worded - worded, 1)
        XCTAssertLessThanOrEqual(window.lines.built - built, 30)
        let ids = window.shown.lines.map(\.id)
        let seen = Self.linesInSight(window)
        let first = try XCTUnwrap(ids.firstIndex(of: try XCTUnwrap(seen.first)))
        XCTAssertEqual(seen, Array(ids[first..<(first + seen.count)]))
      }
    }
  }

  func testAClearedLongListHasNoRowsAndUndoRestoresThem() throws {
    try onMain {
      try Self.opened(200) { answered, window in
        answered.send(.cleared())
        MainLoop.run(milliseconds: 200)
        XCTAssertEqual(window.lines.rows.count, 0)
        XCTAssertEqual(window.lines.place, 0)
        answered.send(.undo)
        MainLoop.run(milliseconds: 300)
        XCTAssertEqual(window.shown.lines.count, 200)
        XCTAssertEqual(Self.linesInSight(window).last, window.shown.lines.last?.id)
      }
    }
  }

  func testALongPreviewOfPastedTextShowsWarningsAboveAllLines() throws {
    try onMain {
      for count in [3, 1000] {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        var state = CalculatorViewState()
        let lines = (1...count).map { CalculatorViewState.Line(id: $0, amount: "\($0)", code: "USD", value: "1.00") }
        state.paste = .init(
          title: "Found", lines: lines, readings: [], remarks: ["Row 3 is a total."], canAdd: true)
        window.render(state)
        window.window.size = (820, 640)
        window.present()
        MainLoop.run(milliseconds: 300)
        let card = try XCTUnwrap(window.late.paste)
        let texts = Self.parts(below: card.widget.widget, named: "label").map {
          String(cString: gtk_label_get_text(OpaquePointer($0)))
        }
        let warning = try XCTUnwrap(texts.firstIndex(of: "Row 3 is a total."))
        let first = try XCTUnwrap(texts.firstIndex { $0.hasSuffix("+ 1 USD") || $0.contains("+ 1") })
        XCTAssertLessThan(warning, first)
        XCTAssertLessThanOrEqual(card.built, 250)
        let shown = gtk_list_view_get_model(card.longList.opaque).map { Int(g_list_model_get_n_items($0)) } ?? 0
        XCTAssertEqual(shown, count > PasteCard.mostRows ? count + 1 : 0)
      }
    }
  }
}

/// Tests the texts of lines that a view state reuses.
final class LineTextsTests: XCTestCase {
  func testOnlyChangedLinesAreFormattedAgain() throws {
    let words = Words(
      numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
      catalogue: CurrencyCatalogue(records: [], legalRates: []), monthName: { "month \($0)" })
    var states = (1...50).map { number in
      LineState(
        id: .init(number), text: "\(number)", currency: .eur,
        outcome: .value(own: .money(Money(Rational(Int64(number)), .eur)), inTotal: Rational(Int64(number)), rate: nil))
    }
    var texts = LineTexts()
    let shown = { (texts: inout LineTexts, states: [LineState], total: Currency) in
      texts.lines(of: states, total: total, isByRule: false, words)
    }
    var fresh: [CalculatorViewState.Line] {
      var texts = LineTexts()
      return shown(&texts, states, .eur)
    }
    XCTAssertEqual(shown(&texts, states, .eur), fresh)
    XCTAssertEqual(texts.worded, 50)
    states[7].text = "8.125"
    XCTAssertEqual(shown(&texts, states, .eur), fresh)
    XCTAssertEqual(texts.worded, 51)
    for text in ["8.375", "8.37", "8"] {
      states[7].text = text
      XCTAssertEqual(shown(&texts, states, .eur), fresh, text)
    }
    XCTAssertEqual(texts.worded, 54)
    states.swapAt(3, 40)
    states.remove(at: 20)
    XCTAssertEqual(shown(&texts, states, .eur), fresh)
    XCTAssertEqual(texts.worded, 54)
    _ = shown(&texts, states, .usd)
    XCTAssertEqual(texts.worded, 103)
  }
}
