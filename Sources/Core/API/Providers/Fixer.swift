// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Never by plain http, which old plans ask for: the key stands in the address.
  static let fixer = ProviderEndpoints(
    id: "fixer", address: "https://data.fixer.io", key: .query("access_key"), minimumInterval: 28_800,
    latest: [Command("latest", path: "/api/latest", accept: Command.json, schema: "fixer")])

  static let fixerByAPILayer = ProviderEndpoints(
    id: "fixer-apilayer", address: "https://api.apilayer.com", key: .header("apikey"), minimumInterval: 28_800,
    latest: [Command("latest", path: "/fixer/latest", accept: Command.json, schema: "fixer")])

  static let exchangeRatesAPI = ProviderEndpoints(
    id: "exchangeratesapi", address: "https://api.exchangeratesapi.io", key: .query("access_key"),
    minimumInterval: 28_800,
    latest: [Command("latest", path: "/v1/latest", accept: Command.json, schema: "fixer")])
}
