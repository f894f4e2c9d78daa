// SPDX-License-Identifier: GPL-3.0-or-later

/// A date of the proleptic Gregorian calendar, without a time zone.
public struct Day: Hashable, Sendable {
  /// The number of days since 1970-01-01.
  public let number: Int32

  public init(number: Int32) {
    self.number = number
  }

  /// Creates a day. Nil if the date doesn't exist or the year is outside 1…9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    // Count days by Howard Hinnant's `days_from_civil`, from "chrono-Compatible Low-Level Date Algorithms".
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  public var civil: (year: Int, month: Int, day: Int) {
    // Find the date by Howard Hinnant's `civil_from_days`, from "chrono-Compatible Low-Level Date Algorithms".
    let z = Int(number) + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  public var year: Int { civil.year }

  /// The day of the week by ISO 8601: 1 is Monday, 7 is Sunday.
  public var weekday: Int { (Int(number) % 7 + 7 + 3) % 7 + 1 }

  /// The most days from one working day to the next.
  public static let longestHolidays = 14

  /// Whether the clock must be wrong, because the `newest` rates are too far in the future.
  public func isBehind(ratesOf newest: Day) -> Bool { newest - self > Self.longestHolidays }

  /// Whether a text is a date that its month doesn't have, such as 2024-02-30 and 31.4.2024.
  public static func isImpossibleDate(_ text: String) -> Bool {
    let parts = text.prefix { !$0.isWhitespace && $0 != "T" }.split { "-./".contains($0) }
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3, case let isYearFirst = parts[0].count == 4 else { return false }
    let year = isYearFirst ? numbers[0] : numbers[2]
    let pair = isYearFirst ? (numbers[1], numbers[2]) : (numbers[0], numbers[1])
    guard (1...12).contains(min(pair.0, pair.1)), (1...31).contains(max(pair.0, pair.1)) else { return false }
    let whole = year < 100 ? 2000 + year : year
    return [(pair.0, pair.1), (pair.1, pair.0)].allSatisfy { Day(year: whole, month: $0.0, day: $0.1) == nil }
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension Day: Comparable {
  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
  public static func - (a: Day, b: Day) -> Int { Int(a.number) - Int(b.number) }
  public static func + (a: Day, days: Int) -> Day { Day(number: a.number + Int32(days)) }
  public static func - (a: Day, days: Int) -> Day { Day(number: a.number - Int32(days)) }
}

extension Day: CustomStringConvertible {
  public init?(iso text: some StringProtocol) {
    self.init(isoBytes: text.utf8)
  }

  public init?(isoBytes bytes: some Collection<UInt8>) {
    // Avoid a generic loop, which would request a type from the runtime for each byte.
    let inMemory = bytes.withContiguousStorageIfAvailable { Day(iso: $0) }
    guard let day = inMemory ?? Array(bytes).withUnsafeBufferPointer({ Day(iso: $0) }) else { return nil }
    self = day
  }

  private init?(iso bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes, 0..<4), let month = Self.number(bytes, 5..<7), let day = Self.number(bytes, 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ places: Range<Int>) -> Int? {
    var number = 0
    for place in places {
      guard bytes[place] >= UInt8(ascii: "0"), bytes[place] <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
    }
    return number
  }

  public var description: String {
    let (year, month, day) = civil
    let padding = year < 10 ? "000" : year < 100 ? "00" : year < 1000 ? "0" : ""
    return "\(padding)\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  public func append(to bytes: inout [UInt8]) {
    let (year, month, day) = civil
    let digit = { (number: Int) in UInt8(ascii: "0") + UInt8(number % 10) }
    bytes += [digit(year / 1000), digit(year / 100), digit(year / 10), digit(year)]
    for part in [month, day] { bytes += [UInt8(ascii: "-"), digit(part / 10), digit(part)] }
  }
}

extension ClosedRange<Day> {
  /// Reads `2026`, `2026-Q3`, `2026-10`, `2026-01-15..2026-03-31` and `2022..2023`. Otherwise nil.
  public init?(period text: String, day: (Substring) -> Day? = { Day(iso: $0) }) {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false)
    if ends.count == 2 {
      guard let first = Self(period: String(ends[0]))?.lowerBound ?? day(ends[0]),
        let last = Self(period: String(ends[1]))?.upperBound ?? day(ends[1]), first <= last
      else { return nil }
      self = first...last
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let written = parts.first, written.utf8.count == 4, written.utf8.allSatisfy({ (48...57).contains($0) }),
      let year = Int(written), parts.count <= 2
    else { return nil }
    let months: (first: Int, count: Int)
    switch parts.dropFirst().first {
    case nil: months = (1, 12)
    case let part? where part.utf8.count == 2 && (part.hasPrefix("Q") || part.hasPrefix("q")):
      guard let quarter = Int(part.dropFirst()), (1...4).contains(quarter) else { return nil }
      months = (quarter * 3 - 2, 3)
    case let part?:
      guard part.utf8.count == 2, part.utf8.allSatisfy({ (48...57).contains($0) }), let month = Int(part) else {
        return nil
      }
      months = (month, 1)
    }
    self.init(year: year, month: months.first, count: months.count)
  }

  public init?(year: Int, month: Int, count: Int) {
    let next = year * 12 + month - 1 + count
    guard let first = Day(year: year, month: month, day: 1),
      let after = Day(year: next / 12, month: next % 12 + 1, day: 1)
    else { return nil }
    self = first...(after - 1)
  }

  public static func month(of day: Day) -> ClosedRange<Day> {
    let (year, month, _) = day.civil
    return ClosedRange(year: year, month: month, count: 1) ?? day...day
  }

  public static func quarter(of day: Day) -> ClosedRange<Day> {
    let (year, month, _) = day.civil
    return ClosedRange(year: year, month: month - (month - 1) % 3, count: 3) ?? day...day
  }
}
