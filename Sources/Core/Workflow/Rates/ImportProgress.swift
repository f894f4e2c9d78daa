// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

public struct ImportProgress: Hashable, Sendable {
  public let provider: ProviderID
  /// All rates on and after this day are imported.
  public let downTo: Day?
  public let permille: Int
  public internal(set) var changed: Int
  public let isComplete: Bool
  public var quarantined = 0
  var wasRead = false
  var pairs: Set<PairKey> = []
  /// The newest stored day after a refresh. Nil if no rates are stored.
  public var newest: Day?

  var isNews: Bool { changed > 0 || quarantined > 0 }
}
