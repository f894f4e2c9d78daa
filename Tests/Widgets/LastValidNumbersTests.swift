// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp

final class LastValidNumbersTests: ViewStateCase {
  private func valid(_ text: String) throws -> CalculatorViewState {
    CalculatorViewState(try state { $0.typed = text }, words)
  }

  private func broken(_ text: String) throws -> CalculatorViewState {
    CalculatorViewState(
      try state { state in
        state.typed = text
        state.problem = .unreadable(position: 4, .missingOperand)
        for index in state.results.indices { state.results[index].outcome = .waiting }
      }, words)
  }

  func testWhileTypedTextIsIncompleteThePreviousNumbersStayDimmed() throws {
    var held = LastValidNumbers()
    let before = held.shown(try valid("100"))
    XCTAssertFalse(before.isHeld)
    let during = held.shown(try broken("100+"))
    XCTAssertTrue(during.isHeld)
    XCTAssertEqual(during.rows, before.rows)
    XCTAssertEqual(during.note, before.note)
    XCTAssertFalse(during.noteIsError)
    XCTAssertFalse(held.shown(try valid("100+1")).isHeld)
    XCTAssertFalse(held.isWaiting)
  }

  func testAnErrorInTypedTextIsShownAfterAPauseOrEnter() throws {
    var held = LastValidNumbers()
    _ = held.shown(try valid("100"))
    _ = held.shown(try broken("100+"))
    let first = held.number
    _ = held.shown(try broken("100+("))
    XCTAssertFalse(held.announced(first), "typing went on")
    XCTAssertTrue(held.announced(held.number))
    let after = held.shown(try broken("100+("))
    XCTAssertTrue(after.isHeld)
    XCTAssertTrue(after.noteIsError)
    XCTAssertFalse(held.announced(), "said once")
    XCTAssertFalse(held.shown(try broken("100+(2")).noteIsError, "what is typed then may become something")
  }

  func testAnErrorInANewlySelectedLineIsShownAtOnce() throws {
    var held = LastValidNumbers()
    _ = held.shown(try valid("100"))
    var other = try broken("7+")
    other.activeID = 9
    XCTAssertTrue(held.shown(other).noteIsError)
  }
}
