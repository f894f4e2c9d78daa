// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate set by law or decree: `factor` units of one currency equal one unit of the other, from a day on.
public struct LegalRate: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// For good; between two currencies of this kind the law asks for rounding on the way.
    case euroChangeover
    case redenomination
    /// Kept for the time being by an authority: never preferred to an observed rate.
    case peg
  }

  public let kind: Kind
  /// The currency that ended, or that is pegged.
  public let retired: Currency
  public let successor: Currency
  /// How many `retired` make one `successor`, exactly.
  public let factor: Rational
  /// The first day on which it holds.
  public let from: Day
  /// The last day on which it holds; nil while it does.
  public let until: Day?
  /// The regulation that says so.
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
