// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension Words {
  /// The price of a gram of a metal, as in `1 g XAU = 73.48 EUR`; nil if neither side is a metal.
  ///
  /// `value`: units of `to` for one of `from`.
  func gramLine(from: Currency, to: Currency, _ value: Rational) -> String? {
    guard let gram = GramPrice(from: from, to: to, value: value, catalogue) else { return nil }
    let amount = numbers.text(gram.price.amount, gram.places(catalogue))
    // Translators: what a gram of a metal comes to, as in "1 g XAU = 73.48 EUR".
    return tr(
      "1 g {metal} = {amount} {code}", ["metal": gram.metal.code, "amount": amount, "code": gram.price.currency.code])
  }
}
