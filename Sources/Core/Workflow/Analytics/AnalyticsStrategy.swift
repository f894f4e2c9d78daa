// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A receiver of events.
public protocol AnalyticsStrategy: Sendable {
  /// Tells it from the others.
  var id: String { get }

  /// Takes an event; the next one is not offered before this returns. What it throws is nobody's trouble.
  func take(_ tracked: TrackedEvent) async throws
}

/// How a workflow names an event: once, and without knowing who listens.
public typealias Track = @Sendable (AnalyticsEvent) -> Void
