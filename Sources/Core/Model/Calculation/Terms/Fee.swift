// SPDX-License-Identifier: GPL-3.0-or-later

/// A fee for changing money, as a share of it.
public struct Fee: Hashable, Sendable {
  /// The side of the exchange that the amount without fee is on.
  public enum Direction: Hashable, Sendable {
    /// The amount is what must arrive: how much do I pay?
    case iPay
    /// The amount is what the rate gives: how much do I receive?
    case iReceive
  }

  /// The two ways in which fees are taken; which one applies, the terms of the office say.
  public struct Amounts: Hashable, Sendable {
    /// The fee is a share of what comes out: × (1 − f), or ÷ (1 − f) to pay.
    public let takenOffProceeds: Rational
    /// The rate itself is worse by the fee: ÷ (1 + f), or × (1 + f) to pay.
    public let markedUpRate: Rational
  }

  /// As a fraction, 0.02 for 2 %: from 0 to below 1.
  public let share: Rational
  public var direction: Direction

  /// Nil unless `percent` is at least 0 and below 100.
  public init?(percent: Rational, direction: Direction) {
    guard percent.signum >= 0, percent < Rational(100) else { return nil }
    share = percent * .powerOfTen(-2)
    self.direction = direction
  }

  /// `amount`, converted without a fee, with it: for both ways of taking it, unrounded.
  public func amounts(of amount: Rational) -> Amounts {
    let (less, more) = (Rational.one - share, Rational.one + share)
    return switch direction {
    case .iReceive:
      Amounts(
        takenOffProceeds: amount.unreducedProduct(with: less),
        markedUpRate: amount.unreducedProduct(with: more.inverse))
    case .iPay:
      Amounts(
        takenOffProceeds: amount.unreducedProduct(with: less.inverse),
        markedUpRate: amount.unreducedProduct(with: more))
    }
  }
}
