// SPDX-License-Identifier: GPL-3.0-or-later

/// The three date forms of RFC 9110 section 5.6.7, read strictly: what looks almost like a date is none.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let longDays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// Seconds since 1970; `now` decides the century of two-digit years.
  package static func seconds(_ text: String, now: Int64) -> Int64? {
    // RFC 9111 section 4.2: the forms are case-sensitive, a cache SHOULD match without regard to case.
    let text = text.lowercased()
    return fixdate(text) ?? obsolete(text, now: now) ?? asctime(text)
  }

  /// The preferred form.
  static func text(_ seconds: Int64) -> String {
    let day = seconds.floorDivided(by: 86_400)
    let second = seconds - day * 86_400
    let time = [second / 3600, second / 60 % 60, second % 60].map(\.twoDigits).joined(separator: ":")
    let date = civil(day)
    let weekday = Int((day % 7 + 7 + 4) % 7)
    return "\(days[weekday].capitalized), \(date.day.twoDigits) \(months[date.month - 1].capitalized) "
      + "\(date.year) \(time) GMT"
  }

  // thu, 18 aug 2050 02:01:18 gmt
  private static func fixdate(_ text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].hasSuffix(","), days.contains(String(parts[0].dropLast())),
      parts[5] == "gmt", let day = number(parts[1], 2), let year = number(parts[3], 4)
    else { return nil }
    return seconds(year, String(parts[2]), day, parts[4])
  }

  // thursday, 18-aug-50 02:01:18 gmt
  private static func obsolete(_ text: String, now: Int64) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].hasSuffix(","), longDays.contains(String(parts[0].dropLast())),
      parts[3] == "gmt"
    else { return nil }
    let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, let day = number(date[0], 2), let short = number(date[2], 2) else { return nil }
    // More than fifty years ahead means the last year with those digits.
    let current = civil(now.floorDivided(by: 86_400)).year
    let year = current - current % 100 + short
    return seconds(year > current + 50 ? year - 100 : year, String(date[1]), day, parts[2])
  }

  // thu aug  8 02:01:18 2050
  private static func asctime(_ text: String) -> Int64? {
    var parts = text.split(separator: " ", omittingEmptySubsequences: false)
    if parts.count == 6, parts[2].isEmpty, parts[3].count == 1 {
      parts.remove(at: 2)
      parts[2] = "0" + parts[2]
    }
    guard parts.count == 5, days.contains(String(parts[0])), let day = number(parts[2], 2),
      let year = number(parts[4], 4)
    else { return nil }
    return seconds(year, String(parts[1]), day, parts[3])
  }

  private static func seconds(_ year: Int, _ month: String, _ day: Int, _ time: Substring) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let month = months.firstIndex(of: month), (1...31).contains(day), clock.count == 3,
      let hour = number(clock[0], 2), let minute = number(clock[1], 2), let second = number(clock[2], 2),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = daysSince1970(year, month + 1, day)
    guard civil(days) == (year, month + 1, day) else { return nil }
    return days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: some StringProtocol, _ digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  // Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": days of the proleptic Gregorian calendar.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    let year = Int64(month <= 2 ? year - 1 : year)
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = days.floorDivided(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    return (year, month, Int(dayOfYear - (153 * shifted + 2) / 5 + 1))
  }
}

extension BinaryInteger {
  fileprivate func floorDivided(by divisor: Self) -> Self {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  fileprivate var twoDigits: String {
    self < 10 ? "0\(self)" : "\(self)"
  }
}

extension String {
  fileprivate var capitalized: String {
    prefix(1).uppercased() + dropFirst()
  }
}
