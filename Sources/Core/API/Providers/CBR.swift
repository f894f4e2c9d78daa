// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// One sheet a day; a day without one is answered with the last before it.
  static let cbr = ProviderEndpoints(
    id: "cbr", address: "https://www.cbr.ru",
    latest: [Command("latest", path: "/scripts/XML_daily.asp", accept: Command.xml)],
    span: Span(
      command: Command("day", path: "/scripts/XML_daily.asp?date_req={from:dd/MM/yyyy}", accept: Command.xml), days: 1))
}
