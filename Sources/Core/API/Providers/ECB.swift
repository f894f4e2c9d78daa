// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Published about 16:00 CET on TARGET days; any span of days comes from the data portal, another host.
  static let ecb = ProviderEndpoints(
    id: "ecb", address: "https://www.ecb.europa.eu",
    latest: [Command("latest", path: "/stats/eurofxref/eurofxref-daily.xml", accept: Command.xml)],
    recent: (Command("recent", path: "/stats/eurofxref/eurofxref-hist-90d.xml", accept: Command.xml), 85),
    span: Span(
      command: Command(
        "span", path: "/service/data/EXR/D..EUR.SP00.A?format=csvdata&startPeriod={from}&endPeriod={to}",
        host: "https://data-api.ecb.europa.eu", accept: Command.csv, size: .history), days: 3660),
    history: Command(
      "history", path: "/stats/eurofxref/eurofxref-hist.zip", accept: "application/zip", size: .history),
    mark: "https://www.ecb.europa.eu/favicon-32.png")
}
