// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  static let nbu = ProviderEndpoints(
    id: "nbu", address: "https://bank.gov.ua",
    latest: [],
    span: Span(
      command: Command(
        "span",
        path: "/NBU_Exchange/exchange_site?start={from:yyyyMMdd}&end={to:yyyyMMdd}&sort=exchangedate&order=asc&json",
        accept: Command.json, schema: "nbu"), days: 90))
}
