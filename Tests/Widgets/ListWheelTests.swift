// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk

/// The wheel over long lists: no row is cut off at the top or at the bottom.
final class ListWheelTests: WidgetTestCase {
  @MainActor private static func assertWhole(_ list: ListView, in place: Scroller, _ said: String) {
    let end = Double(place.height - Int(gtk_widget_get_margin_bottom(list.widget)))
    for part in parts(below: list.widget, named: "row") where gtk_widget_get_mapped(part) != 0 {
      guard let frame = CalculatorLayoutTests.frame(of: Widget(UnsafeMutableRawPointer(part)), in: place) else { continue }
      for edge in [0, end] where frame.contains(edge) {
        XCTAssertLessThanOrEqual(min(edge - frame.lowerBound, frame.upperBound - edge), 4, "\(said): \(frame) of \(end)")
      }
    }
  }

  func testTheWheelScrollsThePickerByRows() throws {
    try onMain {
      try Self.styled {
        let codes = "ABCDEF".flatMap { second in "ABCDEFGHIJ".compactMap { Currency("A\(second)\($0)") } }
        let words = Words(
          numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
          catalogue: CurrencyCatalogue(
            records: codes.map { CurrencyRecord(currency: $0, name: $0.code, minorUnit: 2, symbols: [], countries: []) },
            legalRates: []))
        let choices = PickerViewState(words, inUse: [codes[0]], today: EveryWindow.today) { [$0] }
        let parent = try CalculatorWindow { _ in }
        parent.present()
        let window = try PickerWindow(choices, choose: { _ in })
        defer {
          window.window.destroy()
          parent.window.destroy()
        }
        window.present(above: parent.window)
        MainLoop.run(milliseconds: 500)
        let view = try XCTUnwrap(Self.parts(below: window.window.widget, named: "listview").first)
        let list = ListView(UnsafeMutableRawPointer(view))
        let place = try XCTUnwrap(list.place)
        for height in [505, 517, 529] {
          window.window.size = (400, height)
          MainLoop.run(milliseconds: 300)
          Self.assertWhole(list, in: place, "before the first turn, \(height)")
        }
        let wheel = ListWheel()
        var offsets: [Double] = []
        for notch in [1.0, 1, 0.5, 0.5, 1, 3, -1, -1] + Array(repeating: 3.0, count: 25) + [-2, -1] {
          XCTAssertTrue(wheel.turn(notch, list, in: place))
          MainLoop.run(milliseconds: 80)
          if notch != 0.5 { Self.assertWhole(list, in: place, "\(offsets.count), \(notch)") }
          offsets.append(place.offset)
        }
        XCTAssertGreaterThan(offsets[0], 20)
        XCTAssertGreaterThan(try XCTUnwrap(offsets.max()), 60 * 30 - 1000)
      }
    }
  }

  /// Checks pages that contain lists among other content, before the first wheel turn and after several.
  @MainActor private static func assertStops(_ place: Scroller, in window: Window, _ name: String) throws {
    let port = try XCTUnwrap(gtk_scrolled_window_get_child(place.opaque))
    let wheel = RowWheel(isAlone: true)
    place.onRoomChange { Task { wheel.settle(in: place) } }
    for height in [563, 571, 583] {
      window.size = (window.size.width, height)
      MainLoop.run(milliseconds: 900)
      var rows = parts(below: port, named: "row").map { Widget(UnsafeMutableRawPointer($0)) }
      if rows.isEmpty, let page = gtk_widget_get_first_child(port) {
        rows = sequence(first: gtk_widget_get_first_child(page)) { $0.flatMap { gtk_widget_get_next_sibling($0) } }
          .prefix { $0 != nil }.compactMap { $0 }.map { Widget(UnsafeMutableRawPointer($0)) }
      }
      XCTAssertGreaterThan(rows.count, 10, name)
      XCTAssertNotNil(place.scrollable, name)
      try CalculatorLayoutTests.assertWhole(rows, in: place, "\(name), \(height), before the first turn")
      for notch in [1.0, 2, -1, 40, -2, -40] {
        XCTAssertTrue(wheel.turn(notch, in: place))
        MainLoop.run(milliseconds: 80)
        try CalculatorLayoutTests.assertWhole(rows, in: place, "\(name), \(height), \(notch)")
      }
      XCTAssertLessThanOrEqual(place.offset, 1)
    }
  }

  @MainActor private static func scroller(above widget: UnsafeMutablePointer<GtkWidget>) throws -> Scroller {
    Scroller(UnsafeMutableRawPointer(try XCTUnwrap(gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type()))))
  }

  func testOwnRatesAndComparedLinesAreNotCut() throws {
    try onMain {
      try Self.styled {
        let parent = try CalculatorWindow { _ in }
        defer { parent.window.destroy() }
        parent.present()
        let own = try XCTUnwrap(CustomRate(from: .eur, to: .usd, value: Rational(2)))
        let rates = try CustomRatesWindow { _ in }
        let row = CustomRatesViewState.Row(own: own, rate: "1 EUR = 2 USD", detail: "", badge: .inUse)
        rates.render(CustomRatesViewState(rows: Array(repeating: row, count: 30)))
        let line = CompareViewState.Row(title: "+ 1 EUR", then: "1.00", today: "1.00")
        let lines = Array(repeating: line, count: 25)
        let compared = try CompareWindow(
          CompareViewState(title: "Trip", then: "1 May", lines: lines, currency: "EUR", totals: [line, line]))
        rates.present(above: parent.window)
        compared.present(above: parent.window)
        for (window, name) in [(rates.window, "own rates"), (compared.window, "compared")] {
          defer { window.destroy() }
          MainLoop.run(milliseconds: 300)
          let list = try XCTUnwrap(Self.parts(below: window.widget, named: "row").first)
          try Self.assertStops(Self.scroller(above: list), in: window, name)
        }
      }
    }
  }

  func testSideListAndPastedTextAreNotCut() throws {
    try onMain {
      var state = CalculatorLayoutTests.list(of: 3, active: 2)
      state.lists.entries += (1...40).map {
        .init(id: UserObject.ID(.saved, named: "\($0)").text, title: "List \($0)")
      }
      try CalculatorLayoutTests.opened(state, 1280, 800) { window in
        let side = try XCTUnwrap(window.late.sideList)
        try Self.assertStops(Scroller(side.widget.raw), in: window.window, "side list")
        var pasted = state
        let lines = (1...25).map { CalculatorViewState.Line(id: $0, amount: "\($0)", code: "USD", value: "1.00") }
        pasted.paste = .init(title: "25 amounts found", lines: lines, readings: [], remarks: [], canAdd: true)
        window.render(pasted)
        MainLoop.run(milliseconds: 300)
        let card = try XCTUnwrap(window.late.paste)
        let place = try XCTUnwrap(Self.parts(below: card.widget.widget, named: "scrolledwindow").first)
        try Self.assertStops(Scroller(UnsafeMutableRawPointer(place)), in: window.window, "paste")
      }
    }
  }
}
