// SPDX-License-Identifier: GPL-3.0-or-later

/// A day of the Gregorian calendar. The API writes it as `2026-11-21`.
struct CalendarDay: Hashable, Comparable, Sendable {
  let year: Int
  let month: Int
  let day: Int

  static func < (one: Self, other: Self) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  // The conversions to and from days since 1970 are by Howard Hinnant ("chrono-Compatible Low-Level Date Algorithms").
  // They begin a year in March, so that a leap day is the year's last day.

  init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    day = ofYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.floorDivided(by: 400)
    let yearOfEra = marchYear - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }
}

extension CalendarDay: CustomStringConvertible {
  var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

  /// Parses the form `2026-11-21`. Returns nil for any other text, and for a day that doesn't exist.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Int(digits: bytes[..<4]), let month = Int(digits: bytes[5..<7]),
      let day = Int(digits: bytes[8...]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    guard CalendarDay(daysSince1970: daysSince1970) == self else { return nil }
  }
}
