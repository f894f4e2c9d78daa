// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk

/// Checks that amounts are never cut off. A long amount has smaller text or a power of ten.
final class NumberFitTests: WidgetTestCase {
  private let fit = NumberFit(sizes: [100, 80, 50])

  func testANumberHasTheLargestTextSizeThatFits() {
    XCTAssertEqual(fit.form(whole: 200, brief: nil, room: 200), .whole(100))
    XCTAssertEqual(fit.form(whole: 201, brief: nil, room: 200), .whole(80))
    XCTAssertEqual(fit.form(whole: 250, brief: 90, room: 200), .whole(80))
    XCTAssertEqual(fit.form(whole: 251, brief: 90, room: 200), .whole(50))
    XCTAssertEqual(fit.form(whole: 400, brief: 90, room: 200), .whole(50))
  }

  func testAllNumbersOfAColumnHaveTheSizeThatFitsTheWidest() {
    XCTAssertEqual(fit.form(whole: 100, widest: 250, brief: nil, room: 200), .whole(80))
    XCTAssertEqual(fit.form(whole: 100, widest: 500, brief: nil, room: 200), .whole(100))
  }

  /// GTK applies a new text size in the next frame. Until that frame, the text has the width of the old size.
  func testANumberThatIsReplacedBeforeTheNextFrameStillFits() throws {
    try onMain {
      try WidgetTestCase.styled {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        window.window.size = (360, 640)
        window.render(CalculatorViewState())
        window.present()
        MainLoop.run(milliseconds: 300)
        for text in ["123456789012.34 EUR and more words", "", "123456789012.34"] { window.amount.text = text }
        MainLoop.run(milliseconds: 100)
        let shown = try XCTUnwrap(gtk_editable_get_delegate(window.amount.opaque))
        let inner = UnsafeMutableRawPointer(shown).assumingMemoryBound(to: GtkWidget.self)
        let layout = try XCTUnwrap(gtk_widget_create_pango_layout(inner, window.amount.text))
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var width: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        XCTAssertLessThanOrEqual(width, gtk_widget_get_width(inner))
      }
    }
  }

  func testATooWideNumberIsWrittenInPowersOfTen() {
    XCTAssertEqual(fit.form(whole: 401, brief: 90, room: 200), .brief(100))
    XCTAssertEqual(fit.form(whole: 401, brief: 90, room: 72), .brief(80))
    XCTAssertEqual(fit.form(whole: 401, brief: nil, room: 200), .whole(50))
    XCTAssertEqual(fit.least(whole: 401, brief: 90), 45)
    XCTAssertEqual(fit.least(whole: 41, brief: nil), 21)
  }

  func testANumberWrittenWithAPowerOfTenIsRoundedFromTheExactValue() {
    let words = Words(
      numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
      catalogue: CurrencyCatalogue(
        records: [CurrencyRecord(currency: .eur, name: "Euro", minorUnit: 2, symbols: ["€"], countries: [])],
        legalRates: []))
    func brief(_ text: String) -> String {
      let money = Money(Rational(text: text) ?? .zero, .eur)
      return words.brief(money, writtenAs: words.text(money))
    }
    XCTAssertEqual(brief("123456789012.34"), "")
    XCTAssertEqual(brief("1234567890123.45"), "\u{200E}1.2 × 10¹²")
    XCTAssertEqual(brief("-9960000000000"), "\u{200E}-1.0 × 10¹³")
    XCTAssertEqual(brief("9949999999999.99"), "\u{200E}9.9 × 10¹²")
  }

  /// In windows that are at least 360 pixels wide, no row is wider than its window, and all digits are inside.
  func testNoResultCutsOffItsNumber() throws {
    try onMain {
      let values = ["1.25", "12,345,678.90", "1,234,567,890,123.45", "98,765,432,109,876,543.21"]
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      var state = CalculatorViewState()
      state.rows = values.enumerated().map { index, value in
        .init(
          id: "C0\(index)", name: "A Currency", value: value, brief: value.count > 15 ? "1.2 × 10¹²" : "",
          rate: "1 EUR = 2.00 XXX")
      }
      state.lines = values.enumerated().map {
        .init(id: $0 + 1, amount: $1, code: "EUR", value: $1, brief: $1.count > 15 ? "1.2 × 10¹²" : "")
      }
      (state.activeID, state.amount) = (1, values[3])
      state.total = .init(code: "EUR", value: values[3], brief: "9.9 × 10¹⁶")
      window.window.size = (360, 900)
      window.render(state)
      window.present()
      for width in [360, 820] {
        window.window.size = (width, 900)
        MainLoop.run(milliseconds: 400)
        for row in window.rows { XCTAssertTrue(row.value.isWhollyShown, "\(row.value.text) at \(width)") }
        for number in window.lines.numbersOnScreen {
          XCTAssertTrue(number.isWhollyShown, "\(number.text) at \(width)")
        }
        XCTAssertEqual(window.late.total?.value.isWhollyShown, true, "total at \(width)")
      }
      let heights = Set(window.rows.map { $0.value.height })
      XCTAssertEqual(heights.count, 1, "a longer number makes no row lower: \(heights)")
    }
  }
}
