// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// Tests the printed page of a list, which has each rate's source and day.
final class ReceiptTests: XCTestCase {
  private static func row(_ number: Int) -> Receipt.Row {
    Receipt.Row(
      text: "+ \(number) USD for something with a long name that goes on and on and on until no line has room for it",
      amount: "\(number).00 EUR", detail: "1 USD = 0.895 EUR · European Central Bank · 30 October 2026")
  }

  private static func receipt(_ lines: Int) -> Receipt {
    var receipt = Receipt(title: "Trip", subtitle: "30 October 2026")
    receipt.lines = (0..<lines).map(row)
    receipt.total = Receipt.Row(text: "Total", amount: "895.00 EUR", detail: "")
    receipt.results = [row(7)]
    return receipt
  }

  func testAListOfAnyLengthFitsOnOnePrintedPage() {
    let letter = Size(480, 720)
    for (lines, isRightToLeft, size) in [
      (1, false, PDFPage.paper), (12, true, PDFPage.paper), (200, false, PDFPage.paper), (30, false, letter),
    ] {
      var receipt = Self.receipt(lines)
      receipt.title = String(repeating: "A long title ", count: 9)
      let page = ReceiptPage(receipt: receipt, isRightToLeft: isRightToLeft, size: size)
      let frames = page.picture.labels.map { $0.frame(page.metrics) }
      XCTAssertEqual(page.picture.labels.filter { $0.text.contains("European Central Bank") }.count, lines + 1)
      for frame in frames {
        XCTAssertGreaterThanOrEqual(frame.x, 40)
        XCTAssertLessThanOrEqual(frame.x + frame.width, size.width - 40)
        XCTAssertLessThanOrEqual(frame.y + frame.height, size.height - 20)
      }
      let amounts = page.picture.labels.filter { $0.text.hasSuffix(".00 EUR") }
      XCTAssertEqual(amounts.count, lines + 2)
      XCTAssertTrue(amounts.allSatisfy { $0.anchor == (isRightToLeft ? .left : .right) })
    }
  }

  func testThePrintedPageIsWrittenAsPDF() throws {
    let bytes = try XCTUnwrap(PDFPage.file(ReceiptPage(receipt: Self.receipt(5)).picture))
    XCTAssertTrue(bytes.starts(with: Array("%PDF-".utf8)))
    XCTAssertTrue(String(decoding: bytes.suffix(8), as: UTF8.self).contains("%%EOF"))
  }
}
