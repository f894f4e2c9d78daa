// SPDX-License-Identifier: GPL-3.0-or-later

/// Days on which everything of some pairs is stored.
public struct CoveredDays: Sendable {
  private let pairs: Set<[ClosedRange<Day>]>

  /// `pairs`: the ranges of each pair. Without pairs, no day is covered.
  public init(_ pairs: some Sequence<[ClosedRange<Day>]>) { self.pairs = Set(pairs) }

  public func contains(_ day: Day) -> Bool {
    !pairs.isEmpty && pairs.allSatisfy { $0.contains { $0.contains(day) } }
  }
}
