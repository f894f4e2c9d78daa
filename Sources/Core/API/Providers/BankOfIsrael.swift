// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  static let bankOfIsrael = ProviderEndpoints(
    id: "boi", address: "https://edge.boi.gov.il",
    latest: [],
    span: Span(
      command: Command(
        "span",
        path: "/FusionEdgeServer/sdmx/v2/data/dataflow/BOI.STATISTICS/EXR/1.0/"
          + "?c%5BDATA_TYPE%5D=OF00&startperiod={from}&endperiod={to}&format=csv",
        accept: Command.csv, size: .history, nothingStatus: 404), days: 3660))
}
