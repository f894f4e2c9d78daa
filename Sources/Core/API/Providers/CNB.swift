// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  static let cnb = ProviderEndpoints(
    id: "cnb", address: "https://api.cnb.cz",
    latest: [Command("latest", path: "/cnbapi/exrates/daily?lang=EN", accept: Command.json, schema: "cnb")],
    span: Span(
      command: Command(
        "day", path: "/cnbapi/exrates/daily?date={from}&lang=EN", accept: Command.json, schema: "cnb"), days: 1))
}
