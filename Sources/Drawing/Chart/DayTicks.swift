// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

struct DayTicks {
  struct Tick: Equatable {
    let day: Day
    let label: DayLabel
  }

  enum Step: Equatable {
    case days(Int)
    case weeks(Int)
    case months(Int)

    static let all: [Step] = [
      .days(1), .days(2), .weeks(1), .weeks(2), .months(1), .months(2), .months(3), .months(6), .months(12),
      .months(24), .months(60), .months(120), .months(240),
    ]
  }

  static func ticks(_ step: Step, in window: DaySpan) -> [Tick] {
    switch step {
    case .days(let count):
      return stride(from: Int(window.first.number), through: Int(window.last.number), by: 1)
        .filter { $0 % count == 0 }.map { tick(Day(number: Int32($0))) }
    case .weeks(let count):
      // Weeks begin on Monday. Day number 4, 1970-01-05, was a Monday.
      return stride(from: Int(window.first.number), through: Int(window.last.number), by: 1)
        .filter { ($0 - 4) % (7 * count) == 0 }.map { tick(Day(number: Int32($0))) }
    case .months(let count):
      let (start, end) = (window.first.civil, window.last.civil)
      let months = (start.year * 12 + start.month - 1)...(end.year * 12 + end.month - 1)
      return months.filter { $0 % count == 0 }.compactMap { index -> Tick? in
        let (year, month) = (index / 12, index % 12 + 1)
        guard let day = Day(year: year, month: month, day: 1), window.contains(day) else { return nil }
        return Tick(
          day: day, label: month == 1 || count >= 12 ? .year(year) : .month(year: year, month: month))
      }
    }
  }

  private static func tick(_ day: Day) -> Tick { Tick(day: day, label: .day(day)) }

  /// Returns the ticks of the finest step at which the labels are at least `gap` apart.
  static func fitting(
    _ window: DaySpan, gap: Double, x: (Day) -> Double, width: (DayLabel) -> Double
  ) -> [Tick] {
    for step in Step.all where isWorthTrying(step, window) {
      let ticks = ticks(step, in: window)
      var (edge, fits) = (-Double.infinity, true)
      for tick in ticks {
        let (middle, half) = (x(tick.day), width(tick.label) / 2)
        if middle - half < edge + gap { fits = false }
        edge = middle + half
        if !fits { break }
      }
      if fits { return ticks }
    }
    return []
  }

  /// Whether a step may fit. A step with thousands of labels is too slow to try and never fits.
  private static func isWorthTrying(_ step: Step, _ window: DaySpan) -> Bool {
    switch step {
    case .days(let count): window.length / count < 80
    case .weeks(let count): window.length / (7 * count) < 80
    case .months(let count): window.length / (30 * count) < 120
    }
  }
}
