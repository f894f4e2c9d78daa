// SPDX-License-Identifier: GPL-3.0-or-later

/// When a provider's new rates come out, as far as known.
public struct Publication: Hashable, Sendable {
  public enum Rhythm: Hashable, Sendable {
    case hourly
    case daily
    /// Monday to Friday but for the holidays.
    case workingDays
    /// ISO 8601: 1 is Monday.
    case weekly(weekday: Int)
    /// On the first of a month.
    case monthly
  }

  public let rhythm: Rhythm
  /// In which it comes, minutes after 00:00 UTC.
  public let window: ClosedRange<Int>
  public let holidays: Holidays

  /// `hours`: of UTC, such as 14…16.
  public init(_ rhythm: Rhythm = .daily, hours: ClosedRange<Int> = 0...1, holidays: Holidays = .none) {
    self.rhythm = rhythm
    window = hours.lowerBound * 60...hours.upperBound * 60
    self.holidays = holidays
  }

  /// Whether rates are expected on that day.
  public func isDue(on day: Day) -> Bool {
    switch rhythm {
    case .hourly, .daily: true
    case .workingDays: day.weekday <= 5 && !holidays.contains(day)
    case .weekly(let weekday): day.weekday == weekday && !holidays.contains(day)
    case .monthly: day.civil.day == 1
    }
  }
}

/// Days without rates that can be reckoned: fixed dates, and days counted from Western Easter Sunday.
public struct Holidays: Hashable, Sendable {
  /// `MM-DD` as month × 100 + day.
  private let fixed: Set<Int>
  private let fromEaster: Set<Int>

  public init(fixed: Set<Int>, fromEaster: Set<Int> = []) {
    self.fixed = fixed
    self.fromEaster = fromEaster
  }

  public static let none = Holidays(fixed: [])
  /// Closing days of TARGET, the euro area's payment system.
  public static let target = Holidays(fixed: [101, 501, 1225, 1226], fromEaster: [-2, 1])

  public func contains(_ day: Day) -> Bool {
    let (year, month, date) = day.civil
    if fixed.contains(month * 100 + date) { return true }
    guard !fromEaster.isEmpty, let easter = Day(easterOf: year) else { return false }
    return fromEaster.contains(day - easter)
  }
}

extension Day {
  /// Western Easter Sunday, by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8).
  public init?(easterOf year: Int) {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let g = (8 * b + 13) / 25
    let h = (19 * a + b - b / 4 - g + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 19 * l) / 433
    let month = (h + l - 7 * m + 90) / 25
    self.init(year: year, month: month, day: (h + l - 7 * m + 33 * month + 19) % 32)
  }
}
