// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  public static let fixer = fixerFamily("fixer", "Fixer", "https://fixer.io/terms")
  public static let fixerByAPILayer = fixerFamily(
    "fixer-apilayer", "Fixer (APILayer)", "https://apilayer.com/terms-of-use")
  public static let exchangeRatesAPI = fixerFamily(
    "exchangeratesapi", "exchangeratesapi.io", "https://exchangeratesapi.io/terms")

  /// Creates a service with Fixer's format. The user needs a key. Free plans allow 100 requests a month with base EUR.
  private static func fixerFamily(_ id: String, _ name: String, _ terms: String) -> Provider {
    Provider(
      id: ProviderID(id), publisher: name, home: .eur, firstDay: .declared("1999-01-04"), carryLimit: 7, terms: terms,
      dayMeaning: .fetched, coverage: 170, publication: Publication(.daily, hours: 0...1))
  }
}

extension ProviderEndpoints {
  /// The URL of each request contains the key, so requests never use plain http.
  static let fixer = ProviderEndpoints(
    address: "https://data.fixer.io", key: .query("access_key"), minimumInterval: 28_800,
    latest: [Endpoint("latest", path: "/api/latest", schema: "fixer")])

  static let fixerByAPILayer = ProviderEndpoints(
    address: "https://api.apilayer.com", key: .header("apikey"), minimumInterval: 28_800,
    latest: [Endpoint("latest", path: "/fixer/latest", schema: "fixer")])

  static let exchangeRatesAPI = ProviderEndpoints(
    address: "https://api.exchangeratesapi.io", key: .query("access_key"),
    minimumInterval: 28_800,
    latest: [Endpoint("latest", path: "/v1/latest", schema: "fixer")])
}

extension ProviderDefinition {
  static let fixer = ProviderDefinition(json: .fixer, asked: .fixer, readFixer)
  static let fixerByAPILayer = ProviderDefinition(json: .fixerByAPILayer, asked: .fixerByAPILayer, readFixer)
  static let exchangeRatesAPI = ProviderDefinition(json: .exchangeRatesAPI, asked: .exchangeRatesAPI, readFixer)

  /// Reads `{"success":true,"base":"EUR","date":"2021-04-23","rates":{"USD":1.20555}}`: 1 EUR = 1.20555 USD.
  @Sendable private static func readFixer(_ value: JSONValue, _ rows: inout QuoteRows) throws(ItemError) {
    try value.refuseErrors()
    let fields = Fields(value: value, place: "")
    try rows.add("rates", per: "base", of: fields, on: try fields.day("date", .iso))
  }
}
