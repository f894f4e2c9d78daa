// SPDX-License-Identifier: GPL-3.0-or-later

/// The legal path from a currency to the one whose quotes count for it on a day, by laws and pegs only.
struct LegalPath {
  var end: Currency
  var laws: [LegalRate] = []
  /// Units of `end` for one of the first currency.
  var factor = Rational.one

  fileprivate mutating func step(by law: LegalRate) {
    let isForward = law.retired == end
    factor = factor * (isForward ? law.factor.inverse : law.factor)
    end = isForward ? law.successor : law.retired
    laws.append(law)
  }
}

extension CurrencyCatalogue {
  /// The currency whose quotes are used. `home` needs none, and `isQuoted` tells whether there are any.
  ///
  /// The law takes precedence over the market, because the last fixing of an ended currency isn't its rate. A peg
  /// comes after the market.
  func legalPath(
    from currency: Currency, on day: Day, home: Currency?, isQuoted: (Currency) -> Bool
  ) -> LegalPath {
    var way = LegalPath(end: currency)
    while way.end != home, let law = legalRate(retiring: way.end, on: day) {
      // Until the new money is quoted, the last quote of the old one counts for both.
      if law.kind == .redenomination, law.successor != home, !isQuoted(law.successor), isQuoted(way.end) { break }
      way.step(by: law)
    }
    if way.end == home || isQuoted(way.end) { return way }
    if let old = redenominations(into: way.end).first(where: { isQuoted($0.retired) }) {
      way.step(by: old)
    } else if let peg = peg(of: way.end, on: day) {
      way.step(by: peg)
    }
    return way
  }

  /// The rate by law only, whatever is published; nil if the market or a peg decides.
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
