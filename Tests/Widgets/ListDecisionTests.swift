// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursDrawing
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp

/// Pure values that decide what keys and pointers mean to a list.
final class ListDecisionTests: XCTestCase {
  private var three: LinePlaces { LinePlaces(ids: [4, 7, 9], active: 1) }

  func testEnterFinishesASingleAmountAndGoesOnInAList() {
    let single = LinePlaces(ids: [1], active: 0)
    XCTAssertEqual(EnterKey.pressed(text: "100", in: single), .finish)
    XCTAssertEqual(EnterKey.pressed(text: "2*19.90", in: single), .finish)
    XCTAssertEqual(EnterKey.pressed(text: "100", in: three), .nextLine)
    XCTAssertEqual(EnterKey.pressed(text: "1'000,50", in: LinePlaces(ids: [4, 7], active: 1)), .newLine)
    XCTAssertEqual(EnterKey.pressed(text: "2*19.90", in: three), .finish)
    XCTAssertEqual(EnterKey.pressed(text: "100 USD", in: three), .finish)
    XCTAssertEqual(EnterKey.pressed(text: "", in: three), .finish)
  }

  func testASignAtTheEndBeginsTheNextLine() {
    for places in [LinePlaces(ids: [1], active: 0), three] {
      XCTAssertEqual(EnterKey.pressed(text: "100 +", in: places), .continueWith(.plus, text: "100"))
      XCTAssertEqual(EnterKey.pressed(text: "100−", in: places), .continueWith(.minus, text: "100"))
      XCTAssertEqual(EnterKey.pressed(text: "(1+2) - ", in: places), .continueWith(.minus, text: "(1+2)"))
      XCTAssertEqual(EnterKey.pressed(text: "5 €+", in: places), .continueWith(.plus, text: "5 €"))
    }
    XCTAssertEqual(EnterKey.pressedForNewLine(text: "7-"), .continueWith(.minus, text: "7"))
  }

  func testASignThatFollowsAnOperatorIsNoEnd() {
    let single = LinePlaces(ids: [1], active: 0)
    XCTAssertEqual(EnterKey.pressed(text: "-", in: single), .finish)
    XCTAssertEqual(EnterKey.pressed(text: "2*-", in: single), .finish)
    XCTAssertEqual(EnterKey.pressedForNewLine(text: "2*-"), .newLine)
    XCTAssertEqual(EnterKey.pressedForNewLine(text: ""), .newLine)
  }

  func testChoosingALineTwiceAsksOnce() {
    var places = three
    XCTAssertEqual(places.chose(9), .lineChosen(2))
    XCTAssertNil(places.chose(9))
    XCTAssertNil(places.chose(5))
    XCTAssertNil(places.stepped(by: 1))
    XCTAssertEqual(places.stepped(by: -1), .lineChosen(1))
  }

  func testTwoQuickMovesCarryOneLineTwice() {
    var places = three
    XCTAssertEqual(places.moved(by: -1), .lineMoved(from: 1, to: 0))
    XCTAssertEqual(places, LinePlaces(ids: [7, 4, 9], active: 0))
    XCTAssertNil(places.moved(by: -1))
    XCTAssertEqual(places.moved(9, onto: 7), .lineMoved(from: 2, to: 0))
    XCTAssertEqual(places, LinePlaces(ids: [9, 7, 4], active: 1))
  }

  func testRemovingKeepsTheActiveLineOrItsNeighbour() {
    var places = three
    XCTAssertEqual(places.removed(4), .lineRemoved(at: 0))
    XCTAssertEqual(places, LinePlaces(ids: [7, 9], active: 0))
    XCTAssertEqual(places.removed(), .lineRemoved(at: 0))
    XCTAssertEqual(places, LinePlaces(ids: [9], active: 0))
    XCTAssertNil(places.removed())
  }

  func testANewLineFollowsTheActiveOne() {
    var places = three
    XCTAssertEqual(places.added(.minus), .lineAdded(after: 1, sign: .minus))
    XCTAssertEqual(places.active, 2)
    XCTAssertEqual(places.ids.count, 4)
    var typedAsTwo = LinePlaces(ids: [4, 7, 9, 10], active: 1, end: 2)
    XCTAssertEqual(typedAsTwo.added(.plus), .lineAdded(after: 2, sign: .plus))
    var atTheEnd = LinePlaces(ids: [4, 7], active: 0, end: 1)
    XCTAssertEqual(atTheEnd.added(.plus), .lineAdded(after: nil, sign: .plus))
  }

  func testDecimalSeparatorsStandBelowEachOther() {
    XCTAssertEqual(DecimalColumn.tails(of: ["1.25", "17,568", "0.5"], separator: "."), ["", ".00", "0"])
    XCTAssertEqual(DecimalColumn.tails(of: ["3", "4"], separator: "."), ["", ""])
    XCTAssertEqual(DecimalColumn.tails(of: ["1,5", "–", "5500 / 2"], separator: ","), ["", "", ",0"])
    XCTAssertEqual(DecimalColumn.tails(of: ["1.234", "1,2"], separator: ","), [",0", ""])
  }

  func testALongNumberIsWrittenSmaller() {
    let sizes = ["1,234.56", "12,345,678", "123,456,789.01", "123,456,789,012.34", "1,234,567,890,123,456.78"].map {
      NumberSize.of($0, limits: [10, 14, 18])
    }
    XCTAssertEqual(sizes, [nil, nil, .long, .longer, .longest])
  }

  func testASparklineSpansItsPictureFromLowToHigh() throws {
    let picture = try XCTUnwrap(
      Sparkline.picture(of: [0, 1000, 500], size: .init(60, 24), theme: .light))
    guard case .polyline(let points, _)? = picture.items.first else { return XCTFail("no line") }
    XCTAssertEqual(points.count, 3)
    XCTAssertGreaterThan(points[0].y, points[2].y)
    XCTAssertLessThan(points[1].y, points[2].y)
    XCTAssertTrue(points.allSatisfy { $0.x >= 0 && $0.x <= 60 && $0.y >= 0 && $0.y <= 24 })
    XCTAssertNil(Sparkline.picture(of: [5], size: .init(60, 24), theme: .light))
  }
}
