// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWords
@testable import KursWorkflow

final class DirectionTests: WidgetTestCase {
  func testWindowsAreRightToLeftInArabicAndPersian() {
    onMain {
      defer { Appearance.follow(language: "en") }
      for (language, isRightToLeft) in [("ar", true), ("de", false), ("fa_IR", true), ("arn", false)] {
        Appearance.follow(language: language)
        XCTAssertEqual(Appearance.isRightToLeft, isRightToLeft, language)
      }
    }
  }

  func testThePlusOfAPercentageIsAtTheSamePositionAsItsMinus() {
    for (locale, down, up) in [
      ("C", "\u{200E}−3.27%", "\u{200E}+3.27%"), ("ar_EG", "\u{61C}\u{61C}−٣٫٢٧%", "\u{61C}+٣٫٢٧%"),
    ] {
      let format = NumberFormat(NumberSymbols(posix: locale))
      let numbers = NumberStrings(separator: ".", format: format) { format.text($0, places: $1) }
      let words = Words(numbers: numbers, catalogue: CurrencyCatalogue(records: [], legalRates: []))
      XCTAssertEqual(words.change(Rational(units: -327, places: 4)), down)
      XCTAssertEqual(words.change(Rational(units: 327, places: 4)), up)
    }
  }

  func testValuesInRightToLeftTextAreIsolatedAndUseLocalDigits() {
    defer { use(Wording()) }
    let format = NumberFormat(NumberSymbols(posix: "ar_EG"))
    let numbers = NumberStrings(separator: "٫", format: format) { format.text($0, places: $1) }
    var words = Words(numbers: numbers, catalogue: CurrencyCatalogue(records: [], legalRates: []))
    words.monthName = { "\($0)" }
    use(Wording(isolates: true, zero: format.symbols.zero))
    XCTAssertEqual(words.percent(Rational(units: 327, places: 4)), "\u{2068}٣٫٢٧\u{2069}٪")
    XCTAssertEqual(
      words.line(from: .eur, to: .usd, Rational(units: 12, places: 1), places: 1),
      "١ \u{2068}EUR\u{2069} = \u{2068}١٫٢\u{2069} \u{2068}USD\u{2069}")
    XCTAssertEqual(trn("{n} day", "{n} days", 12), "\u{2068}١٢\u{2069} days")
    let encodings = tr("It is read as Windows-1252 and written as UTF-8.")
    XCTAssertEqual(encodings, "It is read as Windows-1252 and written as UTF-8.")
    XCTAssertEqual(words.date(Day(iso: "2026-10-30")!), "\u{2068}٣٠\u{2069} \u{2068}10\u{2069} \u{2068}٢٠٢٦\u{2069}")
    use(Wording(isolates: true))
    XCTAssertEqual(
      tr("{first} to {last}", ["first": tr("of {date}", ["date": "3"]), "last": ""]),
      "\u{2068}of \u{2068}3\u{2069}\u{2069} to ")
    use(Wording())
    XCTAssertEqual(words.percent(Rational(units: 327, places: 4)), "٣٫٢٧%")
  }

  /// Each key press creates about fifty sentences. Regular expressions took 40 ms to fill them.
  func testFillingASentenceWithLocalDigitsTakesUnder200Microseconds() {
    let wording = Wording(isolates: true, zero: "\u{0660}")
    let start = clock()
    for _ in 0..<2000 {
      let filled = wording.fill("1 {from} = 5% of F5 {to}", ["from": "EUR", "to": ""])
      XCTAssertEqual(filled, "١ \u{2068}EUR\u{2069} = ٥٪ of F5 ")
    }
    XCTAssertLessThan(Double(clock() - start) / Double(CLOCKS_PER_SEC), 0.4)
  }

  func testTypedAmountsAndFeesAndDatesAllUseTheDigitsOfTheLocale() {
    defer { use(Wording()) }
    use(Wording(isolates: true, zero: "\u{0660}"))
    let format = NumberFormat(NumberSymbols(posix: "ar_EG"))
    let numbers = NumberStrings(separator: "٫", format: format) { format.text($0, places: $1) }
    let words = Words(numbers: numbers, catalogue: CurrencyCatalogue(records: [], legalRates: []))
    for (typed, shown) in [("12.5", "١٢٫٥"), ("1.234", "١.٢٣٤"), ("1,234.5", "١,٢٣٤.٥"), ("3 × 0.25", "٣ × ٠٫٢٥")] {
      XCTAssertEqual(words.shownAmount(typed), shown)
    }
    XCTAssertEqual(words.storedFee("١٫٧٥ ٪ + ٠٫٣٥ EUR"), "1.75% + 0.35 EUR")
    XCTAssertEqual(words.shownFee("1.75% + 0.35 EUR"), "١٫٧٥٪ + ٠٫٣٥ EUR")
    XCTAssertTrue(words.feeExample.hasSuffix("\u{2068}٠٫٣٥\u{2069} EUR"), words.feeExample)
    XCTAssertEqual(Day(iso: "2026-10-30")!.typable, "٣٠ October ٢٠٢٦")
    onMain {
      let entry = Entry(UnsafeMutableRawPointer(gtk_entry_new()!))
      entry.keepOwnDigits()
      entry.insert("2")
      entry.insert("5")
      XCTAssertEqual(entry.text, "٢٥")
      let button = SpinButton(UnsafeMutableRawPointer(gtk_spin_button_new_with_range(0, 100, 1)!))
      button.write { inOwnDigits($0) }
      button.value = 42
      XCTAssertEqual(String(cString: gtk_editable_get_text(button.opaque)), "٤٢")
      gtk_editable_set_text(button.opaque, "٧")
      gtk_spin_button_update(button.opaque)
      XCTAssertEqual(button.value, 7)
    }
  }

