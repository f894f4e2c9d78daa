// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk

/// The wheel over long lists: no row is cut through the middle, at the top or at the foot.
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

  func testInThePickerEachNotchStopsAtARow() throws {
    try onMain {
      try Self.styled {
        let codes = "ABCDEF".flatMap { second in "ABCDEFGHIJ".compactMap { Currency("A\(second)\($0)") } }
        let words = Words(
          numbers: NumberWords(separator: ".") { $0.text(places: $1) },
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
}
