// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// How far the taking up of a document has come.
public struct IntakeProgress: Hashable, Sendable {
  public let provider: ProviderID
  /// Every rate on or after this day is in.
  public let downTo: Day?
  /// How much of the document has been read, in thousandths.
  public let permille: Int
  /// Observations that were new or corrected so far.
  public let changed: Int
  public let isComplete: Bool
  /// Quotes that were set aside for the person to look at.
  public var quarantined = 0
  /// Whether the document was read, and not known from before.
  var wasRead = false
  /// The newest stored day after a refresh; nil where nothing is stored.
  public var newest: Day?

  /// Whether windows have something to look at again.
  var isNews: Bool { changed > 0 || quarantined > 0 }
}
