// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import XCTest

@testable import KursApp
@testable import KursWorkflow

/// Checks that a saved calculation shows the date in the user's time zone, not in UTC.
final class SavedDayTests: XCTestCase {
  private let words = Words(
    numbers: NumberStrings(separator: ".") { $0.text(places: $1) },
    catalogue: CurrencyCatalogue(records: [], legalRates: []), currencyName: { $0 }, monthName: { "month \($0)" })
  /// 2026-10-30 at 10:30 UTC.
  private let record = CalculationRecord(text: "", lines: [], result: .eur, savedAt: Timestamp(milliseconds: 1_793_356_200_000))

  override func tearDown() {
    unsetenv("TZ")
    tzset()
  }

  func testASavedCalculationShowsItsDayInTheTimeZoneOfTheUser() throws {
    let id = try XCTUnwrap(UserObject.ID("00000000-0000-4000-8000-000000000001"))
    let saved = SavedCalculation(id: id, title: "Trip", record: record)
    for (zone, day) in [("LINT-14", 31), ("WEST12", 29), ("UTC0", 30)] {
      setenv("TZ", zone, 1)
      XCTAssertEqual(SavedListsViewState.Row(saved, nil, words).thenNote, "\(day) month 10 2026", zone)
    }
  }

  func testTheAccessibleLabelOfASavedCalculationHasAllItsText() throws {
    setenv("TZ", "UTC0", 1)
    let line = RecordedLine(sign: .plus, text: "5 EUR", portable: "5 EUR", currency: .eur)
    let kept = [0, 86_400_000].map { later in
      CalculationRecord(
        text: "5 EUR", lines: [line], result: .eur,
        savedAt: Timestamp(milliseconds: record.savedAt.milliseconds + later))
    }
    // The two entries of `kept` differ only in their day.
    let history = kept.enumerated().map { SavedListsViewState.Row(HistoryEntry(id: Int64($0), record: $1), words).spoken }
    XCTAssertEqual(history.map { $0.hasSuffix("30 month 10 2026") }, [true, false], "\(history)")
    XCTAssertEqual(history.map { $0.hasSuffix("31 month 10 2026") }, [false, true], "\(history)")
    let id = try XCTUnwrap(UserObject.ID("00000000-0000-4000-8000-000000000001"))
    let saved = SavedListsViewState.Row(SavedCalculation(id: id, title: "Trip", record: kept[0]), nil, words).spoken
    XCTAssertTrue(saved.hasPrefix("Trip, ") && saved.hasSuffix(", 30 month 10 2026, 5 EUR"), saved)
  }

  func testTheHoursOfPublicationAreInTheTimeZoneOfTheUser() throws {
    let today = Day(number: 20_000)
    let provider = Provider(
      id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: today, carryLimit: 10, terms: "",
      attribution: "", publication: Publication(.workingDays, hours: 14...16))
    for (zone, times) in [("UTC0", "14:00 and 16:00"), ("WEST5", "9:00 and 11:00"), ("EAST-9", "23:00 and 1:00")] {
      setenv("TZ", zone, 1)
      tzset()
      XCTAssertEqual(words.publication(of: provider, today: today), "On working days between \(times), your time", zone)
    }
  }
}