  func testAnArabicSentenceThatBeginsWithAValueIsRightToLeft() {
    onMain { Self.layOutSentences() }
  }

  @MainActor
  private static func layOutSentences() {
    let wording = Wording(isolates: true)
    for (sentence, direction) in [
      ("{name} بلا قيمة", PANGO_DIRECTION_RTL), ("«{name}»: لا يُعرف", PANGO_DIRECTION_RTL), ("{name} since 1999", PANGO_DIRECTION_LTR),
      ("1 {name} = 2 {name}", PANGO_DIRECTION_LTR),
    ] {
      let filled = wording.fill(sentence, ["name": "USD"])
      let label = Label(text: filled)
      XCTAssertEqual(pango_layout_get_direction(gtk_label_get_layout(label.opaque), 0), direction, sentence)
      XCTAssertEqual(filled.unicodeScalars.first == "\u{200F}", direction == PANGO_DIRECTION_RTL)
    }
    XCTAssertEqual(wording.fill("القيمة {name}", ["name": "3"]), "القيمة \u{2068}3\u{2069}")
    XCTAssertEqual(wording.fill("{name}%", ["name": "3"]), "\u{2068}3\u{2069}%")
    XCTAssertEqual(Wording().fill("{name} بلا قيمة", ["name": "USD"]), "USD بلا قيمة")
  }

  func testInArabicANegativeAmountInLatinDigitsBeginsWithItsMinus() throws {
    try onMain {
      defer { Appearance.follow(language: "en") }
      let builder = try Builder(ui: "total")
      let number = try builder.object("value", as: NumberLabel.self)
      let label = try XCTUnwrap(gtk_widget_get_first_child(number.raw.assumingMemoryBound(to: GtkWidget.self)))
      for (language, shown) in [("ar", "\u{200E}−100.00"), ("de", "−100.00")] {
        Appearance.follow(language: language)
        number.show("-100.00")
        XCTAssertEqual(Label(UnsafeMutableRawPointer(label)).text, shown)
        XCTAssertEqual(number.text, "-100.00")
      }
    }
  }

  func testTypedAmountsUseTheDigitsAndAlignmentOfTheLocale() throws {
    try onMain {
      defer {
        Appearance.follow(language: "en")
        use(Wording())
      }
      Appearance.follow(language: "ar")
      use(Wording(isolates: true, zero: "\u{0660}"))
      var typed: [String] = []
      let window = try CalculatorWindow { if case .event(.amountTyped(let text)) = $0 { typed.append(text) } }
      defer { window.window.destroy() }
      window.window.size = (400, 720)
      window.present()
      MainLoop.run(milliseconds: 300)
      window.write("12")
      window.amount.position = 1
      window.write("5.")
      XCTAssertEqual(typed.last, "١٥.٢")
      XCTAssertEqual(window.amount.text, "١٥.٢")
      XCTAssertEqual(window.amount.position, 3)
      // The amount is on the left, as the results are. GTK mirrors the alignment in right-to-left text.
      for (text, alignment) in [("5", 0), ("5500 / 2", 0), ("5 USD", 0), ("5 دولار", 1)] as [(String, Float)] {
        window.amount.text = text
        XCTAssertEqual(gtk_editable_get_alignment(window.amount.opaque), alignment, text)
      }
      Appearance.follow(language: "de")
      window.amount.text = "7"
      XCTAssertEqual(gtk_editable_get_alignment(window.amount.opaque), 1)
    }
  }

