// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursDrawing
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Tests windows at twice the usual text size and at the width of a phone.
final class LargeTextTests: WidgetTestCase {
  private func atTwiceTheSize(_ body: @MainActor () throws -> Void) throws {
    try onMain {
      Appearance.writeText(atHundredths: 200)
      defer { Appearance.writeText(atHundredths: 100) }
      try body()
    }
  }

  func testWithLargeTextNoNumberIsCutOff() throws {
    for width in [360, 820, 1280] {
      try atTwiceTheSize {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        window.window.size = (width, 640)
        window.render(EveryWindow.list)
        window.present()
        MainLoop.run(milliseconds: 300)
        XCTAssertEqual(window.rows.map(\.value.isWhollyShown), [true], "\(width)")
        XCTAssertEqual(window.late.total?.value.isWhollyShown, true, "\(width)")
      }
    }
  }

  func testWithLargeTextTheCalculatorFitsThePhoneWidth() throws {
    try atTwiceTheSize {
      // The test loads the program's style sheet, because it makes buttons wider.
      try Self.styled {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        window.render(EveryWindow.list)
        window.present()
        MainLoop.run(milliseconds: 300)
        XCTAssertLessThanOrEqual(Self.leastWidth(of: window.page.widget), 360)
      }
    }
  }

