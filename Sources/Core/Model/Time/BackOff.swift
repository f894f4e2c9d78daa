// SPDX-License-Identifier: GPL-3.0-or-later

/// How long a server is left alone after faults; all in milliseconds.
public struct BackOff: Hashable, Sendable {
  /// More than an hour is more likely a server's mistake than its wish.
  package static let hour: Int64 = 3_600_000

  private let first: Int64
  private let longest: Int64
  /// The longest wait that a server can ask for.
  package let longestAsked: Int64

  /// `first`: the span after one fault; each further one in a row doubles it, up to `longest`.
  package init(first: Int64, longest: Int64, longestAsked: Int64 = hour) {
    self.first = first
    self.longest = longest
    self.longestAsked = longestAsked
  }

  /// The pause is drawn from anywhere up to this, so that clients that failed together do not come back together.
  ///
  /// `faults`: in a row, the last one included.
  package func span(after faults: Int) -> Int64 { min(longest, first << Int64(min(max(faults - 1, 0), 20))) }

  /// The share of the span that chance gives, 0 to 1000.
  package func pause(after faults: Int, chance: Int64) -> Int64 {
    span(after: faults) * min(max(chance, 0), 1000) / 1000
  }

  /// The seconds of a server's Retry-After, up to the limit that Kurs follows.
  package func asked(_ seconds: Int?) -> Int64 { Self.asked(seconds, atMost: longestAsked) }

  package static func asked(_ seconds: Int?, atMost longest: Int64 = hour) -> Int64 {
    min(Int64(min(max(seconds ?? 0, 0), 1 << 40)) * 1000, longest)
  }
}
