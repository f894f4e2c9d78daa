// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes daily averages by 16:30 Eastern time. Canada's movable holidays aren't calculated.
  public static let bankOfCanada = Provider(
    id: ProviderID("boc"), publisher: "Bank of Canada", home: .canadianDollar, firstDay: .declared("2017-01-03"),
    carryLimit: 14, terms: "https://www.bankofcanada.ca/terms/", attribution: "Source: Bank of Canada",
    direction: .homePerOther, coverage: 23,
    publication: Publication(
      .workingDays, hours: 20...22,
      holidays: Holidays(fixed: [101, 701, 930, 1111, 1225, 1226], fromEaster: [-2])))
}

extension Currency {
  static let canadianDollar = Currency("CAD") ?? .usd
}

extension ProviderEndpoints {
  static let bankOfCanada = ProviderEndpoints(
    address: "https://www.bankofcanada.ca",
    latest: [Endpoint("latest", path: "/valet/observations/group/FX_RATES_DAILY/json?recent=1", schema: "boc")],
    span: Span(
      command: Endpoint(
        "span", path: "/valet/observations/group/FX_RATES_DAILY/json?start_date={from}&end_date={to}",
        schema: "boc", size: .history), days: 3660),
    iconAddress: "https://www.bankofcanada.ca/wp-content/themes/ews-build-2024/img/favicon/apple-touch-icon-180x180.png"
  )
}

extension ProviderDefinition {
  /// Reads `{"observations":[{"d":"2026-03-18","FXUSDCAD":{"v":"1.3706"}}]}`: 1 USD = 1.3706 CAD.
  static let bankOfCanada = ProviderDefinition(json: .bankOfCanada, asked: .bankOfCanada) {
    value, rows throws(ItemError) in
    for row in try Fields.rows(value, under: "observations") {
      let day = try row.day("d", .iso)
      for member in row.value.object?.members ?? [] where member.key != "d" {
        let place = "\(row.place)/\(member.key)"
        let letters = Array(member.key.utf8)
        guard letters.count == 8, letters.starts(with: Array("FX".utf8)), let base = Currency(ascii: letters[2..<5]),
          let counter = Currency(ascii: letters[5...]), counter == .canadianDollar
        else { throw .unreadable(place: place, found: member.key, expected: .pair) }
        guard let text = member.value["v"]?.string else { throw .unreadable(place: place, found: "", expected: .rate) }
        if text.isEmpty { continue }
        try rows.add(text, of: PairKey(base: base, counter: counter), on: day, at: place)
      }
    }
  }
}