  func testWithLargeTextAListOfLongAmountsFitsThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        var state = EveryWindow.list
        let lines = [("1000.50", "EUR", "1,117.76"), ("99999", "JPY", "635.92"), ("100", "EUR", "-111.72")]
        state.lines = lines.enumerated().map { index, line in
          let tail = line.0.contains(".") ? "" : ".00"
          return .init(id: index, sign: "−", amount: line.0, amountTail: tail, code: line.1, value: line.2)
        }
        (state.active, state.activeID, state.amount, state.currency) = (2, 2, "100", "EUR")
        state.total = .init(code: "USD", value: "1,654.46", explanation: "Rounded")
        state.rows = ["1,480.90", "260,164"].map {
          .init(
            id: "JPY", name: "Schwedische Krone", value: $0, rate: "1 USD = 0.89510 EUR",
            trend: .init(period: "since 21 Sep", heights: [1, 2]))
        }
        window.render(state)
        window.present()
        MainLoop.run(milliseconds: 300)
        XCTAssertLessThanOrEqual(Self.leastWidth(of: window.page.widget), 360)
      }
    }
  }

  /// GTK measures a new line before it applies the smaller text of a list, and a window stays as wide as it once was.
  func testWithLargeTextTheFirstLineKeepsThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        window.window.size = (360, 640)
        var state = EveryWindow.list
        (state.lines, state.total, state.chips, state.paste) = ([], nil, [], nil)
        window.render(state)
        window.present()
        MainLoop.run(milliseconds: 300)
        let before = window.window.width
        window.render(EveryWindow.list)
        MainLoop.run(milliseconds: 300)
        XCTAssertEqual(window.window.width, before)
      }
    }
  }

  func testWithLargeTextAllResultsHaveOneTextSize() throws {
    defer { onMain { Appearance.follow(language: "en") } }
    for (language, tails) in [("en", ["", "", ".00"]), ("ar", ["17,", "17,5", ""])] {
      onMain { Appearance.follow(language: language) }
      try atTwiceTheSize {
        try Self.styled {
          let window = try CalculatorWindow { _ in }
          defer { window.window.destroy() }
          window.window.size = (360, 640)
          var state = CalculatorViewState()
          let rows = [("USD", "US Dollar", "111.72"), ("GBP", "Pound Sterling", "83.38"), ("JPY", "Yen", "17,568")]
          state.rows = zip(rows, tails).map { row, tail in
            .init(id: row.0, name: row.1, value: row.2, rate: "1 EUR = 175.68 \(row.0)", tail: tail)
          }
          window.render(state)
          window.present()
          MainLoop.run(milliseconds: 300)
          let scales = window.rows.map { row in
            var bounds = graphene_rect_t()
            _ = gtk_widget_compute_bounds(row.value.whole.widget, row.value.widget, &bounds)
            return (bounds.size.height / Float(gtk_widget_get_height(row.value.whole.widget)) * 100).rounded()
          }
          XCTAssertEqual(Set(scales).count, 1, "\(language) \(scales)")
        }
      }
    }
  }

  func testWithLargeTextButtonsBreakTheirLabels() throws {
    try atTwiceTheSize {
      try Self.styled {
        let parent = try CalculatorWindow { _ in }
        parent.window.size = (360, 640)
        parent.present()
        MainLoop.run(milliseconds: 200)
        let window = try FeeWindow(nil, EveryWindow.words) { _ in }
        defer {
          window.window.destroy()
          parent.window.destroy()
        }
        let buttons = Self.parts(below: window.window.widget, named: "button").filter {
          gtk_widget_has_css_class($0, "text-button") != 0
        }
        XCTAssertEqual(buttons.count, 2)
        // German has these labels.
        for (button, text) in zip(buttons, ["Keine Gebühr", "Alarm setzen"]) {
          gtk_button_set_label(UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkButton.self), text)
        }
        window.present(above: parent.window)
        MainLoop.run(milliseconds: 300)
        XCTAssertLessThanOrEqual(Self.leastWidth(of: gtk_window_get_child(window.window.cast())), 360)
      }
    }
  }

  func testWithLargeTextTheAlertFormFitsThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let window = try AlertWindow(
          AlertForm(from: .eur, to: .usd, newest: nil, EveryWindow.words), EveryWindow.words, pick: { _, _ in },
          newest: { _, _ in nil }, chosen: { _ in })
        defer { window.window.destroy() }
        window.window.present()
        MainLoop.run(milliseconds: 300)
        XCTAssertLessThanOrEqual(Self.leastWidth(of: gtk_window_get_child(window.window.cast())), 360)
      }
    }
  }

  func testWithLargeTextTheSignInFormFitsThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let window = try AccountWindow { _ in }
        defer { window.window.destroy() }
        window.render(
          AccountViewState(AccountViewStateTests.state(.signedOut(nil), nil), AccountForm(server: "https://a.example")))
        window.present(above: nil)
        MainLoop.run(milliseconds: 300)
        XCTAssertLessThanOrEqual(Self.leastWidth(of: gtk_window_get_child(window.window.cast())), 360)
      }
    }
  }

  func testWithLargeTextTheDatePopoverFitsThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        window.window.size = (360, 640)
        window.render(EveryWindow.list)
        window.present()
        MainLoop.run(milliseconds: 300)
        let rules = DatePopover.Rules(chosen: NamedRule.all[0]) { _ in }
        let popover = try DatePopover(
          .init(title: "Kurse vom", none: "Neueste Kurse"), day: EveryWindow.today, rules: rules) { _ in }
        popover.popUp(at: window.menu)
        XCTAssertTrue(EveryWindow.waits(300) { window.window.hasFocusInPopover })
        let shown = try XCTUnwrap(Self.parts(below: window.menu.widget, named: "popover").last)
        let contents = try XCTUnwrap(Self.parts(below: shown, named: "contents").first)
        XCTAssertLessThanOrEqual(gtk_widget_get_width(contents), 360)
        for label in Self.parts(below: shown, named: "label") where gtk_widget_get_mapped(label) != 0 {
          let text = String(cString: gtk_label_get_text(OpaquePointer(label)))
          XCTAssertEqual(pango_layout_is_ellipsized(gtk_label_get_layout(OpaquePointer(label))), 0, text)
        }
      }
    }
  }

  func testWithLargeTextARowOfThePickerFitsThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let row = try PickerRow(onStar: { _ in true }) { _ in }
        let choice = PickerChoice(
          CurrencyRecord(
            currency: .eur, name: "Währungseinheit", minorUnit: 2, symbols: [], countries: [], until: Day(number: 1)),
          EveryWindow.words, today: EveryWindow.today) { _ in [] }
        for offer in [nil, RateOffer(ProviderID("bcra"))] {
          row.show(choice, isFavourite: false, offer: offer)
          XCTAssertLessThanOrEqual(Self.leastWidth(of: row.widget.widget), 324)
        }
      }
    }
  }

  func testWithLargeTextALongWordOfTheHelpFitsThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let help = try HelpWindow {}
        defer { help.window.destroy() }
        help.window.rewriteLabels { _ in "Währungsumrechnungsprogramm" }
        XCTAssertLessThanOrEqual(Self.leastWidth(of: gtk_window_get_child(help.window.cast())), 360)
      }
    }
  }

  @MainActor static func leastWidth(of widget: UnsafeMutablePointer<GtkWidget>?) -> Int32 {
    var least: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    return least
  }

  func testWithLargeTextTitlesAreNotCutAtThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let parent = try CalculatorWindow { _ in }
        parent.window.size = (360, 640)
        parent.present()
        MainLoop.run(milliseconds: 200)
        let table = try TableWindow { _ in }
        let shortcuts = PreferencesWindow(title: "Tastenkürzel", width: 440, height: 640)
        defer {
          table.window.destroy()
          shortcuts.destroy()
          parent.window.destroy()
        }
        var state = TableViewState()
        state.title = "Tabelle umrechnen"
        table.render(state)
        table.present(above: parent.window)
        shortcuts.present(above: parent.window)
        MainLoop.run(milliseconds: 300)
        for window in [table.window, try XCTUnwrap(shortcuts.window)] {
          let titles = Self.parts(below: window.widget, named: "headerbar").flatMap { Self.parts(below: $0, named: "label") }
            .filter { gtk_widget_get_mapped($0) != 0 && gtk_widget_has_css_class($0, "title") != 0 }
          XCTAssertEqual(titles.count, 1)
          for title in titles {
            let layout = gtk_label_get_layout(OpaquePointer(title))
            XCTAssertEqual(
              pango_layout_is_ellipsized(layout), 0, String(cString: gtk_label_get_text(OpaquePointer(title))))
          }
        }
      }
    }
  }

  func testWithLargeTextAPhoneShowsTheWholeChosenValue() throws {
    try atTwiceTheSize {
      try Self.styled {
        let parent = try CalculatorWindow { _ in }
        parent.window.size = (360, 640)
        parent.present()
        MainLoop.run(milliseconds: 200)
        let window = try SettingsWindow(SettingsChoices(SettingsWindowTests.words)) { _ in }
        defer {
          window.pages.destroy()
          parent.window.destroy()
        }
        window.render(SettingsWindowTests.view(SettingsWindowTests.machine()))
        window.present(above: parent.window, of: nil)
        MainLoop.run(milliseconds: 500)
        let rows = Self.parts(below: try XCTUnwrap(window.window).widget, named: "row").filter {
          gtk_widget_has_css_class($0, "combo") != 0 && gtk_widget_get_mapped($0) != 0
        }
        XCTAssertFalse(rows.isEmpty)
        for label in rows.flatMap({ Self.parts(below: $0, named: "label") }) where gtk_widget_get_mapped(label) != 0 {
          XCTAssertEqual(
            pango_layout_is_ellipsized(gtk_label_get_layout(OpaquePointer(label))), 0,
            String(cString: gtk_label_get_text(OpaquePointer(label))))
        }
      }
    }
  }

  func testWithLargeTextTheChartFitsThePhoneWidth() throws {
    @MainActor func widths(ofWindow words: Words) throws -> (least: Int32, shown: Double) {
      let window = try ChartWindow(words) { _ in }
      defer { window.window.destroy() }
      window.window.size = (360, 640)
      window.render(EveryWindow.chart)
      window.present()
      MainLoop.run(milliseconds: 300)
      var least: Int32 = 0
      gtk_widget_measure(window.window.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
      return (least, window.view.area.area.size.width)
    }
    try onMain {
      let normal = try widths(ofWindow: EveryWindow.words)
      XCTAssertLessThanOrEqual(normal.least, 360)
      XCTAssertLessThanOrEqual(normal.shown, 360)
    }
    // GTK 4.18 opens this window as wide as its text, but the desktop may limit it. So only the minimum is checked.
    try atTwiceTheSize { XCTAssertLessThanOrEqual(try widths(ofWindow: EveryWindow.words).least, 360) }
  }

  func testWithLargeTextTheShortcutsFitThePhoneWidth() throws {
    try atTwiceTheSize {
      try Self.styled {
        let window = try CalculatorWindow { _ in }
        defer { window.window.destroy() }
        window.window.size = (360, 640)
        window.present()
        MainLoop.run(milliseconds: 300)
        let page = try Builder(ui: "shortcuts").object("page", as: Widget.self)
        Self.giveKeys(page.widget)
        let shortcuts = window.window.showShortcuts(page, title: "Keyboard Shortcuts")
        defer { shortcuts.destroy() }
        MainLoop.run(milliseconds: 300)
        let shown = try XCTUnwrap(shortcuts.window)
        XCTAssertLessThanOrEqual(Self.leastWidth(of: page.widget), 360)
        XCTAssertLessThanOrEqual(shown.width, max(window.window.width, Int(Self.leastWidth(of: shown.widget))))
        let labels = Self.parts(below: page.widget, named: "label").filter { gtk_widget_get_mapped($0) != 0 }
        XCTAssertGreaterThanOrEqual(labels.count, 80)
        for label in labels {
          let text = String(cString: gtk_label_get_text(OpaquePointer(label)))
          XCTAssertEqual(pango_layout_is_ellipsized(gtk_label_get_layout(OpaquePointer(label))), 0, text)
          XCTAssertLessThanOrEqual(try CalculatorLayoutTests.end(of: label, in: shown), Double(shown.width), text)
        }
      }
    }
  }

  /// Gives each shortcut the longest key combination of the program's actions.
  @MainActor private static func giveKeys(_ widget: UnsafeMutablePointer<GtkWidget>) {
    if isObject(widget, a: adw_action_row_get_type()) { return gtk_widget_set_name(widget, "<Shift><Control>Delete") }
    childWidgets(of: widget).forEach(giveKeys)
  }

  /// The names must also fit in DejaVu, which is the widest common font and is used if the user chose none.
  func testWithLargeTextNamesOfSettingsPagesFitThePhoneWidth() throws {
    try onMain {
      try Self.styled {
        let window = try SettingsWindow(SettingsChoices(SettingsWindowTests.words)) { _ in }
        window.render(SettingsWindowTests.view(SettingsWindowTests.machine()))
        window.present(above: nil, of: nil)
        defer { window.pages.destroy() }
        try XCTUnwrap(window.window).size = (360, 640)
        MainLoop.run(milliseconds: 1000)
        let names = Self.parts(below: try XCTUnwrap(window.window).widget, named: "viewswitcherbar")
          .flatMap { Self.parts(below: $0, named: "label") }.filter { gtk_widget_get_mapped($0) != 0 }
        XCTAssertEqual(names.count, 5)
        // German has the longest name.
        gtk_label_set_text(OpaquePointer(try XCTUnwrap(names.last)), "Privatsphäre")
        for name in names {
          var wanted: Int32 = 0
          gtk_widget_measure(name, GTK_ORIENTATION_HORIZONTAL, -1, nil, &wanted, nil, nil)
          // Each name has a fifth of 360 pixels, without the space around it.
          XCTAssertLessThanOrEqual(wanted, 66, String(cString: gtk_label_get_text(OpaquePointer(name))))
        }
      }
    }
  }
}
