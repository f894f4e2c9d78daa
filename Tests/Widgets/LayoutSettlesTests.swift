// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import KursModel
import KursWords
import Synchronization
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Checks that a layout reaches its final size and isn't repeated endlessly.
final class LayoutSettlesTests: WidgetTestCase {
  private static let widths = (0..<40).map { 360 + 30 * $0 }
  private static let heights = [560, 640, 720, 800]

  func testTheLayoutOfEachCardIsFinalAfterResizingToFortyWidths() throws {
    try inEachLanguage { language in
      for (name, card) in Self.cards {
        try Self.opened { answered in
          try card(answered)
          for (turn, width) in Self.widths.enumerated() {
            let height = Self.heights[turn % Self.heights.count]
            answered.window.window.size = (width, height)
            Self.assertRest(of: answered.window.window, "\(name), \(language), \(width) x \(height)")
          }
        }
      }
    }
  }

  /// GTK looks for the width that fits a height. This search never ends if a wider window needs more height.
  func testAWiderWindowNeverMakesACardHigher() throws {
    try inEachLanguage { language in
      for (name, card) in Self.cards {
        try Self.opened { answered in
          try card(answered)
          MainLoop.run(milliseconds: 50)
          var before = Int32.max
          for width in stride(from: Int32(360), through: 1700, by: 5) {
            var least: Int32 = 0
            gtk_widget_measure(answered.window.page.widget, GTK_ORIENTATION_VERTICAL, width, &least, nil, nil, nil)
            XCTAssertLessThanOrEqual(least, before, "\(name), \(language), \(width)")
            before = least
          }
        }
      }
    }
  }

  func testTheLayoutOfEachPopoverIsFinalAfterResizingToFortyWidths() throws {
    try inEachLanguage { language in
      try Self.opened { answered in
        answered.send(.amountTyped("100 EUR + 250 USD"))
        answered.send(.equalsPressed)
        let window = answered.window
        for (turn, width) in Self.widths.enumerated() {
          let height = Self.heights[turn % Self.heights.count]
          window.window.size = (width, height)
          for (name, open) in Self.popovers {
            try open(window)
            Self.assertRest(of: window.window, "\(name), \(language), \(width) x \(height)")
            window.window.closePopover()
            MainLoop.run(milliseconds: 10)
          }
        }
      }
    }
  }

  private typealias Card = (name: String, show: @MainActor (AnsweredWindow) throws -> Void)

  @MainActor private static let cards: [Card] = [
    (
      "a doubtful amount",
      {
        $0.send(.cleared(removal: 1))
        $0.send(.pasted("1,234"))
      }
    ),
    (
      "a doubtful amount in a list",
      {
        $0.send(.amountTyped("100 EUR + 250 USD + 7 TRY"))
        $0.send(.equalsPressed)
        $0.send(.pasted("1,234"))
      }
    ),
    ("doubtful rows", { $0.send(.pasted("Hotel\t1,234\nTaxi\t(5,678)\nnothing\nFood\t12.50 EUR\n")) }),
    (
      "a total with a fee",
      {
        $0.send(.amountTyped("100 EUR + 250 USD"))
        $0.send(.equalsPressed)
        $0.send(.feeChosen(Fee(percent: Rational(2), direction: .iPay)))
        $0.send(.cashRoundingSwitched(true))
      }
    ),
    ("two readings", { $0.send(.amountTyped("1,234")) }),
    (
      "an introduction",
      {
        $0.window.toasts.showWelcome(
          tr("Kurs goes online only to fetch rates ({providers}).", ["providers": "Bank"])) {}
      }
    ),
  ]

  private typealias Opening = (name: String, open: @MainActor (CalculatorWindow) throws -> Void)

  @MainActor private static let popovers: [Opening] = [
    (
      "date",
      {
        try DatePopover(.init(title: tr("Rates of"), none: tr("Newest")), day: EveryWindow.today) { _ in }.popUp(
          at: $0.menu)
      }
    ),
    ("text", { try TextPopover(title: tr("Note"), text: "a") { _ in }.popUp(at: $0.menu) }),
    ("reckoning", { $0.explain("TRY", ["1 EUR = 50 TRY", "1 EUR = 1.1172 USD"]) }),
    ("menu of a line", { $0.menu.popUp(CalculatorMenus.line(EveryWindow.list.lines[0])) }),
    ("menu of lists", { $0.listChooser.popUp(CalculatorMenus.lists(.init())) }),
  ]

  /// Runs `body` with a new window and closes it, so that each test begins as the program does.
  @MainActor private static func opened(_ body: (AnsweredWindow) throws -> Void) throws {
    try styled {
      let answered = try AnsweredWindow()
      defer { answered.window.window.destroy() }
      answered.window.present()
      MainLoop.run(milliseconds: 300)
      try body(answered)
    }
  }

  private func inEachLanguage(_ body: @MainActor (String) throws -> Void) throws {
    let catalogues = try XCTUnwrap(ProcessInfo.processInfo.environment["KURS_LOCALEDIR"], "scripts/test sets it")
    try onMain {
      let before = ProcessInfo.processInfo.environment["LANGUAGE"]
      let locale = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
      defer {
        Self.speak(before ?? "", catalogues)
        if before == nil { unsetenv("LANGUAGE") }
        setlocale(LC_MESSAGES, locale)
      }
      for language in ["en", "de", "ar"] {
        Self.speak(language, catalogues)
        try body(language)
      }
    }
  }

  @MainActor private static func speak(_ language: String, _ catalogues: String) {
    // gettext ignores LANGUAGE in the locale "C".
    setlocale(LC_MESSAGES, "C.UTF-8")
    setenv("LANGUAGE", language, 1)
    // Opening a catalogue makes gettext forget the translations of the previous language.
    _ = MessageCatalogue("kurs", folder: catalogues)
    Appearance.follow(language: language.isEmpty ? "en" : language)
  }

  /// Fails if the window is laid out again and again. Ends the program if a single layout never ends.
  @MainActor private static func assertRest(of window: Window, _ place: String) {
    let watch = Watch(place)
    defer { watch.end() }
    MainLoop.run(milliseconds: 10)
    guard let clock = gtk_widget_get_frame_clock(window.widget) else { return XCTFail("\(place): not shown") }
    let layouts = Layouts()
    let handler = Object(UnsafeMutableRawPointer(clock)).connect("layout") { layouts.count += 1 }
    defer { g_signal_handler_disconnect(UnsafeMutableRawPointer(clock), handler) }
    for _ in 0..<40 {
      let before = layouts.count
      MainLoop.run(milliseconds: 35)
      if layouts.count == before { return }
    }
    XCTFail("\(place): laid out \(layouts.count) times in \(40 * 35) ms")
  }

  @MainActor private final class Layouts {
    var count = 0
  }

  /// Ends the program if the main loop hangs, which the main thread can't detect.
  private final class Watch: Sendable {
    private let isOver = Mutex(false)

    init(_ place: String) {
      let thread = Thread { [self] in
        for _ in 0..<300 where !isOver.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.1) }
        guard isOver.withLock({ $0 }) else { fatalError("\(place): its layout never ends") }
      }
      thread.start()
    }

    func end() { isOver.withLock { $0 = true } }
  }
}
