// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  static let norgesBank = ProviderEndpoints(
    id: "norges-bank", address: "https://data.norges-bank.no",
    latest: [
      Command("latest", path: "/api/data/EXR/B..NOK.SP?format=csvdata&lastNObservations=1", accept: Command.csv)
    ],
    span: Span(
      command: Command(
        "span", path: "/api/data/EXR/B..NOK.SP?format=csvdata&startPeriod={from}&endPeriod={to}", accept: Command.csv,
        size: .history, nothingStatus: 404), days: 3660))
}
