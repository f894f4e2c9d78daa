// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// The ECB's rates as JSON, from an open-source service that anyone can host.
  public static let frankfurter = Provider(
    id: .frankfurter, publisher: "Frankfurter", home: .eur, firstDay: Day(number: 10_595), carryLimit: 14,
    terms: "https://frankfurter.dev", attribution: "Frankfurter, rates of the European Central Bank",
    coverage: 30, publication: Publication(.workingDays, hours: 14...17, holidays: .target))
}

extension ProviderEndpoints {
  /// Version 1 has only the ECB's rates. The base is always euro, because the server rounds rates with other bases.
  static let frankfurter = ProviderEndpoints(
    address: "https://api.frankfurter.dev",
    latest: [Endpoint("latest", path: "/v1/latest?base=EUR", schema: "frankfurter-v1")],
    span: Span(
      command: Endpoint("span", path: "/v1/{from}..{to}?base=EUR", schema: "frankfurter-v1", size: .history),
      days: 365),
    history: Endpoint(
      "history", path: "/v1/1999-01-04..?base=EUR", schema: "frankfurter-v1",
      size: .history), iconAddress: "https://frankfurter.dev/favicon.png")

  /// The endpoints of version 2, which has rates of many central banks. Kurs always requests the base euro.
  static let frankfurterV2 = ProviderEndpoints(
    address: "https://api.frankfurter.dev",
    latest: [Endpoint("latest", path: "/v2/rates?base=EUR", schema: "frankfurter-v2")],
    span: Span(
      command: Endpoint(
        "span", path: "/v2/rates?base=EUR&from={from}&to={to}", schema: "frankfurter-v2",
        size: .history), days: 365), iconAddress: "https://frankfurter.dev/favicon.png")
}

extension ProviderDefinition {
  static let frankfurter = ProviderDefinition(provider: .frankfurter, forms: [.json], asked: .frankfurter) {
    document throws(ItemError) in
    WholeDocument(try FrankfurterV1.read(try document.value()))
  }
}

/// Reads `{"base":"EUR","date":"2019-12-31","rates":{"USD":1.12}}` for one or several days: 1 EUR = 1.12 USD.
public enum FrankfurterV1 {
  public static func read(_ value: JSONValue) throws(ItemError) -> QuoteBatch {
    if let message = value["message"]?.string { throw .refusedBySource(message) }
    let fields = Fields(value: value, place: "")
    let base = try fields.currency("base")
    // The server rounds rates with another base, so they must not be mixed with the ECB's.
    guard base == .eur else { throw .unreadable(place: "/base", found: base.code, expected: .home) }
    guard try fields.number("amount").rational == .one else {
      throw .unreadable(place: "/amount", found: value["amount"]?.number?.text ?? "", expected: .unit)
    }
    guard let rates = value["rates"]?.object else { throw .unreadable(place: "/rates", found: "", expected: .rates) }
    var rows = QuoteRows(.frankfurter)
    if value["date"] != nil {
      try add(rates, on: try fields.day("date"), place: "/rates", to: &rows)
    } else {
      for day in rates.members {
        guard let date = Day(iso: day.key), let values = day.value.object else {
          throw .unreadable(place: "/rates/\(day.key)", found: "", expected: .day)
        }
        try add(values, on: date, place: "/rates/\(day.key)", to: &rows)
      }
    }
    return try rows.batch()
  }

  private static func add(
    _ rates: JSONObject, on day: Day, place: String, to rows: inout QuoteRows
  ) throws(ItemError) {
    for rate in rates.members {
      try rows.add(rate.key, rate.value.number?.text ?? "", on: day, at: "\(place)/\(rate.key)")
    }
  }
}

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
