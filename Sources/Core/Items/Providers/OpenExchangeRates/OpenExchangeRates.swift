// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// Hourly market rates, which need the user's key. The free plan allows 1,000 requests a month with the base USD.
  public static let openExchangeRates = Provider(
    id: ProviderID("openexchangerates"), publisher: "Open Exchange Rates", home: .usd,
    firstDay: .declared("1999-01-01"), carryLimit: 7, terms: "https://openexchangerates.org/terms",
    dayMeaning: .fetched, coverage: 170, publication: Publication(.hourly, hours: 0...23))
}

extension ProviderEndpoints {
  static let openExchangeRates = ProviderEndpoints(
    address: "https://openexchangerates.org", key: .query("app_id"),
    latest: [Endpoint("latest", path: "/api/latest.json", schema: "openexchangerates")])
}

extension ProviderDefinition {
  /// Reads `{"timestamp":1521741600,"base":"USD","rates":{"AED":3.673}}`: 1 USD = 3.673 AED. The day is in UTC.
  static let openExchangeRates = ProviderDefinition(json: .openExchangeRates, asked: .openExchangeRates) {
    value, rows throws(ItemError) in
    try value.refuseErrors()
    let fields = Fields(value: value, place: "")
    try rows.add("rates", per: "base", of: fields, on: try fields.day(ofUnixTime: "timestamp"))
  }
}
