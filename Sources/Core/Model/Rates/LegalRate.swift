// SPDX-License-Identifier: GPL-3.0-or-later

public struct LegalRate: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Permanent. Between two such currencies the law requires intermediate rounding.
    case euroChangeover
    case redenomination
    /// Maintained by an authority. An observed rate takes precedence.
    case peg
  }

  public let kind: Kind
  /// The currency that ended or is pegged.
  public let retired: Currency
  public let successor: Currency
  /// How many `retired` equal one `successor`.
  public let factor: Rational
  public let from: Day
  /// Its last day; nil while it applies.
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
