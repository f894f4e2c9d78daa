// SPDX-License-Identifier: GPL-3.0-or-later

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
