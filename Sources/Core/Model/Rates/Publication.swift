// SPDX-License-Identifier: GPL-3.0-or-later

public struct Publication: Hashable, Sendable {
  public enum Rhythm: Hashable, Sendable {
    case hourly
    case daily
    case workingDays
    /// One day of the week by ISO 8601: 1 is Monday.
    case weekly(weekday: Int)
    case monthly
    /// A provider without a timetable. Its rates are never late.
    case irregular
  }

  public let rhythm: Rhythm
  /// The part of the day in which rates are published, in minutes after 00:00 UTC.
  public let window: ClosedRange<Int>
  public let holidays: Holidays
  /// The number of working days to wait before missing rates are late, because some holidays can't be calculated.
  public let grace: Int

  /// Creates a timetable. `hours` are in UTC, for example 14…16.
  public init(
    _ rhythm: Rhythm = .daily, hours: ClosedRange<Int> = 0...1, holidays: Holidays = .none, grace: Int = 1
  ) {
    self.rhythm = rhythm
    self.grace = grace
    window = hours.lowerBound * 60...hours.upperBound * 60
    self.holidays = holidays
  }

  public func isDue(on day: Day) -> Bool {
    switch rhythm {
    case .hourly, .daily, .irregular: true
    case .workingDays: day.weekday <= 5 && !holidays.contains(day)
    case .weekly(let weekday): day.weekday == weekday && !holidays.contains(day)
    case .monthly: day.civil.day == 1
    }
  }
}

public struct Holidays: Hashable, Sendable {
  public enum Easter: Hashable, Sendable { case western, orthodox }

  /// The holidays with a fixed date, each as month × 100 + day.
  private let fixed: Set<Int>
  private let fromEaster: Set<Int>
  private let easter: Easter
  /// The first year of a holiday, by month × 100 + day. A holiday without an entry applies to every year.
  private let since: [Int: Int]

  public init(
    fixed: Set<Int>, fromEaster: Set<Int> = [], _ easter: Easter = .western, since: [Int: Int] = [:]
  ) {
    self.since = since
    self.fixed = fixed
    self.fromEaster = fromEaster
    self.easter = easter
  }

  public static let none = Holidays(fixed: [])
  /// The closing days of TARGET, the euro area's payment system.
  public static let target = Holidays(fixed: [101, 501, 1225, 1226], fromEaster: [-2, 1])

  public func contains(_ day: Day) -> Bool {
    let (year, month, date) = day.civil
    let key = month * 100 + date
    if fixed.contains(key), since[key].map({ $0 <= year }) ?? true { return true }
    return distance(of: day, fromEasterOf: year).map(fromEaster.contains) ?? false
  }

  func isEaster(_ day: Day) -> Bool {
    guard let distance = distance(of: day, fromEasterOf: day.civil.year) else { return false }
    return fromEaster.contains(distance) && (-3...1).contains(distance)
  }

  private func distance(of day: Day, fromEasterOf year: Int) -> Int? {
    guard !fromEaster.isEmpty else { return nil }
    let sunday = easter == .western ? Day(easterOf: year) : Day(orthodoxEasterOf: year)
    return sunday.map { day - $0 }
  }
}

extension Day {
  /// Calculates Western Easter by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8).
  public init?(easterOf year: Int) {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let g = (8 * b + 13) / 25
    let h = (19 * a + b - b / 4 - g + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 19 * l) / 433
    let month = (h + l - 7 * m + 90) / 25
    self.init(year: year, month: month, day: (h + l - 7 * m + 33 * month + 19) % 32)
  }
  /// Calculates Orthodox Easter by Meeus's Julian algorithm. The calendars differ by 13 days until 2099.
  public init?(orthodoxEasterOf year: Int) {
    let d = (19 * (year % 19) + 15) % 30
    let e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
    let month = (d + e + 114) / 31
    guard let julian = Day(year: year, month: month, day: (d + e + 114) % 31 + 1) else { return nil }
    self = julian + 13
  }
}

extension Publication {
  public struct Appointment: Hashable, Sendable {
    public let day: Day
    public let opens: Timestamp
    public let closes: Timestamp
  }

