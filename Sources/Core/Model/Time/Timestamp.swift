// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Comparable, Sendable {
  public let milliseconds: Int64
  /// Seconds that the clock it was read from is ahead of UTC; the moment is the same whatever they are.
  public let offset: Int32

  public init(milliseconds: Int64, offset: Int32 = 0) {
    self.milliseconds = milliseconds
    self.offset = offset
  }

  /// The day it is then in UTC.
  public var day: Day {
    Day(number: Int32(clamping: Int(milliseconds) / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)))
  }

  /// The day it is then where the clock stands: a person's today.
  public var localDay: Day { Timestamp(milliseconds: milliseconds + Int64(offset) * 1000).day }

  /// Minutes since midnight where the clock stands.
  public var localMinutes: Int {
    let local = milliseconds + Int64(offset) * 1000
    return Int((local % 86_400_000 + 86_400_000) % 86_400_000 / 60_000)
  }

  /// 00:00 UTC.
  public init(startOf day: Day) {
    self.init(milliseconds: Int64(day.number) * 86_400_000)
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  /// So many milliseconds later.
  public static func + (time: Timestamp, milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds + milliseconds, offset: time.offset)
  }
}

extension Timestamp: Hashable {
  public static func == (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds == b.milliseconds }

  public func hash(into hasher: inout Hasher) { hasher.combine(milliseconds) }
}
