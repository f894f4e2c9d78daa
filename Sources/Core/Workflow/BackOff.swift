// SPDX-License-Identifier: GPL-3.0-or-later

/// How long a server is left alone after faults; all in milliseconds.
public struct BackOff: Hashable, Sendable {
  /// The span after one fault; each further one in a row doubles it.
  var first: Int64
  var longest: Int64
  /// The longest wait that a server can ask for: more than an hour is more likely a mistake.
  var longestAsked: Int64 = 3_600_000

  /// The pause is drawn from anywhere up to this, so that clients that failed together do not come back together.
  ///
  /// `faults`: in a row, the last one included.
  func span(after faults: Int) -> Int64 { min(longest, first << Int64(min(max(faults - 1, 0), 20))) }

  /// The share of the span that chance gives, 0 to 1000.
  func pause(after faults: Int, chance: Int64) -> Int64 { span(after: faults) * min(max(chance, 0), 1000) / 1000 }

  /// What a server's Retry-After asks for, in seconds, as far as it is followed.
  func asked(_ seconds: Int?) -> Int64 { min(Int64(min(max(seconds ?? 0, 0), 1 << 40)) * 1000, longestAsked) }
}
