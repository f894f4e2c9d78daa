// SPDX-License-Identifier: GPL-3.0-or-later
import XCTest

@testable import KursApp

final class AnnouncementsTests: XCTestCase {
  func testTheTotalIsAnnouncedOnceAfterAPauseInTyping() throws {
    var machine = Announcements()
    _ = machine.shown("Total: 1 EUR")
    let keys = try ["Total: 10 EUR", "Total: 100 EUR"].map { try XCTUnwrap(machine.shown($0)) }
    XCTAssertNil(machine.shown("Total: 100 EUR"), "nothing new")
    XCTAssertNil(machine.paused(keys[0]), "typing went on")
    XCTAssertEqual(machine.paused(keys[1]), "Total: 100 EUR")
    XCTAssertNil(machine.paused(keys[1]), "told already")
  }

  func testUnchangedResultsAreNotAnnounced() throws {
    var machine = Announcements()
    let opening = try XCTUnwrap(machine.shown("Total: 1 EUR"))
    XCTAssertNil(machine.paused(opening))
    _ = machine.shown("Total: 2 EUR")
    let back = try XCTUnwrap(machine.shown("Total: 1 EUR"))
    XCTAssertNil(machine.paused(back))
  }

  func testAnActionAndItsResultAreAnnouncedTogether() throws {
    var machine = Announcements()
    _ = machine.shown("Total: 1 EUR")
    let number = machine.noteAction("Undone")
    let answer = try XCTUnwrap(machine.shown("Total: 2 EUR"))
    XCTAssertNil(machine.paused(number))
    XCTAssertEqual(machine.paused(answer), "Undone. Total: 2 EUR")
    XCTAssertEqual(machine.paused(machine.noteAction("Undone")), "Undone", "nothing else changed")
  }

  func testWithoutARateTheErrorIsAnnouncedInsteadOfTheValue() {
    var state = CalculatorViewState()
    state.rows = [.init(id: "USD", name: "US Dollar", value: "1.12", rate: "1 EUR = 1.12 USD")]
    XCTAssertEqual(state.announcement, "1.12 USD")
    state.rows[0].value = "–"
    state.rows[0].rate = "There is no rate."
    XCTAssertEqual(state.announcement, "USD, US Dollar, There is no rate.")
    state.total = .init(code: "EUR", currencyName: "Euro", value: "3.00")
    XCTAssertEqual(state.announcement, "Total: 3.00 EUR")
    (state.note, state.noteIsError) = ("A number is missing.", true)
    XCTAssertEqual(state.announcement, "A number is missing.")
  }
}
