// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes on business days. The holidays of the Hebrew calendar aren't calculated.
  public static let bankOfIsrael = Provider(
    id: ProviderID("boi"), publisher: "Bank of Israel", home: Currency("ILS") ?? .eur,
    firstDay: .declared("2000-01-03"), carryLimit: 14, terms: "https://www.boi.org.il/en/terms-of-use",
    direction: .homePerOther, coverage: 14, publication: Publication(.workingDays, hours: 12...14, grace: 4))
}

extension ProviderEndpoints {
  static let bankOfIsrael = ProviderEndpoints(
    address: "https://edge.boi.gov.il",
    latest: [],
    span: Span(
      command: Endpoint(
        "span",
        path: "/FusionEdgeServer/sdmx/v2/data/dataflow/BOI.STATISTICS/EXR/1.0/"
          + "?c%5BDATA_TYPE%5D=OF00&startperiod={from}&endperiod={to}&format=csv",
        accept: Endpoint.csv, size: .history, nothingStatus: 404), days: 3660))
}

extension ProviderDefinition {
  /// Reads SDMX as CSV: `10^UNIT_MULT BASE_CURRENCY = OBS_VALUE ILS`.
  static let bankOfIsrael = ProviderDefinition(text: .bankOfIsrael, .csv, asked: .bankOfIsrael) {
    bytes, rows throws(ItemError) in
    try SDMXTable(base: "BASE_CURRENCY", counter: "COUNTER_CURRENCY", home: "ILS").read(bytes, into: &rows)
  }
}
