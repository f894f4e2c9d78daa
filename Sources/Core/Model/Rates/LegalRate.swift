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

struct LegalPath {
  var end: Currency
  var laws: [LegalRate] = []
  /// The number of units of `end` for one unit of the first currency.
  var factor = Rational.one

  fileprivate mutating func step(by law: LegalRate) {
    let isForward = law.retired == end
    factor = factor * (isForward ? law.factor.inverse : law.factor)
    end = isForward ? law.successor : law.retired
    laws.append(law)
  }
}

extension CurrencyCatalogue {
  /// Finds the currency whose quotes apply to `currency`. Laws come first, because an ended currency has no market
  /// rate. A peg comes last. The home currency needs no quotes.
  func legalPath(
    from currency: Currency, on day: Day, home: Currency?, isQuoted: (Currency) -> Bool
  ) -> LegalPath {
    var way = LegalPath(end: currency)
    while way.end != home, let law = legalRate(retiring: way.end, on: day) {
      // Use the last quote of the old money until the new money has a quote.
      if law.kind == .redenomination, law.successor != home, !isQuoted(law.successor), isQuoted(way.end) { break }
      way.step(by: law)
    }
    if way.end == home || isQuoted(way.end) { return way }
    let older = redenominations(into: way.end).filter { isQuoted($0.retired) || $0.retired == home }
    if let old = older.last(where: { $0.from <= day }) ?? older.first {
      way.step(by: old)
    } else if let peg = peg(of: way.end, on: day) {
      way.step(by: peg)
    }
    return way
  }

  /// Returns a path that needs only laws. Nil if the rate is a market rate or a peg.
  func legalPath(from: Currency, to: Currency, on day: Day) -> ConversionPath? {
    let (start, end) = (legalEnd(of: from, on: day), legalEnd(of: to, on: day))
    guard start.end == end.end, let back = Rational.one.divided(by: end.factor) else { return nil }
    let legs = [ConversionPath.Leg].joining(start.laws.map { .law($0) }, end.laws.map { .law($0) })
    return ConversionPath(from: from, to: to, day: day, legs: legs, exact: start.factor * back)
  }

  private func legalEnd(of currency: Currency, on day: Day) -> LegalPath {
    var way = LegalPath(end: currency)
    while let law = legalRate(retiring: way.end, on: day) { way.step(by: law) }
    return way
  }
}
