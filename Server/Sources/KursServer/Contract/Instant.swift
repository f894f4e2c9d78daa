// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment with millisecond precision. The API writes it as `2026-11-21T06:20:05.123Z`.
struct Instant: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970, without leap seconds.
  let milliseconds: Int64

  init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  static func < (one: Self, other: Self) -> Bool { one.milliseconds < other.milliseconds }

  func adding(seconds: Int64) -> Self { Self(milliseconds: milliseconds + seconds * 1000) }

  /// Returns the whole seconds until `then`, for `Retry-After`. The result is at least 1.
  func secondsUntil(_ then: Self) -> Int {
    max(1, Int((then.milliseconds - milliseconds + 999) / 1000))
  }
}

extension Instant: CustomStringConvertible {
  var description: String {
    let dayMilliseconds: Int64 = 86_400_000
    let days = Int(milliseconds.floorDivided(by: dayMilliseconds))
    let rest = Int(milliseconds - Int64(days) * dayMilliseconds)
    let day = CalendarDay(daysSince1970: days)
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.padded(to: 2) }
    return "\(day)T\(time.joined(separator: ":")).\((rest % 1000).padded(to: 3))Z"
  }

  /// Parses the form `2026-11-21T06:20:05.123Z`. Returns nil for any other text.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z"),
      let day = CalendarDay(String(decoding: bytes[..<10], as: UTF8.self)),
      let hour = Int(digits: bytes[11..<13]), hour < 24, let minute = Int(digits: bytes[14..<16]), minute < 60,
      let second = Int(digits: bytes[17..<19]), second < 60, let millisecond = Int(digits: bytes[20..<23])
    else { return nil }
    let seconds = ((day.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    self.init(milliseconds: Int64(seconds) * 1000 + Int64(millisecond))
  }
}

extension Instant: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let instant = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "")
    }
    self = instant
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
