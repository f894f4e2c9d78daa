// SPDX-License-Identifier: GPL-3.0-or-later

extension Timestamp {
  /// `2026-11-21T06:20:05.123Z`: UTC to the millisecond, whatever the zone of the machine (RFC 3339).
  public var utcText: String {
    let rest = Int(milliseconds - Int64(day.number) * 86_400_000)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.digits(2) }
    return "\(day)T\(clock.joined(separator: ":")).\((rest % 1000).digits(3))Z"
  }
}
