// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The person's alerts, as facts.
public struct AlertsState: Equatable, Sendable {
  /// Sorted by pair.
  public var alerts: [RateAlert] = []
  /// The one that looks at them while no window is open; nil while that is not known.
  public var watch: AlertWatch?
  /// The last thing asked for could not be done.
  public var failure: StorageError?
}

/// An event of the alerts, by the person or the storage.
public enum AlertsEvent: Hashable, Sendable {
  /// Set anew, or brought back.
  case set(RateAlert)
  case paused(PersonObject.ID)
  /// One that the person was told of waits for a newer rate.
  case resumed(PersonObject.ID)
  case removed(PersonObject.ID)
}
