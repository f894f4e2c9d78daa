// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursDesktop
import KursWords
import XCTest

final class DesktopTests: XCTestCase {
  func testRelativePathsInFolderVariablesAreIgnored() {
    let folders = Folders(environment: ["HOME": "/home/a", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "/c"])
    XCTAssertEqual(folders?.data, "/home/a/.local/share/kurs")
    XCTAssertEqual(folders?.cache, "/c/kurs")
    XCTAssertNil(Folders(environment: ["HOME": "home"]))
  }

  func testASpecificLocaleVariableOverridesLANG() {
    let locales = Locales(environment: ["LANG": "de_DE.UTF-8", "LC_NUMERIC": "en_IN", "LANGUAGE": "de:fr"])
    XCTAssertEqual(locales.numeric, "en_IN")
    XCTAssertEqual(locales.time, "de_DE")
    XCTAssertEqual(locales.country, "DE")
    XCTAssertEqual(locales.languages, ["de", "fr", "de_DE"])
    XCTAssertEqual(Locales(environment: ["LC_ALL": "sr_RS.UTF-8@latin", "LANG": "de_DE"]).numeric, "sr_RS@latin")
    XCTAssertNil(Locales(environment: [:]).country)
  }

  func testDataFilesAreSearchedFirstInTheFolderFromTheEnvironment() {
    let locator = ResourceLocator(
      environment: ["KURS_DATADIR": "/mine", "XDG_DATA_DIRS": "/x:relative:/y"], executable: "/opt/k/bin/kurs")
    XCTAssertThrowsError(try locator.path(of: "no such file")) {
      guard case .dataMissing(let name, let searched)? = $0 as? StartFailure else { return XCTFail("\($0)") }
      XCTAssertEqual(name, "no such file")
      XCTAssertEqual(searched.filter { !$0.hasSuffix("/data") }, ["/mine", "/opt/k/share/kurs", "/x/kurs", "/y/kurs"])
    }
  }

  func testEachMonthHasADifferentLongAndShortName() {
    XCTAssertEqual((1...12).map(MonthNames.name).filter(\.isEmpty), [])
    XCTAssertEqual(Set((1...12).map(MonthNames.shortName)).count, 12)
    XCTAssertEqual(MonthNames.name(13), "")
  }

  func testObserversOfTheNetworkLearnImmediatelyWhetherItIsAvailable() async {
    var iterator = Desktop.gio.networkAvailable().makeAsyncIterator()
    let isAvailable = await iterator.next()
    XCTAssertNotNil(isAvailable)
  }

  func testAnEventIsSentWheneverANewDayBegins() async throws {
    let began = ContinuousClock.now
    var events = DayEvents.stream { time(nil) + 1 }.makeAsyncIterator()
    for _ in 0..<2 {
      let event: Void? = await events.next()
      XCTAssertNotNil(event)
    }
    XCTAssertLessThan(ContinuousClock.now - began, .seconds(10))
  }

  func testTheNextMidnightIsCalculatedInTheTimeZoneOfTheUser() {
    let zone = ProcessInfo.processInfo.environment["TZ"]
    setenv("TZ", "Europe/Berlin", 1)
    // 28 March 2026, 12:00 UTC. In Berlin, summer time begins in the next night.
    XCTAssertEqual(DayEvents.nextMidnight(after: 1_774_699_200), 1_774_738_801)
    // 29 March 2026, 12:00 UTC. In Berlin, this day began at 23:00 UTC and ends at 22:00 UTC.
    XCTAssertEqual(DayEvents.nextMidnight(after: 1_774_785_600), 1_774_821_601)
    if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
    tzset()
  }
}
