// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// On weekends the bank repeats its last rates. At present, Ukraine has no public holidays.
  public static let nbu = Provider(
    id: ProviderID("nbu"), publisher: "National Bank of Ukraine", home: Currency("UAH") ?? .eur,
    firstDay: .declared("1999-01-04"), carryLimit: 14, terms: "https://bank.gov.ua/en/useterms",
    direction: .homePerOther, dayMeaning: .effective, coverage: 60,
    publication: Publication(.workingDays, hours: 10...12), datesNextWorkingDay: true)
}

extension ProviderEndpoints {
  static let nbu = ProviderEndpoints(
    address: "https://bank.gov.ua",
    latest: [],
    span: Span(
      command: Endpoint(
        "span",
        path: "/NBU_Exchange/exchange_site?start={from:yyyyMMdd}&end={to:yyyyMMdd}&sort=exchangedate&order=asc&json",
        schema: "nbu"), days: 90,
      // Request rates with dates after today, because the bank publishes the rates for Monday on Friday.
      ahead: 4))
}

extension ProviderDefinition {
  /// Reads `{"exchangedate":"01.03.2026","cc":"VND","rate":1.6565,"units":1000}`: 1000 VND = 1.6565 UAH.
  static let nbu = ProviderDefinition(json: .nbu, asked: .nbu) { value, rows throws(ItemError) in
    for row in try Fields.rows(value) {
      let unit = row.value["units"] == nil ? "1" : try row.digits("units")
      try rows.add(
        try row.text("cc"), try row.digits("rate"), unit: unit, on: try row.day("exchangedate", .dotted),
        at: row.place)
    }
  }
}
