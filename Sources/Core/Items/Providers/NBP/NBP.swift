// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// On working days, the bank publishes table C (buying and selling) about 8:00 and table A about noon, Warsaw time.
  /// Table B (rarer currencies) appears on Wednesdays.
  public static let nbp = Provider(
    id: ProviderID("nbp"), publisher: "Narodowy Bank Polski", home: Currency("PLN") ?? .eur,
    firstDay: .declared("2002-01-02"), carryLimit: 21, terms: "https://nbp.pl/en/", direction: .homePerOther,
    coverage: 150, isWorldwide: true, publication: Publication(.workingDays, hours: 11...13, holidays: .poland),
    rarePublication: Publication(.weekly(weekday: 3), hours: 11...13, holidays: .poland))
}

extension Holidays {
  /// Epiphany has been a holiday since 2011, and Christmas Eve since 2025.
  fileprivate static let poland = Holidays(
    fixed: [101, 106, 501, 503, 815, 1101, 1111, 1224, 1225, 1226], fromEaster: [1, 60],
    since: [106: 2011, 1224: 2025])
}

extension ProviderEndpoints {
  /// A request covers at most 93 days. If none of the requested days is a working day, the server sends 404.
  static let nbp = ProviderEndpoints(
    address: "https://api.nbp.pl",
    latest: [
      Endpoint("latest-a", path: "/api/exchangerates/tables/A/?format=json", schema: "nbp"),
      Endpoint("latest-b", path: "/api/exchangerates/tables/B/?format=json", schema: "nbp"),
      Endpoint("latest-c", path: "/api/exchangerates/tables/C/?format=json", schema: "nbp"),
    ],
    span: Span(command: span("A"), days: 93, beside: [span("B"), span("C")]))

  private static func span(_ table: String) -> Endpoint {
    Endpoint(
      "span-\(table.lowercased())", path: "/api/exchangerates/tables/\(table)/{from}/{to}/?format=json",
      schema: "nbp", nothingStatus: 404)
  }
}

extension ProviderDefinition {
  /// Reads `[{"table":"A","effectiveDate":"2026-03-02","rates":[{"code":"USD","mid":3.6056}]}]`: 1 USD = 3.6056 PLN. In
  /// table C, the bank buys at `bid` and sells at `ask`.
  static let nbp = ProviderDefinition(json: .nbp, asked: .nbp) { value, rows throws(ItemError) in
    for table in try Fields.rows(value) {
      let day = try table.day("effectiveDate", .iso)
      for (index, row) in (table.value["rates"]?.array ?? []).enumerated() {
        let row = Fields(value: row, place: "\(table.place)/rates/\(index)")
        let code = try row.text("code")
        if row.value["mid"] == nil {
          try rows.add(code, try row.digits("bid"), side: .buying, on: day, at: row.place)
          try rows.add(code, try row.digits("ask"), side: .selling, on: day, at: row.place)
        } else {
          try rows.add(code, try row.digits("mid"), on: day, at: row.place)
        }
      }
    }
  }
}
