// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
public import KursModel

extension ProviderID {
  public static let coinGecko = ProviderID("coingecko")
}

extension Provider {
  /// Bitcoin alone, in ISO currencies, gold and silver: it is stored as XBT, a code that ISO 4217 leaves to nobody.
  ///
  /// No other coin: their tickers are somebody's currency (MNT is the tögrög and a token).
  public static let coinGecko = Provider(
    id: .coinGecko, publisher: "CoinGecko", home: Currency("XBT") ?? .usd, firstDay: .declared("2013-04-28"),
    carryLimit: 2, terms: "https://www.coingecko.com/en/api_terms", attribution: "Data provided by CoinGecko",
    dayMeaning: .fetched, coverage: 45, publication: Publication(.hourly, hours: 0...23), isOptIn: true)
}

extension ProviderItems {
  /// `{"bitcoin":{"usd":67187.33,"last_updated_at":1711356300}}`: 1 bitcoin = value.
  static let coinGecko = ProviderItems(json: .coinGecko) { value, rows throws(ItemError) in
    try value.refuseErrors()
    guard let coin = value["bitcoin"], let members = coin.object?.members else { throw .foreign }
    let day = try Fields(value: coin, place: "/bitcoin").day(ofUnixTime: "last_updated_at")
    for member in members where member.key != "last_updated_at" {
      guard let digits = member.value.number?.text else {
        throw .unreadable(place: "/bitcoin/\(member.key)", found: "", expected: .rate)
      }
      try rows.add(member.key, digits, on: day, at: "/bitcoin/\(member.key)")
    }
  }
}
