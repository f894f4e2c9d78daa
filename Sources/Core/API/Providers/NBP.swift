// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Table A daily, table B weekly; a span is of at most 93 days, and one without a working day is a 404.
  static let nbp = ProviderEndpoints(
    id: "nbp", address: "https://api.nbp.pl",
    latest: [
      Command("latest-a", path: "/api/exchangerates/tables/A/?format=json", accept: Command.json, schema: "nbp"),
      Command("latest-b", path: "/api/exchangerates/tables/B/?format=json", accept: Command.json, schema: "nbp"),
    ],
    span: Span(
      command: Command(
        "span-a", path: "/api/exchangerates/tables/A/{from}/{to}/?format=json", accept: Command.json, schema: "nbp",
        nothingStatus: 404), days: 93))
}
