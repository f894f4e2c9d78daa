// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// How far the taking up of a document has come.
public struct IntakeProgress: Hashable, Sendable {
  public let provider: ProviderID
  /// Every rate on or after this day is in.
  public let downTo: Day?
  /// 0…1.
  public let fraction: Double
  /// Observations that were new or corrected so far.
  public let changed: Int
  public let isComplete: Bool
}
