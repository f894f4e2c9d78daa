// SPDX-License-Identifier: GPL-3.0-or-later

// RFC 3339, section 5.6.
extension FormatScanner {
  mutating func takeDateTime() -> Bool {
    takeDate() && (take("T") || take("t")) && takeTime()
  }

  mutating func takeDate() -> Bool {
    guard let year = takeNumber(digits: 4, 0...9999), take("-"), let month = takeNumber(digits: 2, 1...12),
      take("-"), let day = takeNumber(digits: 2, 1...31)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return day <= (isLeap ? 29 : 28)
    case 4, 6, 9, 11: return day <= 30
    default: return true
    }
  }

  mutating func takeTime() -> Bool {
    guard let hour = takeNumber(digits: 2, 0...23), take(":"), let minute = takeNumber(digits: 2, 0...59),
      take(":"), let second = takeNumber(digits: 2, 0...60)
    else { return false }
    if take("."), takeAll(where: Self.isDigit) == 0 { return false }
    guard let offset = takeOffset() else { return false }
    // A leap second is at the end of a day in UTC, whatever the local time.
    return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 == 1439
  }

  /// The minutes by which local time is ahead of UTC.
  private mutating func takeOffset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = takeNumber(digits: 2, 0...23), take(":"),
      let minutes = takeNumber(digits: 2, 0...59)
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