  public enum Closure: Hashable, Sendable {
    case weekend, easter, holiday
    case rhythm
  }

  public func appointment(on day: Day) -> Appointment {
    Appointment(day: day, opens: Self.time(day, window.lowerBound), closes: Self.time(day, window.upperBound))
  }

  /// Returns the reason why no rates are due on a day. Nil if rates are due.
  public func closure(on day: Day) -> Closure? {
    guard !isDue(on: day) else { return nil }
    if rhythm == .workingDays, day.weekday > 5 { return .weekend }
    guard holidays.contains(day) else { return .rhythm }
    return holidays.isEaster(day) ? .easter : .holiday
  }

  /// Returns the last day whose rates must be there by now, because its grace days are over. Nil without such a day.
  func expected(at now: Timestamp) -> Day? {
    guard rhythm != .irregular else { return nil }
    var day = now.day
    for _ in 0..<Self.horizon {
      if isDue(on: day), deadline(of: day) <= now { return day }
      day = day - 1
    }
    return nil
  }

  /// Returns the first publication after the day `published` whose publication window closes after `now`.
  func next(after now: Timestamp, published: Day?) -> Appointment? {
    guard rhythm != .irregular else { return nil }
    var day = max(now.day, published.map { $0 + 1 } ?? now.day)
    for _ in 0..<Self.horizon {
      let appointment = appointment(on: day)
      if isDue(on: day), appointment.closes > now { return appointment }
      day = day + 1
    }
    return nil
  }

  /// The number of days to search for the next day with rates. Even late monthly rates appear within this time.
  fileprivate static let horizon = 60

  private func deadline(of day: Day) -> Timestamp {
    var (last, left) = (day, grace)
    while left > 0 {
      last = last + 1
      if countsAsGraceDay(last) { left -= 1 }
    }
    return Self.time(last, window.upperBound)
  }

  private func countsAsGraceDay(_ day: Day) -> Bool {
    switch rhythm {
    case .hourly, .daily, .irregular: true
    case .workingDays, .weekly, .monthly: day.weekday <= 5 && !holidays.contains(day)
    }
  }

  private static func time(_ day: Day, _ minutes: Int) -> Timestamp {
    Timestamp(startOf: day) + Int64(minutes) * 60_000
  }
}

extension Provider {
  public var hasTimetable: Bool { publication.rhythm != .irregular }

  public func isDue(dated day: Day) -> Bool {
    hasTimetable && publication.isDue(on: datesNextWorkingDay ? day : day - daysAhead)
  }

  public func mayBePublished(dated day: Day, now: Timestamp) -> Bool {
    publication.appointment(on: publicationDay(dated: day)).opens <= now
  }

  /// Returns the last day whose usual publication hours ended at least half a day ago. Its rates are surely published.
  public func lastSettledDay(at now: Timestamp) -> Day {
    // Start with a later day than today, because Friday's rates may have the date of Monday.
    var day = now.day + (datesNextWorkingDay ? 4 : daysAhead)
    while publication.appointment(on: publicationDay(dated: day)).closes + 43_200_000 > now { day = day - 1 }
    return day
  }

  /// Whether newer rates should be published. One missing publication isn't late, because the day may be a holiday.
  public func isLate(newest: Day, now: Timestamp) -> Bool {
    let published = publicationDay(ofNewest: newest)
    if published >= now.day { return false }
    return publication.expected(at: now).map { published < $0 } ?? false
  }

  public func nextPublication(after now: Timestamp, newest: Day?) -> Publication.Appointment? {
    publication.next(after: now, published: newest.map { publicationDay(ofNewest: $0) })
  }

  private func publicationDay(dated day: Day) -> Day {
    datesNextWorkingDay ? publication.dueDay(upTo: day - 1) : day - daysAhead
  }

  /// The day on which the newest rates were published. A weekend's rows are copies of earlier rates.
  public func publicationDay(ofNewest day: Day) -> Day {
    publicationDay(dated: datesNextWorkingDay ? publication.dueDay(upTo: day) : day)
  }
}

extension Publication {
  fileprivate func dueDay(upTo last: Day) -> Day {
    (0..<Self.horizon).lazy.map { last - $0 }.first { isDue(on: $0) } ?? last
  }
}
