// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import XCTest

@testable import KursApp
@testable import KursGtk

final class LeakTests: WidgetTestCase {
  /// A measurement opens a window this many times and takes the median of the used memory. The first measurement also
  /// fills the caches of fonts, icons and styles.
  private static let looks = 5
  /// The number of times that each window is opened after the first measurement. Use `KURS_OPENINGS=50`, which takes
  /// minutes, after changing windows.
  private static let openings = ProcessInfo.processInfo.environment["KURS_OPENINGS"].flatMap { Int($0) } ?? 6
  /// The windows to open, or nil for all. Set them with `KURS_OPENED='main menu,settings'`.
  private static let wanted = ProcessInfo.processInfo.environment["KURS_OPENED"]?.components(separatedBy: ",")
  /// The limit in bytes for all openings together, a megabyte for fifty. At first, caches still grow a little.
  private static let limit = min(1_000_000, 300_000 + 14_000 * openings)

  func testReopenedWindowsAndPopoversLeakNoMemory() throws {
    try onMain { XCTAssertLessThan(try Self.kept(by: \.all), Self.limit) }
  }

  /// GTK itself keeps some memory of each dialog (docs/BUILD.md), so a dialog without code of Kurs is measured too.
  func testReopenedFileDialogsLeakOnlyMemoryOfGTK() throws {
    try onMain {
      XCTAssertLessThan(try Self.kept(by: \.files), try Self.kept(by: \.plainFiles) + Self.limit)
      // In GTK 4.18, a response about a folder can reach a file dialog that is already closed. This happens in any
      // program that opens a file dialog.
      let ofGTK = "gtk_box_remove: assertion 'GTK_IS_BOX (box)' failed"
      XCTAssertEqual(Criticals.taken().filter { gtk_get_minor_version() <= 8 || !$0.contains(ofGTK) }, [])
    }
  }

  @MainActor
  private static func kept(by openings: KeyPath<EveryWindow, [EveryWindow.Opening]>) throws -> Int {
    // Turns animations off, because cairo caches the glyphs of each of the dozen sizes of an animated row title.
    Appearance.slide(false)
    defer { Appearance.slide(true) }
    let every = try EveryWindow()
    defer { every.close() }
    var kept: [(name: String, bytes: Int)] = []
    for (name, open) in every[keyPath: openings] where wanted?.contains(name) ?? true {
      try open()
      let files = openFiles
      defer { XCTAssertLessThanOrEqual(openFiles, files, "\(name) leaves files open") }
      let before = try median(afterEachOf: looks, open)
      for _ in 0..<Self.openings - looks { try open() }
      kept.append((name, try median(afterEachOf: looks, open) - before))
    }
    let most = kept.sorted { $0.bytes > $1.bytes }.prefix(8).map { "\($0.name) \($0.bytes)" }
    let sum = kept.reduce(0) { $0 + max($1.bytes, 0) }
    print("\(Self.openings) openings each of \(kept.count) windows and popovers kept \(sum) bytes: \(most)")
    return sum
  }

  private static var openFiles: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

  /// Measures file dialogs several times.
  ///
  /// A closed file dialog releases up to 250 kB of GTK's memory only now and then, and takes it again at the next
  /// opening. A single measurement would count that as a leak, or hide one.
  @MainActor
  private static func median(afterEachOf openings: Int, _ open: () throws -> Void) throws -> Int {
    let looks = try (0..<openings).map { _ in
      try open()
      MainLoop.run(milliseconds: 60)
      return Memory.inUse
    }
    return looks.sorted()[openings / 2]
  }
}
