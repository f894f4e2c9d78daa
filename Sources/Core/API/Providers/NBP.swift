// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Tables A and C daily, table B weekly; a span is of at most 93 days, and one without a working day is a 404.
  static let nbp = ProviderEndpoints(
    id: "nbp", address: "https://api.nbp.pl",
    latest: [
      Command("latest-a", path: "/api/exchangerates/tables/A/?format=json", accept: Command.json, schema: "nbp"),
      Command("latest-b", path: "/api/exchangerates/tables/B/?format=json", accept: Command.json, schema: "nbp"),
      Command("latest-c", path: "/api/exchangerates/tables/C/?format=json", accept: Command.json, schema: "nbp"),
    ],
    span: Span(command: span("A"), days: 93, beside: [span("C")]))

  private static func span(_ table: String) -> Command {
    Command(
      "span-\(table.lowercased())", path: "/api/exchangerates/tables/\(table)/{from}/{to}/?format=json",
      accept: Command.json, schema: "nbp", nothingStatus: 404)
  }
}
