// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate fixed by law: `retired` units of an old currency equal one unit of what replaced it, from a day on.
public struct LegalRate: Hashable, Sendable {
  /// Why the rate is fixed; only changeovers to the euro ask for rounding on the way between two old ones.
  public enum Kind: Hashable, Sendable { case euroChangeover, redenomination }

  public let kind: Kind
  /// The currency that ended.
  public let retired: Currency
  public let successor: Currency
  /// How many `retired` make one `successor`, as the law prints it.
  public let factor: PublishedNumber
  /// The first day on which it holds.
  public let from: Day
  /// The regulation that says so.
  public let source: String

  public init(
    kind: Kind, retired: Currency, successor: Currency, factor: PublishedNumber, from: Day, source: String
  ) {
    self.kind = kind
    self.retired = retired
    self.successor = successor
    self.factor = factor
    self.from = from
    self.source = source
  }
}