  /// By Unicode's rules, text between two Arabic numbers runs from right to left, so 100 − 20 looked like 20 − 100.
  func testATypedSumInArabicDigitsIsShownFromLeftToRight() throws {
    try onMain {
      defer {
        Appearance.follow(language: "en")
        use(Wording())
      }
      Appearance.follow(language: "ar")
      use(Wording(isolates: true, zero: "\u{0660}"))
      var typed: [String] = []
      let window = try CalculatorWindow { if case .event(.amountTyped(let text)) = $0 { typed.append(text) } }
      defer { window.window.destroy() }
      window.window.size = (400, 720)
      window.present()
      MainLoop.run(milliseconds: 300)
      let amount = window.amount
      for (number, character) in "100-20".enumerated() {
        window.write(String(character))
        XCTAssertEqual(amount.position, number + 1)
      }
      for text in ["١٠٠-٢٠", "١٠٠ + ٢٠ × (٣ − ٥)", "١٠٠+٢٠ EUR"] {
        amount.text = text
        XCTAssertEqual(amount.text, text)
        XCTAssertEqual(typed.last, text)
        let places = Self.cursors(in: amount)
        XCTAssertEqual(places.count, text.count + 1)
        XCTAssertEqual(places, places.sorted(), text)
        XCTAssertEqual(gtk_editable_get_alignment(amount.opaque), 0)
      }
      // The user can't type before the first digit or delete the invisible characters there.
      amount.position = 0
      window.write("7")
      XCTAssertEqual(amount.text, "٧١٠٠+٢٠ EUR")
      XCTAssertEqual(amount.position, 1)
      gtk_editable_set_position(amount.opaque, 0)
      XCTAssertEqual(amount.position, 0)
      amount.deleteBackwards()
      XCTAssertEqual(amount.text, "٧١٠٠+٢٠ EUR")
      amount.selectAll()
      XCTAssertEqual(amount.selection, 0..<11)
      XCTAssertTrue(amount.isReplacedByWriting)
      window.write("5")
      XCTAssertEqual([amount.text, amount.written], ["٥", "٥"])
      XCTAssertEqual(amount.position, 1)
      amount.show(selected: "٥+٦")
      XCTAssertEqual(amount.selection, 0..<3)
      amount.replace(with: "٥+٦٧")
      XCTAssertEqual(amount.position, 4)
      while !amount.text.isEmpty { amount.deleteBackwards() }
      XCTAssertEqual(amount.written, "")
      // Arabic words in an amount aren't changed.
      amount.text = "١٠٠ دولار + ٢٠"
      XCTAssertEqual(amount.written, amount.text)
    }
  }

  /// Returns the cursor's position before each character and after the last.
  @MainActor private static func cursors(in entry: Entry) -> [Float] {
    let text = UnsafeMutableRawPointer(gtk_editable_get_delegate(entry.opaque))?.assumingMemoryBound(to: GtkText.self)
    return (entry.lead...entry.written.unicodeScalars.count).map { place in
      var strong = graphene_rect_t()
      gtk_text_compute_cursor_extents(text, gsize(place), &strong, nil)
      return strong.origin.x
    }
  }

  func testALineInArabicDigitsIsShownFromLeftToRight() throws {
    try onMain {
      let row = try LineRow(onMenu: { _, _ in }, onDrop: { _, _ in })
      row.render(CalculatorViewState.Line(id: 1, amount: "١٠٠ - ٢٠"))
      let labels = Self.parts(below: row.row.widget, named: "label").map { Label(UnsafeMutableRawPointer($0)) }
      let shown = try XCTUnwrap(labels.first { $0.text.contains("٢٠") })
      let layout = gtk_label_get_layout(shown.opaque)
      let places = shown.text.indices.filter { shown.text[$0].isNumber || shown.text[$0] == "-" }.map { place in
        var area = PangoRectangle()
        pango_layout_index_to_pos(layout, Int32(shown.text[..<place].utf8.count), &area)
        return area.x
      }
      XCTAssertEqual(places, places.sorted())
      XCTAssertEqual(places.count, 6)
    }
  }

  func testAmountsInAListUseTheDigitsOfTheLocale() {
    defer { use(Wording()) }
    use(Wording(isolates: true, zero: "\u{0660}"))
    let words = Words(
      numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
      catalogue: CurrencyCatalogue(records: [], legalRates: []))
    let state = CalculatorState(
      typed: "5500 / 2", amount: nil, source: .eur, results: [],
      rates: RatesStatus(
        provider: ProviderState.directory()[0].provider, newest: Day(number: 20_000), today: Day(number: 20_000)))
    XCTAssertEqual(CalculatorViewState(state, words).amount, "٥٥٠٠ / ٢")
  }

  func testTheBracketKeysAreNotMirroredInRightToLeftText() throws {
    try onMain {
      let builder = try Builder(ui: "calculator")
      // Without this mark, text without letters would have the window's direction, which mirrors the brackets.
      let leftToRight = "\u{200E}"
      XCTAssertEqual(try builder.object("key_open", as: Button.self).label, leftToRight + "(")
      XCTAssertEqual(try builder.object("key_close", as: Button.self).label, leftToRight + ")")
      try builder.object("window", as: Window.self).destroy()
    }
  }
}
