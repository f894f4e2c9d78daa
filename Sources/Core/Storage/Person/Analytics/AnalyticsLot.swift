// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Events that go to the server together, and what goes with them.
public struct AnalyticsLot: Hashable, Sendable {
  /// A random id of this installation, another for each member.
  public let installation: String
  /// How many events were dropped since the last lot, for want of room.
  public let dropped: Int
  public let events: [TrackedEvent]
}

/// A member's waiting events.
public struct AnalyticsStanding: Hashable, Sendable {
  /// How many are in no lot yet.
  public var waiting: Int
  /// When the oldest of these happened.
  public var oldest: Timestamp?
  /// Whether a lot of this member is in the queue.
  public var isOnItsWay: Bool
}
