// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// One line of the list, as the window shows it.
public struct LineState: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// With the line's sign, unrounded; `inTotal` in the total's currency, `rate` the one between the two.
    case value(own: CalculationValue, inTotal: Rational, rate: Route?)
    /// Positions count in the line's `text`.
    case failed(CalculationError)
    /// Nothing is written in it.
    case empty
    /// The rates of its day are not in yet.
    case waiting
  }

  public let id: CalculationLine.ID
  public var sign: LineSign = .plus
  /// As typed, without the sign.
  public var text: String
  public var currency: Currency
  /// The line's own day; nil where the list's counts.
  public var day: Day?
  public var note: String = ""
  /// The other currencies that the symbol (`$`) can mean; empty when nothing was guessed.
  public var otherCurrencies: [Currency] = []
  public var outcome: Outcome = .empty
  /// The person's own rates that a sum within the line counts at.
  public var ownWithin: [OwnRate] = []

  /// All own rates that the line counts at, the one to the total first.
  public var ownRates: [OwnRate] {
    guard case .value(_, _, let rate) = outcome else { return [] }
    if let own = rate?.own { return [own] + ownWithin.filter { $0 != own } }
    return ownWithin
  }
}
