// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// The provider's terms require attribution and at most one request per day.
  public static let openExchangeRateAPI = Provider(
    id: ProviderID("open-er-api"), publisher: "ExchangeRate-API", home: .usd, firstDay: .declared("2020-01-01"),
    carryLimit: 7, terms: "https://www.exchangerate-api.com/terms",
    attribution: "Rates By Exchange Rate API (https://www.exchangerate-api.com)", dayMeaning: .fetched,
    coverage: 165, publication: Publication(.daily, hours: 0...1))

  public static let exchangeRateAPI = Provider(
    id: ProviderID("exchangerate-api"), publisher: "ExchangeRate-API", home: .usd, firstDay: .declared("2020-01-01"),
    carryLimit: 7, terms: "https://www.exchangerate-api.com/terms", dayMeaning: .fetched, coverage: 165,
    publication: Publication(.daily, hours: 0...1))
}

extension ProviderEndpoints {
  /// After a second request within an hour, the server refuses all requests for twenty minutes (status 429).
  static let openExchangeRateAPI = ProviderEndpoints(
    address: "https://open.er-api.com", minimumInterval: 14_400,
    latest: [Endpoint("latest", path: "/v6/latest/USD", schema: "exchangerate-api")])

  static let exchangeRateAPI = ProviderEndpoints(
    address: "https://v6.exchangerate-api.com", key: .path, minimumInterval: 14_400,
    latest: [Endpoint("latest", path: "/v6/{key}/latest/USD", schema: "exchangerate-api")])
}

extension ProviderDefinition {
  static let openExchangeRateAPI = ProviderDefinition(
    json: .openExchangeRateAPI, asked: .openExchangeRateAPI, readExchangeRateAPI)
  static let exchangeRateAPI = ProviderDefinition(json: .exchangeRateAPI, asked: .exchangeRateAPI, readExchangeRateAPI)

  /// Reads `{"result":"success","time_last_update_unix":…,"base_code":"USD","rates":{"AED":3.6}}`: 1 USD = 3.6 AED.
  @Sendable private static func readExchangeRateAPI(
    _ value: JSONValue, _ rows: inout QuoteRows
  ) throws(ItemError) {
    try value.refuseErrors()
    let fields = Fields(value: value, place: "")
    let name = value["rates"] == nil ? "conversion_rates" : "rates"
    try rows.add(name, per: "base_code", of: fields, on: try fields.day(ofUnixTime: "time_last_update_unix"))
  }
}
