// SPDX-License-Identifier: GPL-3.0-or-later

/// An event that happened: once, at a time.
public struct TrackedEvent: Hashable, Sendable, Identifiable {
  /// A random UUID, by which a server counts it once.
  public let id: String
  public let event: AnalyticsEvent
  public let time: Timestamp

  public init(id: String, event: AnalyticsEvent, time: Timestamp) {
    self.id = id
    self.event = event
    self.time = time
  }
}
