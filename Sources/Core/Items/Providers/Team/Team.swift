// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
public import KursAPI
public import KursModel

extension Provider {
  /// The rates that the operator of an account server uploaded. `home` is the base of most pairs.
  public static func team(_ team: Team, home: Currency) -> Provider {
    Provider(
      id: team.id, publisher: "Team rates (\(team.host))", home: home, firstDay: .declared("1970-01-01"),
      // A team rate may be used for up to 400 days, because companies often fix their booking rates for a year.
      carryLimit: 400, terms: "https://\(team.host)", attribution: "Team rates of \(team.host)",
      direction: .statedPerRow, dayMeaning: .effective, publication: Publication(.irregular), isOptIn: true)
  }
}

extension ProviderEndpoints {
  /// The endpoint of the team rates. Each request is for the rates of all days, because the operator may correct the
  /// rates of any day. The URL `address` is empty, because each member's account server has its own URL.
  static let team = ProviderEndpoints(
    address: "", minimumInterval: 3600, latest: [],
    history: .teamHistory)
}

extension Endpoint {
  public static let teamHistory = Endpoint(
    "team-history", path: "/api/v1/rates/history/", schema: "account/rates", size: .history, needsSignIn: true)
}

extension ProviderDefinition {
  /// Reads `{"rates":[{"date":"2026-11-20","base":"CHF","quote":"JPY","unit":100,"value":"17512.5"}]}`: 100 CHF =
  /// 17512.5 JPY. The account server's outer object `data` is optional.
  public static func team(_ team: Team, home: Currency = .eur) -> ProviderDefinition {
    ProviderDefinition(json: .team(team, home: home), asked: .team) { value, rows throws(ItemError) in
      for row in try Fields.rows(value["data"] ?? value, under: "rates") {
        let digits = try row.digits("unit")
        guard let unit = UInt32(digits).flatMap({ QuoteUnit($0) }) else {
          throw .unreadable(place: "\(row.place)/unit", found: digits, expected: .unit)
        }
        let pair = PairKey(base: try row.currency("base"), counter: try row.currency("quote"))
        try rows.add(
          try row.text("value"), unit: unit, of: pair, on: try row.day("date", .iso), at: row.place)
      }
    }
  }
}
