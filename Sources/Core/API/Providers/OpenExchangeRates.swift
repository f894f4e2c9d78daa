// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// The free plan: 1,000 requests a month, base USD alone.
  static let openExchangeRates = ProviderEndpoints(
    id: "openexchangerates", address: "https://openexchangerates.org", key: .query("app_id"),
    latest: [Command("latest", path: "/api/latest.json", accept: Command.json, schema: "openexchangerates")])
}
