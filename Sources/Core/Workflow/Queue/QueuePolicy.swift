// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The queue's numbers; all times in milliseconds.
public struct QueuePolicy: Hashable, Sendable {
  /// A command that failed so often by its own fault is set aside.
  public var attempts = 8  // guards Q08: 8 => 80
  /// The same for what may be dropped.
  public var droppableAttempts = 2  // guards J14: 2 => 20
  /// A server that only ever points elsewhere is asked so often.
  public var redirects = 3  // guards Q20: 3 => 30
  /// Older commands are not sent any more: 7 days.
  public var maximumAge: Int64 = 604_800_000  // guards Q13: 604_800_000 => 6_048_000_000
  public var backOff = BackOff(first: 1000, longest: 300_000)
  /// How long another program that is sending is left alone.
  public var leaseWait: Int64 = 20_000  // guards Q26: 20_000 => 200_000
  /// A network that comes and goes does not start it more often.
  public var betweenStarts: Int64 = 1000  // guards Q16: 1000 => 0

  public init() {}
}
