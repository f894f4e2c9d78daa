// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension Provider {
  /// Rates of many central banks, converted by Frankfurter to the base euro. Each bank's terms of use apply.
  public static let frankfurterV2 = Provider(
    id: ProviderID("frankfurter-v2"), publisher: "Frankfurter", home: .eur, firstDay: .declared("1999-01-04"),
    carryLimit: 14,
    terms: "https://frankfurter.dev", attribution: "Frankfurter, rates of many central banks", coverage: 160,
    publication: Publication(.daily, hours: 0...23))
}

extension ProviderDefinition {
  /// Reads `[{"date":"2024-01-15","base":"EUR","quote":"USD","rate":1.089}]`: 1 EUR = 1.089 USD.
  static let frankfurterV2 = ProviderDefinition(json: .frankfurterV2, asked: .frankfurterV2) {
    value, rows throws(ItemError) in
    for row in try Fields.rows(value) {
      let (base, quote) = (try row.text("base"), try row.text("quote"))
      guard base == "EUR" else { throw .unreadable(place: "\(row.place)/base", found: base, expected: .home) }
      try rows.add(quote, try row.digits("rate"), on: try row.day("date", .iso), at: row.place)
    }
  }
}
