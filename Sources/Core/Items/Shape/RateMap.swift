// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension QuoteRows {
  /// The usual answer of a web service: a base, which must be the provider's home, and the amount of each currency that
  /// it buys.
  ///
  /// `base` and `rates` are names of members: `{"base":"USD","rates":{"AED":3.673}}` is 1 USD = 3.673 AED.
  mutating func add(
    _ rates: String, per base: String, of fields: Fields, on day: Day
  ) throws(ItemError) {
    try expectHome(base, of: fields)
    for (code, digits) in try fields.map(rates) where !OtherCodes.isTicker(code) {
      try add(code, digits, on: day, at: "\(fields.place)/\(rates)/\(code)")
    }
  }

  /// Asked in one currency; whatever else is answered was rebased, and would lie beside the others as their equal.
  func expectHome(_ base: String, of fields: Fields) throws(ItemError) {
    let found = try fields.text(base)
    guard found == provider.home.code else { throw .unreadable(place: "\(fields.place)/\(base)", found: found, expected: .home) }
  }
}
