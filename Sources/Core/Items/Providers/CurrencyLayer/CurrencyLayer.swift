// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  public static let currencyLayer = currencyLayerFamily(
    "currencylayer", "currencylayer", "https://currencylayer.com/terms")
  public static let exchangeRateHost = currencyLayerFamily(
    "exchangerate-host", "exchangerate.host", "https://exchangerate.host/terms")

  /// Creates a service that needs the user's key. The free plans allow 100 requests a month, only with base USD.
  private static func currencyLayerFamily(_ id: String, _ name: String, _ terms: String) -> Provider {
    Provider(
      id: ProviderID(id), publisher: name, home: .usd, firstDay: .declared("1999-01-01"), carryLimit: 7, terms: terms,
      dayMeaning: .fetched, coverage: 168, publication: Publication(.daily, hours: 0...1))
  }
}

extension ProviderEndpoints {
  static let currencyLayer = ProviderEndpoints(
    address: "https://api.currencylayer.com", key: .query("access_key"),
    minimumInterval: 28_800,
    latest: [Endpoint("latest", path: "/live", schema: "currencylayer")])

  static let exchangeRateHost = ProviderEndpoints(
    address: "https://api.exchangerate.host", key: .query("access_key"),
    minimumInterval: 28_800,
    latest: [Endpoint("latest", path: "/live?source=USD", schema: "currencylayer")],
    span: Span(
      command: Endpoint(
        "span", path: "/timeframe?start_date={from}&end_date={to}&source=USD", schema: "currencylayer"), days: 365))
}

extension ProviderDefinition {
  static let currencyLayer = ProviderDefinition(json: .currencyLayer, asked: .currencyLayer, readCurrencyLayer)
  static let exchangeRateHost = ProviderDefinition(json: .exchangeRateHost, asked: .exchangeRateHost, readCurrencyLayer)

  /// Reads `{"success":true,"timestamp":…,"source":"USD","quotes":{"USDAED":3.673069}}`: 1 USD = 3.673069 AED.
  @Sendable private static func readCurrencyLayer(
    _ value: JSONValue, _ rows: inout QuoteRows
  ) throws(ItemError) {
    try value.refuseErrors()
    let fields = Fields(value: value, place: "")
    try rows.expectHome("source", of: fields)
    guard value["timeframe"]?.bool == true else {
      let day = value["date"] == nil ? try fields.day(ofUnixTime: "timestamp") : try fields.day("date", .iso)
      return try add(try fields.map("quotes"), on: day, at: "/quotes", to: &rows)
    }
    let days = Fields(value: value["quotes"] ?? .null, place: "/quotes")
    for member in days.value.object?.members ?? [] {
      guard let day = Day(iso: member.key) else {
        throw .unreadable(place: "/quotes", found: member.key, expected: .day)
      }
      try add(try days.map(member.key), on: day, at: "/quotes/\(member.key)", to: &rows)
    }
  }

  private static func add(
    _ quotes: [(code: String, digits: String)], on day: Day, at place: String, to rows: inout QuoteRows
  ) throws(ItemError) {
    for (code, digits) in quotes {
      if code.hasPrefix("USD"), OtherCodes.isTicker(String(code.dropFirst(3))) { continue }
      guard code.utf8.count == 6, code.hasPrefix("USD") else {
        throw .unreadable(place: place, found: code, expected: .pair)
      }
      try rows.add(String(code.dropFirst(3)), digits, on: day, at: "\(place)/\(code)")
    }
  }
}
