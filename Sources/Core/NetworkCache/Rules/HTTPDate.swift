// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Parses the three date formats of RFC 9110 section 5.6.7 strictly.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let longDays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// Returns the seconds since 1970; nil if the text isn't a date. `now` decides the century of a two-digit year.
  package static func seconds(_ text: String, now: Int64) -> Int64? {
    // By RFC 9111 section 4.2, a cache should ignore the case of a date.
    let text = text.lowercased()
    return fixdate(text) ?? obsolete(text, now: now) ?? asctime(text)
  }

  static func text(_ seconds: Int64) -> String {
    let day = calendarDay(of: seconds)
    let second = seconds - Int64(day.number) * 86_400
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0.digits(2) }.joined(separator: ":")
    let date = day.civil
    return "\(days[day.weekday % 7].capitalized), \(date.day.digits(2)) \(months[date.month - 1].capitalized) "
      + "\(date.year) \(time) GMT"
  }

  // Reads a date such as: thu, 18 aug 2050 02:01:18 gmt
  private static func fixdate(_ text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].hasSuffix(","), days.contains(String(parts[0].dropLast())),
      parts[5] == "gmt", let day = number(parts[1], 2), let year = number(parts[3], 4)
    else { return nil }
    return seconds(year, String(parts[2]), day, parts[4])
  }

  // Reads a date such as: thursday, 18-aug-50 02:01:18 gmt
  private static func obsolete(_ text: String, now: Int64) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].hasSuffix(","), longDays.contains(String(parts[0].dropLast())),
      parts[3] == "gmt"
    else { return nil }
    let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, let day = number(date[0], 2), let short = number(date[2], 2) else { return nil }
    // A year that is more than 50 years ahead belongs to the previous century.
    let current = calendarDay(of: now).year
    let year = current - current % 100 + short
    return seconds(year > current + 50 ? year - 100 : year, String(date[1]), day, parts[2])
  }

  // Reads a date such as: thu aug  8 02:01:18 2050
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
    guard let month = months.firstIndex(of: month), clock.count == 3,
      let hour = number(clock[0], 2), let minute = number(clock[1], 2), let second = number(clock[2], 2),
      hour < 24, minute < 60, second <= 60, let date = Day(year: year, month: month + 1, day: day)
    else { return nil }
    return Int64(date.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: some StringProtocol, _ digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func calendarDay(of seconds: Int64) -> Day {
    Day(number: Int32(clamping: seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)))
  }
}

extension String {
  fileprivate var capitalized: String {
    prefix(1).uppercased() + dropFirst()
  }
}
