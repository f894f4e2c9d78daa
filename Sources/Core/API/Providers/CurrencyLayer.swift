// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  static let currencyLayer = ProviderEndpoints(
    id: "currencylayer", address: "https://api.currencylayer.com", key: .query("access_key"),
    minimumInterval: 28_800,
    latest: [Command("latest", path: "/live", accept: Command.json, schema: "currencylayer")])

  static let exchangeRateHost = ProviderEndpoints(
    id: "exchangerate-host", address: "https://api.exchangerate.host", key: .query("access_key"),
    minimumInterval: 28_800,
    latest: [Command("latest", path: "/live?source=USD", accept: Command.json, schema: "currencylayer")],
    span: Span(
      command: Command(
        "span", path: "/timeframe?start_date={from}&end_date={to}&source=USD", accept: Command.json,
        schema: "currencylayer"), days: 365))
}
