// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursAPI
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// Checks that the status of the calculator always fits in one line.
final class StatusLineTests: WidgetTestCase {
  private static let today = Day(number: 20_000)

  @MainActor private static func state(_ provider: Provider, _ change: (inout RatesStatus) -> Void) -> CalculatorViewState {
    var state = CalculatorState(
      typed: "100", amount: Rational(100), source: .eur, results: [],
      rates: RatesStatus(provider: provider, newest: today - 126, today: today))
    change(&state.rates)
    return CalculatorViewState(state, EveryWindow.words)
  }

  @MainActor private static let troubles: [@MainActor (inout RatesStatus) -> Void] = [
    { _ in }, { $0.isOnline = false }, { $0.isSetOffline = true },
    { $0.failure = .api(provider: $0.provider.id, .timedOut) },
  ]

  /// Waits up to two seconds for a text that satisfies `isWanted`. Returns the text on screen and whether it is
  /// complete.
  @MainActor private static func shown(
    _ window: CalculatorWindow, _ isWanted: (String) -> Bool = { _ in true }
  ) throws -> (text: String, isWhole: Bool) {
    var labels: [Label] { ([window.provenance] + window.briefs).filter(\.isMapped) }
    func isWhole(_ label: Label) -> Bool {
      guard let layout = gtk_label_get_layout(label.opaque) else { return false }
      return pango_layout_is_ellipsized(layout) == 0 && pango_layout_get_line_count(layout) == 1
    }
    _ = EveryWindow.waits(60) { labels.count == 1 && isWhole(labels[0]) && isWanted(labels[0].text) }
    XCTAssertEqual(labels.count, 1, "\(labels.map(\.text))")
    let label = try XCTUnwrap(labels.first)
    return (label.text, isWhole(label))
  }

  func testTheStatusWithBankAndAgeFitsOneLineAtThePhoneWidth() throws {
    try onMain {
      try CalculatorLayoutTests.opened(CalculatorLayoutTests.list(of: 3, active: 2), 360, 640) { window in
        var heights = Set<Int>()
        for provider in ProviderState.directory().map(\.provider) where !provider.id.isTeam {
          for trouble in Self.troubles {
            let state = Self.state(provider, trouble)
            window.render(state)
            let shown = try Self.shown(window) { $0.contains("126 days old") }
            XCTAssertTrue(shown.isWhole, shown.text)
            XCTAssertTrue(shown.text.contains("126 days old"), shown.text)
            heights.insert(window.status.height)
            if shown.text != state.status {
              let label = try XCTUnwrap(window.briefs.first(where: \.isMapped))
              XCTAssertEqual(gtk_widget_get_tooltip_text(label.widget).map { String(cString: $0) }, state.status)
            }
          }
        }
        XCTAssertEqual(heights.count, 1, "\(heights)")
      }
    }
  }

  func testAWideWindowShowsTheFullStatus() throws {
    try onMain {
      let provider = try XCTUnwrap(ProviderState.directory().first { $0.id == .ecb }?.provider)
      try CalculatorLayoutTests.opened(Self.state(provider) { _ in }, 820, 640) { window in
        XCTAssertEqual(try Self.shown(window).text, window.shown.status)
        window.render(Self.state(provider) { $0.failure = .api(provider: .ecb, .timedOut) })
        XCTAssertTrue(try Self.shown(window).isWhole)
        window.window.size = (360, 640)
        let text = try Self.shown(window) { $0.hasPrefix("ECB · ") }.text
        XCTAssertTrue(text.hasPrefix("ECB · "), text)
      }
    }
  }
}
