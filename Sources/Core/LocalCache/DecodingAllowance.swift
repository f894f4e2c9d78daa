// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Whether a decoder may be started: one that fails again and again is left alone for a while.
public struct DecodingAllowance: Hashable, Sendable {
  private let failuresAllowed: Int
  private let span: Int64
  private var failures: [Int64] = []

  /// `span` in milliseconds.
  public init(failuresAllowed: Int = 3, span: Int64 = 60_000) {
    self.failuresAllowed = failuresAllowed
    self.span = span
  }

  /// Nil where one may be started now; else the time from which on one may.
  public mutating func asked(at now: Timestamp) -> Timestamp? {
    // A clock that was set back must not lock out for years.
    failures.removeAll { $0 + span <= now.milliseconds || $0 > now.milliseconds }
    guard failures.count >= failuresAllowed, let first = failures.first else { return nil }
    return Timestamp(milliseconds: first + span)
  }

  /// A decoder crashed, hung, or returned no picture.
  public mutating func failed(at now: Timestamp) {
    failures.append(now.milliseconds)
  }
}
