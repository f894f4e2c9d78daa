// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp

/// What the picker finds, and in which order.
final class PickerViewStateTests: ViewStateCase {
  private func picker(_ text: String) -> [String] {
    var state = PickerViewState(words, inUse: [.usd], today: today) {
      [["CH": "Switzerland", "DE": "Germany"][$0] ?? $0]
    }
    state.search(text)
    return state.rows.map {
      switch $0 {
      case .heading(let title): "[\(title)]"
      case .currency(let choice): choice.currency.code
      }
    }
  }

  func testBitcoinAndMetalsStandUnderAHeadingOfTheirOwn() throws {
    let all = picker("")
    let heading = try XCTUnwrap(all.firstIndex(of: "[Bitcoin and Precious Metals]"))
    XCTAssertEqual(Array(all[(heading + 1)...(heading + 2)]), ["XAU", "XBT"])
    let money = try XCTUnwrap(all.firstIndex(of: "[All Currencies]"))
    XCTAssertFalse(all[money..<heading].contains("XAU"))
    XCTAssertEqual(picker("gold"), ["XAU", "ZWG"])
    XCTAssertEqual(picker("btc"), ["XBT"])
    XCTAssertEqual(picker("bitcoin"), ["XBT"])
  }

  func testThePickerFindsByCodeNameCountryAndSymbol() {
    XCTAssertEqual(picker("chf"), ["CHF"])
    XCTAssertEqual(picker("franc"), ["CHF"])
    XCTAssertEqual(picker("switz"), ["CHF"])
    XCTAssertEqual(picker("¥"), ["JPY"])
    XCTAssertEqual(picker("  ger"), ["EUR", "DEM"])
    XCTAssertEqual(picker("nothing"), [])
  }

  func testACountryIsFoundByEachNameThatPeopleCallItBy() {
    var names = CountryNames(text: "CH Switzerland\nDE Germany; West Germany; GDR\n")
    names.translate = { ["Germany": "Deutschland"][$0] ?? $0 }
    XCTAssertEqual(names("DE"), ["Germany", "West Germany", "GDR", "Deutschland"])
    XCTAssertEqual(names("XX"), ["XX"])
    var state = PickerViewState(words, inUse: [.usd], today: today, countryNames: names.callAsFunction)
    for search in ["deutsch", "germany", "gdr", "west ger"] {
      state.search(search)
      XCTAssertEqual(state.rows.count, 2, search)
    }
  }

  func testWithoutASearchThoseInUseComeFirstAndDiscontinuedOnesLast() {
    XCTAssertEqual(
      picker(""), [
        "[In Use]", "USD", "[All Currencies]", "CHF", "EUR", "JPY", "ZWG", "[Bitcoin and Precious Metals]", "XAU", "XBT",
        "[Discontinued]", "DEM",
      ])
  }

  func testASearchIgnoresCaseAndAccents() {
    XCTAssertEqual(PickerViewState.fold("Złoty ÉÑÇ"), "zloty enc")
  }
}
