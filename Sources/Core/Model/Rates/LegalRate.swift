// SPDX-License-Identifier: GPL-3.0-or-later

public struct LegalRate: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The fixed rate at which the euro replaced a currency. Between two such currencies, the euro amount is rounded.
    case euroChangeover
    case redenomination
    /// A rate that an authority keeps fixed. A published rate takes precedence.
    case peg
  }

  public let kind: Kind
  /// The currency that ended or has a fixed rate.
  public let retired: Currency
  public let successor: Currency
  /// The number of units of `retired` for one unit of `successor`.
  public let factor: Rational
  public let from: Day
  /// The last day of the law. Nil if the law has no end.
  public let until: Day?
  public let source: String

  public init(
    kind: Kind, retired: Currency, successor: Currency, factor: Rational, from: Day, until: Day? = nil,
    source: String
  ) {
    self.kind = kind
    self.retired = retired
    self.successor = successor
    self.factor = factor
    self.from = from
    self.until = until
    self.source = source
  }
}
