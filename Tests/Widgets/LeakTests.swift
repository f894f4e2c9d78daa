// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

/// What a window or popover leaves in memory after it was opened and closed.
final class LeakTests: WidgetTestCase {
  private static let words = Words(
    numbers: NumberWords(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(records: [], legalRates: []), monthName: { "month \($0)" })
  private static let day = Day(iso: "2026-10-30") ?? Day(number: 0)

  /// Kilobytes left by one of eight openings, after three that fill what GTK keeps for all of them.
  @MainActor private static func kilobytesLeft(_ open: () throws -> Void) rethrows -> Int {
    for _ in 0..<3 { try scoped(open) }
    let before = anonymousKilobytes
    for _ in 0..<8 { try scoped(open) }
    return (anonymousKilobytes - before) / 8
  }

  /// What the kernel counts as this process's own memory.
  @MainActor private static var anonymousKilobytes: Int {
    Memory.settle()
    let lines = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8))?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("Anonymous:") }
    return line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
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
      let left = try Self.kilobytesLeft {
        let window = try SettingsWindow(SettingsChoices(Self.words)) { _ in }
        window.render(state)
        Self.shown(window.window)
      }
      // libadwaita 1.2 keeps its empty groups.
      XCTAssertLessThan(left, 150)
    }
  }

  func testAFormAndAPopoverLeaveNothing() throws {
    try onMain {
      let fee = try Self.kilobytesLeft { Self.shown(try FeeWindow(nil, Self.words) { _ in }.window) }
      XCTAssertLessThan(fee, 40)
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.window.present()
      MainLoop.run(milliseconds: 300)
      let texts = DatePopover.Texts(title: "Day", none: "None")
      let date = try Self.kilobytesLeft {
        let popover = try DatePopover(texts, day: Self.day) { _ in }
        popover.popUp(at: window.menu)
        MainLoop.run(milliseconds: 250)
        popover.close()
        MainLoop.run(milliseconds: 250)
      }
      XCTAssertLessThan(date, 40)
    }
  }
}
