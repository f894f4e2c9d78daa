// SPDX-License-Identifier: GPL-3.0-or-later
import XCTest

@testable import KursApp

final class CountryNamesTests: WidgetTestCase {
  func testCountriesAreFoundByCommonEnglishNames() {
    onMain {
      let names = CountryNames()
      for (name, code) in ["Turkey": "TR", "USA": "US", "England": "GB", "South Korea": "KR", "Ivory Coast": "CI"] {
        XCTAssert(names(code).contains(name), name)
      }
    }
  }
}
