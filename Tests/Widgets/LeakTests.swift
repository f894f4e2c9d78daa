// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// What a window or popover leaves on the heap after it was opened and closed.
final class LeakTests: WidgetTestCase {
  private static let words = Words(
    numbers: NumberWords(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(records: [], legalRates: []), monthName: { "month \($0)" })
  private static let day = Day(iso: "2026-10-30") ?? Day(number: 0)

  /// Bytes left by one of eight openings, after three that fill what GTK keeps for all of them.
  @MainActor private static func bytesLeft(_ open: () throws -> Void) rethrows -> Int {
    for _ in 0..<3 { try scoped(open) }
    let before = mallinfo2().uordblks
    for _ in 0..<8 { try scoped(open) }
    return (Int(mallinfo2().uordblks) - Int(before)) / 8
  }

  @MainActor private static func shown(_ window: Window) {
    window.present()
    MainLoop.run(milliseconds: 250)
    window.close()
    MainLoop.run(milliseconds: 150)
  }

  func testTheSettingsLeaveNoneOfTheirRows() throws {
    try onMain {
      let machine = SettingsMachine(
        SettingsReading(), directory: ProviderState.directory(), today: Day(number: 20_000))
      let state = SettingsViewState(machine.state, SettingsChoices(Self.words), Self.words)
      let left = try Self.bytesLeft {
        let window = try SettingsWindow(SettingsChoices(Self.words)) { _ in }
        window.render(state)
        Self.shown(window.window)
      }
      print("MEASURE settings \(left)")
      // libadwaita 1.2 keeps its empty groups.
      XCTAssertLessThan(left, 100_000)
    }
  }

  func testAFormAndAPopoverLeaveNothing() throws {
    try onMain {
      let fee = try Self.bytesLeft { Self.shown(try FeeWindow(nil, Self.words) { _ in }.window) }
      print("MEASURE fee \(fee)")
      XCTAssertLessThan(fee, 20_000)
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.window.present()
      MainLoop.run(milliseconds: 300)
      let texts = DatePopover.Texts(title: "Day", none: "None")
      let date = try Self.bytesLeft {
        let popover = try DatePopover(texts, day: Self.day) { _ in }
        popover.popUp(at: window.menu)
        MainLoop.run(milliseconds: 250)
        popover.close()
        MainLoop.run(milliseconds: 250)
      }
      print("MEASURE date \(date)")
      XCTAssertLessThan(date, 20_000)
    }
  }
}
