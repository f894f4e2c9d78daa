// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate set by law or decree: `factor` units of one currency equal one unit of the other, from a day on.
public struct LegalRate: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Permanent. Between two currencies of this kind the law requires rounding on the way.
    case euroChangeover
    case redenomination
    /// Maintained by an authority for now. Never preferred to an observed rate.
    case peg
  }

  public let kind: Kind
  /// The currency that ended or is pegged.
  public let retired: Currency
  public let successor: Currency
  /// How many `retired` make one `successor`, exactly.
  public let factor: Rational
  /// Its first day.
  public let from: Day
  /// Its last day; nil while it applies.
  public let until: Day?
  /// The regulation.
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
