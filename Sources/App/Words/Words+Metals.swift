// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension Words {
  /// What a gram of a metal comes to by a rate, as in `1 g XAU = 73.48 EUR`; nil where neither side is one.
  ///
  /// `value`: units of `to` for one of `from`; a metal's unit is the troy ounce.
  func gramLine(from: Currency, to: Currency, _ value: Rational) -> String? {
    let (fromGrams, toGrams) = (catalogue[from]?.grams, catalogue[to]?.grams)
    // Ounces of one metal in another are the same as grams in grams.
    guard (fromGrams == nil) != (toGrams == nil), let grams = fromGrams ?? toGrams,
      let ounce = fromGrams == nil ? Rational.one.divided(by: value) : value,
      let gram = ounce.divided(by: grams)
    else { return nil }
    let (metal, money) = fromGrams == nil ? (to, from) : (from, to)
    // Translators: what a gram of a metal comes to, as in "1 g XAU = 73.48 EUR".
    return tr("1 g {metal} = {amount} {code}", ["metal": metal.code, "amount": amount(of: gram, money), "code": money.code])
  }

  private func amount(of value: Rational, _ currency: Currency) -> String {
    numbers.text(value, max(catalogue.minorUnit(of: currency), 3 - value.leadingExponent))
  }
}
