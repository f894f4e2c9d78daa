// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
public import KursModel

extension ProviderID {
  public static let openExchangeRateAPI = ProviderID("open-er-api")
  public static let exchangeRateAPI = ProviderID("exchangerate-api")
}

extension Provider {
  /// The open access of ExchangeRate-API: its attribution is a condition, so is not asking more than daily.
  public static let openExchangeRateAPI = Provider(
    id: .openExchangeRateAPI, publisher: "ExchangeRate-API", home: .usd, firstDay: .declared("2020-01-01"),
    carryLimit: 7, terms: "https://www.exchangerate-api.com/terms",
    attribution: "Rates By Exchange Rate API (https://www.exchangerate-api.com)", dayMeaning: .fetched,
    coverage: 165, publication: Publication(.daily, hours: 0...1))

  /// The same with the person's key.
  public static let exchangeRateAPI = Provider(
    id: .exchangeRateAPI, publisher: "ExchangeRate-API", home: .usd, firstDay: .declared("2020-01-01"),
    carryLimit: 7, terms: "https://www.exchangerate-api.com/terms", attribution: "ExchangeRate-API",
    dayMeaning: .fetched, coverage: 165, publication: Publication(.daily, hours: 0...1))
}

extension ProviderItems {
  static let openExchangeRateAPI = ProviderItems(json: .openExchangeRateAPI, readExchangeRateAPI)
  static let exchangeRateAPI = ProviderItems(json: .exchangeRateAPI, readExchangeRateAPI)

  /// `{"result":"success","time_last_update_unix":…,"base_code":"USD","rates":{"AED":3.6725}}`: 1 USD = value.
  ///
  /// The keyed service says `conversion_rates`.
  @Sendable private static func readExchangeRateAPI(
    _ value: JSONValue, _ rows: inout QuoteRows
  ) throws(ItemError) {
    try value.refuseErrors()
    let fields = Fields(value: value, place: "")
    let name = value["rates"] == nil ? "conversion_rates" : "rates"
    try rows.add(name, per: "base_code", of: fields, on: try fields.day(ofUnixTime: "time_last_update_unix"))
  }
}
