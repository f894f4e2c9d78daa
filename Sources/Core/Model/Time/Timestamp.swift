// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment in milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Comparable, Sendable {
  public let milliseconds: Int64
  /// The offset of the time zone from UTC in seconds. It doesn't change the moment.
  public let offset: Int32

  public init(milliseconds: Int64, offset: Int32 = 0) {
    self.milliseconds = milliseconds
    self.offset = offset
  }

  /// The day of the moment in UTC.
  public var day: Day {
    Day(number: Int32(clamping: Int(milliseconds) / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)))
  }

  /// The day of the moment in the user's time zone.
  public var localDay: Day { Timestamp(milliseconds: milliseconds + Int64(offset) * 1000).day }

  /// The minutes since midnight in the user's time zone.
  public var localMinutes: Int {
    let local = milliseconds + Int64(offset) * 1000
    return Int((local % 86_400_000 + 86_400_000) % 86_400_000 / 60_000)
  }

  public init(startOf day: Day) {
    self.init(milliseconds: Int64(day.number) * 86_400_000)
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  public static func + (time: Timestamp, milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds + milliseconds, offset: time.offset)
  }
}

extension Timestamp: Hashable {
  public static func == (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds == b.milliseconds }

  public func hash(into hasher: inout Hasher) { hasher.combine(milliseconds) }
}

/// The pause after errors of a server, in milliseconds.
public struct BackOff: Hashable, Sendable {
  /// The longest wait that a server may request, by default. A longer wait is probably the server's mistake.
  package static let hour: Int64 = 3_600_000

  private let first: Int64
  private let longest: Int64
  package let longestRequested: Int64

  /// Creates the pause. `first` is the longest pause after one error. Each further error doubles it, up to `longest`.
  package init(first: Int64, longest: Int64, longestRequested: Int64 = hour) {
    self.first = first
    self.longest = longest
    self.longestRequested = longestRequested
  }

  /// Returns the longest pause after `faults` errors in a row. The actual pause is random, to spread retries.
  package func span(after faults: Int) -> Int64 { min(longest, first << Int64(min(max(faults - 1, 0), 20))) }

  /// Returns `chance` thousandths (random, 0 to 1000) of the longest pause after `faults` errors in a row.
  package func pause(after faults: Int, chance: Int64) -> Int64 {
    span(after: faults) * min(max(chance, 0), 1000) / 1000
  }

  package func requestedPause(_ seconds: Int?) -> Int64 { Self.requestedPause(seconds, atMost: longestRequested) }

  package static func requestedPause(_ seconds: Int?, atMost longest: Int64 = hour) -> Int64 {
    min(Int64(min(max(seconds ?? 0, 0), 1 << 40)) * 1000, longest)
  }
}

extension Timestamp {
  /// The time in UTC as in RFC 3339, for example `2026-11-21T06:20:05.123Z`.
  public var utcText: String {
    let rest = Int(milliseconds - Int64(day.number) * 86_400_000)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.digits(2) }
    return "\(day)T\(clock.joined(separator: ":")).\((rest % 1000).digits(3))Z"
  }
}
