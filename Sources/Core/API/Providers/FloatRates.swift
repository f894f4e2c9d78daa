// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  static let floatRates = ProviderEndpoints(
    id: "floatrates", address: "https://www.floatrates.com", minimumInterval: 14_400,
    latest: [Command("latest", path: "/daily/eur.json", accept: Command.json, schema: "floatrates")])
}
