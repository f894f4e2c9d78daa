// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Why what was typed is no amount.
public enum AmountProblem: Hashable, Sendable {
  case empty
  /// `position`: characters before the first that cannot be read.
  case unreadable(position: Int, CalculationError.Reason)
  case tooLong(limit: Int)
}
