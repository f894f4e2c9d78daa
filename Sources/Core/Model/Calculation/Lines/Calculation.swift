// SPDX-License-Identifier: GPL-3.0-or-later

/// A list of amounts to be added up in any currency.
public struct Calculation: Hashable, Sendable {
  public var lines: [CalculationLine]
  /// The day whose rates count for the lines without one of their own; nil for the newest.
  public var day: Day?
  /// The currency of numbers that have none; nil leaves them without.
  public var defaultCurrency: Currency?
  /// The rule that selects the published day for each of those days; nil for the day itself, or the last before it.
  public var rule: NamedRule?

  public init(
    lines: [CalculationLine] = [], day: Day? = nil, defaultCurrency: Currency? = nil, rule: NamedRule? = nil
  ) {
    self.lines = lines
    self.day = day
    self.rule = rule
    self.defaultCurrency = defaultCurrency
  }
}
