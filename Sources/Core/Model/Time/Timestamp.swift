// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The day it is then in UTC.
  public var day: Day {
    Day(number: Int32(clamping: Int(milliseconds) / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)))
  }

  /// 00:00 UTC.
  public init(startOf day: Day) {
    milliseconds = Int64(day.number) * 86_400_000
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  /// So many milliseconds later.
  public static func + (time: Timestamp, milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds + milliseconds)
  }
}
