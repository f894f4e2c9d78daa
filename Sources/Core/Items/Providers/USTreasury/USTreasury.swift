// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// The quarterly reporting rates. An amendment within a quarter is a further row with a later date.
  public static let usTreasury = Provider(
    id: ProviderID("us-treasury"), publisher: "U.S. Department of the Treasury", home: .usd,
    firstDay: .declared("2001-03-31"),
    carryLimit: 92, terms: "https://fiscaldata.treasury.gov/about-us/",
    attribution: "U.S. Treasury Fiscal Data, Treasury Reporting Rates of Exchange", dayMeaning: .effective,
    coverage: 140, publication: Publication(.irregular), validity: .quarterEnd)
}

extension ProviderEndpoints {
  static let usTreasury = ProviderEndpoints(
    address: "https://api.fiscaldata.treasury.gov", minimumInterval: 86_400,
    latest: [rows("latest", "record_date%3Alte%3A{to}", size: 200)],
    span: Span(command: rows("span", "record_date%3Agte%3A{from},record_date%3Alte%3A{to}", size: 2000), days: 700))

  private static func rows(_ name: String, _ filter: String, size: Int) -> Endpoint {
    Endpoint(
      name,
      path: "/services/api/fiscal_service/v1/accounting/od/rates_of_exchange"
        + "?fields=country_currency_desc,exchange_rate,record_date,effective_date&filter=\(filter)"
        + "&sort=-record_date&page%5Bsize%5D=\(size)",
      schema: "us-treasury")
  }
}

extension ProviderDefinition {
  /// Reads `{"country_currency_desc":"Canada-Dollar","exchange_rate":"1.371","effective_date":…}`: 1 USD = 1.371 CAD.
  static let usTreasury = ProviderDefinition(json: .usTreasury, asked: .usTreasury) { value, rows throws(ItemError) in
    for row in try Fields.rows(value, under: "data") {
      guard let code = TreasuryNames.codes[try row.text("country_currency_desc")] else { continue }
      let digits = try row.text("exchange_rate")
      // Skip a missing rate, for which this service sends the string "null".
      if digits == "null" { continue }
      try rows.add(code, digits, on: try row.day("effective_date"), at: row.place)
    }
  }
}
