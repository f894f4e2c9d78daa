// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  /// Kurs reads only Bitcoin, as XBT. Other coins can have the code of a currency: MNT is a coin and the tögrög.
  public static let coinGecko = Provider(
    id: ProviderID("coingecko"), publisher: "CoinGecko", home: Currency("XBT") ?? .usd,
    firstDay: .declared("2013-04-28"),
    carryLimit: 2, terms: "https://www.coingecko.com/en/api_terms", attribution: "Data provided by CoinGecko",
    dayMeaning: .fetched, coverage: 45, publication: Publication(.hourly, hours: 0...23), isOptIn: true)
}

extension ProviderEndpoints {
  /// The user's key is optional and sent in a header. Without a key, the public limit applies.
  static let coinGecko = ProviderEndpoints(
    address: "https://api.coingecko.com", key: .header("x-cg-demo-api-key"),
    latest: [
      Endpoint(
        "latest",
        path: "/api/v3/simple/price?ids=bitcoin&vs_currencies=usd,eur,gbp,jpy,chf,cad,aud,nzd,sek,nok,dkk,pln,czk,huf,"
          + "try,ils,brl,mxn,inr,idr,krw,thb,php,sgd,hkd,cny,zar,"
          + "xau,xag&include_last_updated_at=true",
        schema: "coingecko")
    ], iconAddress: "https://www.coingecko.com/favicon-96x96.png")
}

extension ProviderDefinition {
  /// Reads `{"bitcoin":{"usd":67187.33,"last_updated_at":1711356300}}`: 1 bitcoin = 67187.33 USD.
  static let coinGecko = ProviderDefinition(json: .coinGecko, asked: .coinGecko) { value, rows throws(ItemError) in
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
