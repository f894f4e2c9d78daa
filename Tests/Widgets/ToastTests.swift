// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk

final class ToastTests: WidgetTestCase {
  private static func notice(_ sentence: String) -> ToastQueue.Notice { .init(sentence: sentence) }

  func testANoticeIsShownAfterThePreviousNoticeWasReadAndClosed() {
    var queue = ToastQueue()
    XCTAssertEqual(queue.requested(Self.notice("a")), .show(Self.notice("a"), number: 1))
    XCTAssertNil(queue.requested(Self.notice("b")))
    XCTAssertNil(queue.requested(Self.notice("c")))
    XCTAssertEqual(queue.readingTimePassed(1), .dismiss)
    XCTAssertNil(queue.readingTimePassed(1))
    XCTAssertNil(queue.requested(Self.notice("d")))
    XCTAssertEqual(queue.closed(1), .show(Self.notice("b"), number: 2))
    // The user dismissed the notice before its reading time passed.
    XCTAssertEqual(queue.closed(2), .show(Self.notice("c"), number: 3))
    XCTAssertNil(queue.readingTimePassed(2))
    XCTAssertNil(queue.closed(2))
  }

  func testARepeatedNoticeIsShownOnceAndANewNoticeReplacesAReadOne() {
    var queue = ToastQueue()
    _ = queue.requested(Self.notice("a"))
    XCTAssertNil(queue.requested(Self.notice("a")))
    XCTAssertNil(queue.readingTimePassed(1))
    XCTAssertEqual(queue.requested(Self.notice("b")), .dismiss)
    XCTAssertNil(queue.requested(Self.notice("c")))
    XCTAssertNil(queue.requested(Self.notice("b")))
    XCTAssertEqual(queue.closed(1), .show(Self.notice("c"), number: 2))
    XCTAssertEqual(queue.closed(2), .show(Self.notice("b"), number: 3))
    XCTAssertNil(queue.closed(3))
  }

  func testUndoByKeyRemovesTheNoticeWithTheUndoButton() {
    let removed = ToastQueue.Notice(sentence: "List cleared", button: "Undo", action: "win.undo-removal::1")
    var queue = ToastQueue()
    XCTAssertEqual(queue.requested(removed), .show(removed, number: 1))
    XCTAssertNil(queue.withdrawn(action: "win.undo-removal"))
    XCTAssertEqual(queue.readingTimePassed(1), .dismiss)
    XCTAssertNil(queue.closed(1))
    _ = queue.requested(removed)
    XCTAssertNil(queue.readingTimePassed(2))
    XCTAssertNil(queue.withdrawn(action: "win.other"))
    XCTAssertEqual(queue.withdrawn(action: "win.undo-removal"), .dismiss)
  }

  /// Dismissing a notice while it still slides in crashes libadwaita.
  func testNoticesThatFollowEachOtherQuicklyAllAppear() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer { window.window.destroy() }
      window.present()
      MainLoop.run(milliseconds: 300)
      var seen: [String] = []
      for count in 1...40 where Set(seen).count < 4 {
        if count < 10 { window.toast("\(count % 4)", button: (count == 3 ? "Undo" : "Again", "win.undo")) }
        MainLoop.run(milliseconds: count < 10 ? 30 : 200)
        if let sentence = window.toasts.sentence, seen.last != sentence { seen.append(sentence) }
      }
      XCTAssertEqual(seen.first, "1")
      XCTAssertEqual(Set(seen), ["0", "1", "2", "3"])
    }
  }

  /// libadwaita's own queue shows each notice for five seconds, so the last of ten would appear far too late.
  func testNoticesInTheSettingsThatFollowQuicklyAllAppear() throws {
    try onMain {
      let words = Words(
        numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
        catalogue: CurrencyCatalogue(records: [], legalRates: []))
      let window = try SettingsWindow(SettingsChoices(words)) { _ in }
      defer { window.pages.destroy() }
      window.present(above: nil, of: nil)
      MainLoop.run(milliseconds: 300)
      for count in 1...10 {
        window.say("\(count % 3)")
        MainLoop.run(milliseconds: 30)
      }
      let toasts = try XCTUnwrap(window.pages.toasts)
      var seen: [String] = []
      for _ in 1...30 where Set(seen).count < 3 {
        MainLoop.run(milliseconds: 200)
        if let sentence = toasts.sentence, seen.last != sentence { seen.append(sentence) }
      }
      XCTAssertEqual(Set(seen), ["0", "1", "2"])
    }
  }

  func testANoticeCoversNeitherKeysNorNumbersNorTheStatusLine() throws {
    try onMain {
      for (width, height) in [(360, 640), (400, 720), (820, 640), (820, 420), (1280, 800)] {
        for count in [1, 3, 8] {
          try CalculatorLayoutTests.opened(CalculatorLayoutTests.list(of: count, active: 0), width, height) { window in
            let said = "\(width) x \(height), \(count)"
            let frames = { try [window.keypad, window.status].map { try XCTUnwrap(Self.bounds($0.widget, window)) } }
            let before = try frames()
            window.toast("The list is empty", button: ("Undo", "win.undo"))
            MainLoop.settle(window.window)
            XCTAssertEqual(try frames(), before, said)
            let notice = try XCTUnwrap(Self.parts(below: window.toasts.widget, named: "toast").first)
            let over = try XCTUnwrap(Self.bounds(notice, window))
            XCTAssertGreaterThan(over.height, 20, said)
            XCTAssertTrue(CGRect(x: 0, y: 0, width: width, height: height).contains(over), said)
            for other in before { XCTAssertFalse(over.intersects(other), "\(said): \(over) over \(other)") }
            let total = try XCTUnwrap(window.late.total).widget.widget
            let rows = window.rows.map(\.row.widget) + window.lines.rows.map(\.row.widget) + [total]
            for row in rows where gtk_widget_get_mapped(row) != 0 {
              guard let seen = Self.seen(row, window) else { continue }
              XCTAssertLessThanOrEqual(over.intersection(seen).height, 4, "\(said): \(over) over \(seen)")
            }
          }
        }
      }
    }
  }

  @MainActor private static func bounds(_ widget: UnsafeMutablePointer<GtkWidget>, _ window: CalculatorWindow) -> CGRect? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, window.window.widget, &bounds) != 0 else { return nil }
    return CGRect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }

  /// Returns the visible part of a row in its scrolled list.
  @MainActor private static func seen(_ row: UnsafeMutablePointer<GtkWidget>, _ window: CalculatorWindow) -> CGRect? {
    guard let frame = bounds(row, window) else { return nil }
    guard let place = gtk_widget_get_ancestor(row, gtk_scrolled_window_get_type()), let port = bounds(place, window)
    else { return frame }
    let part = frame.intersection(port)
    return part.isEmpty ? nil : part
  }

  func testAWindowClosedWhileNoticesWaitIsFreed() throws {
    try assertFreed {
      let window = try CalculatorWindow { _ in }
      window.window.present()
      for count in 1...5 { window.toast("\(count)") }
      return (window, window.window)
    }
  }
}
