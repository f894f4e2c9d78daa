// SPDX-License-Identifier: GPL-3.0-or-later

public struct LegalRate: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The permanent rate of a currency to the euro. Between two such currencies, the law requires rounding in euro.
    case euroChangeover
    case redenomination
    /// A rate that an authority maintains. An observed rate takes precedence.
    case peg
  }

  public let kind: Kind
  /// The currency that ended or is pegged.
  public let retired: Currency
  public let successor: Currency
  /// The units of `retired` for one `successor`.
  public let factor: Rational
  public let from: Day
  /// The last day of the law. Nil while it applies.
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
