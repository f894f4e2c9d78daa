// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursDrawing
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp

final class ListDecisionTests: XCTestCase {
  func testTheDecimalSeparatorsOfAColumnAreAligned() {
    func tails(_ texts: String..., separator: String) -> [String] {
      DecimalColumn.tails(of: texts, separator: separator, isRightToLeft: false)
    }
    XCTAssertEqual(tails("1.25", "17,568", "0.5", separator: "."), ["", ".00", "0"])
    XCTAssertEqual(tails("3", "4", separator: "."), ["", ""])
    XCTAssertEqual(tails("1,5", "–", "5500 / 2", separator: ","), ["", "", ",0"])
    XCTAssertEqual(tails("1.234", "1,2", separator: ","), [",0", ""])
  }

  func testDecimalSeparatorsAreAlignedInRightToLeftRowsToo() {
    func tails(_ texts: String..., separator: String) -> [String] {
      DecimalColumn.tails(of: texts, separator: separator, isRightToLeft: true)
    }
    XCTAssertEqual(tails("١١١٫٧٢", "٨٣٫٣٨", "١٧٬٥٦٨", separator: "٫"), ["١٧٬", "١٧٬٥", ""])
    XCTAssertEqual(tails("١٠٠٫٠٠", "\u{61C}-٢٣٫٩٩", "–", separator: "٫"), ["", "١", ""])
    XCTAssertEqual(tails("100.00", "-3.99", separator: "."), ["", "1"])
    XCTAssertEqual(tails("1000", "5500 / 2", "100", separator: "."), ["5 / ", "", "55 / "])
  }

  func testASmallTrendLineUsesTheWholeHeightOfItsPicture() throws {
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
