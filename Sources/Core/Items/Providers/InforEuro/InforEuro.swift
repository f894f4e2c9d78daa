// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// The European Commission's accounting rates. Each is valid for one calendar month.
  public static let inforEuro = Provider(
    id: ProviderID("inforeuro"), publisher: "European Commission", home: .eur, firstDay: .declared("1999-01-01"),
    carryLimit: 35,
    terms: "https://commission.europa.eu/legal-notice_en", attribution: "European Commission, InforEuro",
    dayMeaning: .effective, coverage: 150, publication: Publication(.monthly, hours: 0...8), validity: .month)
}

extension ProviderEndpoints {
  /// Each response has the rates of one month, but doesn't contain the month.
  static let inforEuro = ProviderEndpoints(
    address: "https://ec.europa.eu", minimumInterval: 86_400,
    latest: [month],
    span: .month(month))

  private static let month = Endpoint(
    "month", path: "/budg/inforeuro/api/public/monthly-rates?year={from:yyyy}&month={from:M}", schema: "inforeuro")
}

extension ProviderDefinition {
  /// Reads `[{"isoA3Code":"USD","value":1.0832}]` for the requested month: 1 EUR = 1.0832 USD. If one currency was
  /// requested, reads `[{"currencyIso":"USD","amount":1.08,"dateStart":"01/03/2026",…}]`.
  static let inforEuro = ProviderDefinition(provider: .inforEuro, forms: [.json], asked: .inforEuro) {
    document throws(ItemError) in
    var rows = QuoteRows(.inforEuro)
    for row in try Fields.rows(try document.value()) {
      if row.value["currencyIso"] != nil {
        try rows.add(
          try row.text("currencyIso"), try row.digits("amount"), on: try row.day("dateStart", .slashed),
          at: row.place)
        continue
      }
      guard let asked = document.day?.civil, let day = Day(year: asked.year, month: asked.month, day: 1) else {
        throw .unreadable(place: row.place, found: "no month", expected: .day)
      }
      // Skip a country's row without a value. Another country's row has the rate of that currency.
      guard let value = row.value["value"], !value.isNull else { continue }
      try rows.add(try row.text("isoA3Code"), try row.digits("value"), on: day, at: row.place)
    }
    return WholeDocument(try rows.batch())
  }
}
