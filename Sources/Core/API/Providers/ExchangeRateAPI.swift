// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Asked more than once an hour it answers 429 for twenty minutes; its table changes once a day.
  static let openExchangeRateAPI = ProviderEndpoints(
    id: "open-er-api", address: "https://open.er-api.com", minimumInterval: 14_400,
    latest: [Command("latest", path: "/v6/latest/USD", accept: Command.json, schema: "exchangerate-api")])

  static let exchangeRateAPI = ProviderEndpoints(
    id: "exchangerate-api", address: "https://v6.exchangerate-api.com", key: .path, minimumInterval: 14_400,
    latest: [Command("latest", path: "/v6/{key}/latest/USD", accept: Command.json, schema: "exchangerate-api")])
}
