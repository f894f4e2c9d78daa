// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The timetable's state of a provider.
public struct RefreshState: Hashable, Sendable {
  public var isRunning = false
  public var failure: RatesFailure?
  /// When it is asked next; nil while it is not waited for.
  public var next: Timestamp?
  public var hindrance: RefreshHindrance?
}

/// Why a provider is not asked.
public enum RefreshHindrance: Hashable, Sendable {
  case offline
  /// The person switched the network off.
  case switchedOff
  case metered
  /// Only when asked for, by the person's choice.
  case manual
  case needsKey
}
