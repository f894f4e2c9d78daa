// SPDX-License-Identifier: GPL-3.0-or-later

/// The days on which the rates of all given pairs are stored.
public struct CoveredDays: Sendable {
  private let pairs: Set<[ClosedRange<Day>]>

  /// Creates the set. `pairs` has the covered ranges of each pair. Without pairs, no day is covered.
  public init(_ pairs: some Sequence<[ClosedRange<Day>]>) { self.pairs = Set(pairs) }

  public func contains(_ day: Day) -> Bool {
    !pairs.isEmpty && pairs.allSatisfy { $0.contains { $0.contains(day) } }
  }
}
