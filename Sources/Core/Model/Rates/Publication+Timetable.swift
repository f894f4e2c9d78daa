// SPDX-License-Identifier: GPL-3.0-or-later

extension Publication {
  /// When one day's rates come out.
  public struct Appointment: Hashable, Sendable {
    public let day: Day
    public let opens: Timestamp
    public let closes: Timestamp
  }

  /// Why no rates come out on a day.
  public enum Closure: Hashable, Sendable {
    case weekend, easter, holiday
    /// The rhythm leaves the day out: a monthly table on any day but the first.
    case rhythm
  }

  /// When the rates of a day come out, whether or not any are due on it.
  public func appointment(on day: Day) -> Appointment {
    Appointment(day: day, opens: Self.time(day, window.lowerBound), closes: Self.time(day, window.upperBound))
  }

  /// Why nothing comes out on that day; nil where rates are due.
  public func closure(on day: Day) -> Closure? {
    guard !isDue(on: day) else { return nil }
    if rhythm == .workingDays, day.weekday > 5 { return .weekend }
    guard holidays.contains(day) else { return .rhythm }
    return holidays.isEaster(day) ? .easter : .holiday
  }

  /// The last day whose rates should be out by now, its days of grace included; nil where nothing is ever due.
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

  /// The longest gap between two days on which rates are due is a month and its holidays.
  private static let horizon = 60

  /// The close of the window on the last day of grace.
  private func deadline(of day: Day) -> Timestamp {
    var (last, left) = (day, grace)
    while left > 0 {
      last = last + 1
      if isOpen(on: last) { left -= 1 }
    }
    return Self.time(last, window.upperBound)
  }

  /// Days of grace are days on which the publisher works.
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
  /// Whether it publishes on days that can be told beforehand.
  public var hasTimetable: Bool { publication.rhythm != .irregular }

  /// Whether its timetable has rates that are dated so.
  public func isDue(dated day: Day) -> Bool { hasTimetable && publication.isDue(on: day - lead) }

  /// Whether the rates that are dated so may be out.
  public func isOut(dated day: Day, now: Timestamp) -> Bool { publication.appointment(on: day - lead).opens <= now }

  /// The last day of which the provider surely has published what it will, at a moment: half a day after its window.
  public func lastSettledDay(at now: Timestamp) -> Day {
    var day = now.day + lead
    while publication.appointment(on: day - lead).closes + 43_200_000 > now { day = day - 1 }
    return day
  }

  /// Whether newer rates than those of `newest` should be out by the provider's own timetable.
  ///
  /// One missed publication is not late yet: it may be a holiday that nobody reckoned (`Publication.grace`).
  public func isLate(newest: Day, now: Timestamp) -> Bool {
    publication.expected(at: now).map { newest - lead < $0 } ?? false
  }

  /// When the rates after those of `newest` come out; nil where there is no timetable.
  public func nextPublication(after now: Timestamp, newest: Day?) -> Publication.Appointment? {
    publication.next(after: now, published: newest.map { $0 - lead })
  }
}
