// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Says max-age=30 of daily data: the timetable counts, not that.
  static let bankOfCanada = ProviderEndpoints(
    id: "boc", address: "https://www.bankofcanada.ca",
    latest: [
      Command(
        "latest", path: "/valet/observations/group/FX_RATES_DAILY/json?recent=1", accept: Command.json, schema: "boc")
    ],
    span: Span(
      command: Command(
        "span", path: "/valet/observations/group/FX_RATES_DAILY/json?start_date={from}&end_date={to}",
        accept: Command.json, schema: "boc", size: .history), days: 3660),
    mark: "https://www.bankofcanada.ca/wp-content/themes/ews-build-2024/img/favicon/apple-touch-icon-180x180.png")
}
