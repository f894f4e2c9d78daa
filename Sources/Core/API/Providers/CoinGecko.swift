// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Without a key the public limit holds; with one it goes into a header.
  static let coinGecko = ProviderEndpoints(
    id: "coingecko", address: "https://api.coingecko.com", key: .header("x-cg-demo-api-key"),
    latest: [
      Command(
        "latest",
        path: "/api/v3/simple/price?ids=bitcoin&vs_currencies=usd,eur,gbp,jpy,chf,cad,aud,nzd,sek,nok,dkk,pln,czk,huf,"
          + "try,ils,brl,mxn,inr,idr,krw,thb,php,sgd,hkd,cny,zar,"
          + "xau,xag&include_last_updated_at=true",
        accept: Command.json, schema: "coingecko")
    ], mark: "https://www.coingecko.com/favicon-96x96.png")
}
