// SPDX-License-Identifier: GPL-3.0-or-later

/// When a provider publishes new rates, as far as known.
public struct Publication: Hashable, Sendable {
  public enum Rhythm: Hashable, Sendable {
    case hourly
    case daily
    /// Monday to Friday except holidays.
    case workingDays
    /// ISO 8601: 1 is Monday.
    case weekly(weekday: Int)
    /// On the first of a month.
    case monthly
    /// Irregular, so never late.
    case irregular
  }

  public let rhythm: Rhythm
  /// The publication window, in minutes after 00:00 UTC.
  public let window: ClosedRange<Int>
  public let holidays: Holidays
  /// Working days for which missing rates aren't late yet: one for a holiday that isn't calculated.
  public let grace: Int

  /// `hours`: in UTC, for example 14…16.
  public init(
    _ rhythm: Rhythm = .daily, hours: ClosedRange<Int> = 0...1, holidays: Holidays = .none, grace: Int = 1
  ) {
    self.rhythm = rhythm
    self.grace = grace
    window = hours.lowerBound * 60...hours.upperBound * 60
    self.holidays = holidays
  }

  /// Whether rates are expected on that day.
  public func isDue(on day: Day) -> Bool {
    switch rhythm {
    case .hourly, .daily, .irregular: true
    case .workingDays: day.weekday <= 5 && !holidays.contains(day)
    case .weekly(let weekday): day.weekday == weekday && !holidays.contains(day)
    case .monthly: day.civil.day == 1
    }
  }
}

/// Days without rates that can be calculated: fixed dates, and days counted from Easter Sunday.
public struct Holidays: Hashable, Sendable {
  public enum Easter: Hashable, Sendable { case western, orthodox }

  /// `MM-DD` as month × 100 + day.
  private let fixed: Set<Int>
  private let fromEaster: Set<Int>
  private let easter: Easter

  public init(fixed: Set<Int>, fromEaster: Set<Int> = [], _ easter: Easter = .western) {
    self.fixed = fixed
    self.fromEaster = fromEaster
    self.easter = easter
  }

  public static let none = Holidays(fixed: [])
  /// Closing days of TARGET, the euro area's payment system.
  public static let target = Holidays(fixed: [101, 501, 1225, 1226], fromEaster: [-2, 1])

  public func contains(_ day: Day) -> Bool {
    let (year, month, date) = day.civil
    if fixed.contains(month * 100 + date) { return true }
    return distance(of: day, fromEasterOf: year).map(fromEaster.contains) ?? false
  }

  /// Whether the day is closed for Easter: Good Friday to Easter Monday.
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
  /// Orthodox Easter Sunday, by Meeus's Julian algorithm (same chapter). 13 days between the calendars until 2099.
  public init?(orthodoxEasterOf year: Int) {
    let d = (19 * (year % 19) + 15) % 30
    let e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
    let month = (d + e + 114) / 31
    guard let julian = Day(year: year, month: month, day: (d + e + 114) % 31 + 1) else { return nil }
    self = julian + 13
  }
}

extension Publication {
  /// When one day's rates are published.
  public struct Appointment: Hashable, Sendable {
    public let day: Day
    public let opens: Timestamp
    public let closes: Timestamp
  }

  /// Why no rates are published on a day.
  public enum Closure: Hashable, Sendable {
    case weekend, easter, holiday
    /// The rhythm excludes the day: a monthly table on any day but the first.
    case rhythm
  }

  /// When the rates of a day are published, whether or not any are due.
  public func appointment(on day: Day) -> Appointment {
    Appointment(day: day, opens: Self.time(day, window.lowerBound), closes: Self.time(day, window.upperBound))
  }

  /// Why nothing is published on that day; nil if rates are due.
  public func closure(on day: Day) -> Closure? {
    guard !isDue(on: day) else { return nil }
    if rhythm == .workingDays, day.weekday > 5 { return .weekend }
    guard holidays.contains(day) else { return .rhythm }
    return holidays.isEaster(day) ? .easter : .holiday
  }

  /// The last day whose rates should be published by now, including its grace days; nil if nothing is ever due.
  func expected(at now: Timestamp) -> Day? {
    guard rhythm != .irregular else { return nil }
    var day = now.day
    for _ in 0..<Self.horizon {
      if isDue(on: day), deadline(of: day) <= now { return day }
      day = day - 1
    }
    return nil
  }

  /// The first day after `published` whose window has not closed yet.
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

  /// The longest gap between two due days is a month and its holidays.
  private static let horizon = 60

  /// The end of the window on the last grace day.
  private func deadline(of day: Day) -> Timestamp {
    var (last, left) = (day, grace)
    while left > 0 {
      last = last + 1
      if isOpen(on: last) { left -= 1 }
    }
    return Self.time(last, window.upperBound)
  }

  /// Grace days are days on which the publisher works.
  private func isOpen(on day: Day) -> Bool {
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
  /// The days between publication and the date of a rate.
  public var lead: Int { dayMeaning == .effective && publication.rhythm == .workingDays ? 1 : 0 }

  /// Whether newer rates than `newest` should be published, by the provider's timetable.
  ///
  /// One missed publication isn't late yet, because it may be a holiday that isn't calculated (`Publication.grace`).
  public func isLate(newest: Day, now: Timestamp) -> Bool {
    publication.expected(at: now).map { newest - lead < $0 } ?? false
  }

  /// When the rates after `newest` are published; nil without a timetable.
  public func nextPublication(after now: Timestamp, newest: Day?) -> Publication.Appointment? {
    publication.next(after: now, published: newest.map { $0 - lead })
  }
}
