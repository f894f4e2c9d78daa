// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class SavedListsWindowTests: WidgetTestCase {
  private static func entry(_ id: Int64, _ total: Money) -> HistoryEntry {
    HistoryEntry(
      id: id,
      record: CalculationRecord(
        text: "1 EUR", lines: [], result: total.currency, savedAt: Timestamp(milliseconds: 1), total: .money(total)))
  }

  private static var saved: SavedListsViewState.Row {
    let record = CalculationRecord(text: "1 EUR", lines: [], result: .eur, savedAt: Timestamp(milliseconds: 1))
    return .init(
      subject: .saved(UserObject.ID(.saved, named: "a")), title: "Trip", detail: "1000 TRY + (5500/2) USD − 100 EUR",
      then: [.init(text: "2,379.43", code: "EUR")], thenNote: "28 November 2026",
      today: [.init(text: "2,401.10", code: "EUR")], todayNote: "+0.91% since then", record: record)
  }

  @MainActor private static func opened(
    _ state: SavedListsViewState, _ width: Int, _ body: (SavedListsWindow) throws -> Void
  ) throws {
    try styled {
      let parent = try CalculatorWindow { _ in }
      parent.window.size = (width, 640)
      parent.present()
      MainLoop.settle(parent.window)
      let window = try SavedListsWindow { _ in }
      defer {
        window.window.destroy()
        parent.window.destroy()
      }
      window.render(state)
      window.present(above: parent.window)
      MainLoop.settle(window.window)
      try body(window)
    }
  }

  @MainActor private static func labels(of window: SavedListsWindow) -> [(text: String, place: OpaquePointer)] {
    parts(below: window.window.widget, named: "row").flatMap { parts(below: $0, named: "label") }
      .filter { gtk_widget_get_mapped($0) != 0 }
      .map { (String(cString: gtk_label_get_text(OpaquePointer($0))), OpaquePointer($0)) }
  }

  func testAmountsInTheHistoryAlignTheirDecimalSeparators() throws {
    try onMain {
      var state = SavedListsState(page: .history)
      state.history = [
        Self.entry(1, Money(Rational(units: 237_943, places: 2), .eur)), Self.entry(2, Money(Rational(17_568), .jpy)),
      ]
      let words = Words(
        numbers: EveryWindow.words.numbers,
        catalogue: CurrencyCatalogue(
          records: [
            CurrencyRecord(currency: .eur, name: "Euro", minorUnit: 2, symbols: [], countries: []),
            CurrencyRecord(currency: .jpy, name: "Yen", minorUnit: 0, symbols: [], countries: []),
          ], legalRates: []), monthName: { "month \($0)" })
      let view = SavedListsViewState(state, words)
      XCTAssertEqual(view.rows.flatMap(\.then).map(\.tail), ["", ".00"])
      try Self.opened(view, 720) { window in
        let ends = try Self.labels(of: window).filter { $0.text.hasSuffix("43") || $0.text.hasSuffix("568") }.map {
          label in
          let layout = try XCTUnwrap(gtk_widget_create_pango_layout(UnsafeMutablePointer(label.place), ".00"))
          defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
          var decimals: Int32 = 0
          pango_layout_get_pixel_size(layout, &decimals, nil)
          let end = try CalculatorLayoutTests.end(of: UnsafeMutablePointer(label.place), in: window.window)
          return label.text.hasSuffix("43") ? end - Double(decimals) : end
        }
        XCTAssertEqual(ends.count, 2)
        XCTAssertEqual(ends.first ?? 0, ends.last ?? 1, accuracy: 1)
      }
    }
  }

  func testAtThePhoneWidthASavedListCutsNoText() throws {
    try onMain {
      for size: Int32 in [100, 200] {
        Appearance.writeText(atHundredths: size)
        defer { Appearance.writeText(atHundredths: 100) }
        try Self.opened(SavedListsViewState(page: .saved, rows: [Self.saved]), 360) { window in
          let labels = Self.labels(of: window)
          XCTAssertTrue(labels.contains { $0.text == "2,401.10" }, "\(labels.map(\.text))")
          for (text, place) in labels {
            XCTAssertEqual(pango_layout_is_ellipsized(gtk_label_get_layout(place)), 0, "\(text) at \(size) %")
          }
        }
      }
    }
  }
}
