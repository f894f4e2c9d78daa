// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes at about 16:00 Oslo time on working days.
  public static let norgesBank = Provider(
    id: ProviderID("norges-bank"), publisher: "Norges Bank", home: Currency("NOK") ?? .eur,
    firstDay: .declared("1999-01-04"),
    carryLimit: 14, terms: "https://www.norges-bank.no/en/topics/Statistics/disclaimer/",
    direction: .homePerOther, coverage: 40,
    publication: Publication(
      .workingDays, hours: 14...16,
      holidays: Holidays(fixed: [101, 501, 517, 1225, 1226], fromEaster: [-3, -2, 1, 39, 50])))
}

extension ProviderEndpoints {
  static let norgesBank = ProviderEndpoints(
    address: "https://data.norges-bank.no",
    latest: [
      Endpoint("latest", path: "/api/data/EXR/B..NOK.SP?format=csvdata&lastNObservations=1", accept: Endpoint.csv)
    ],
    span: Span(
      command: Endpoint(
        "span", path: "/api/data/EXR/B..NOK.SP?format=csvdata&startPeriod={from}&endPeriod={to}", accept: Endpoint.csv,
        size: .history, nothingStatus: 404), days: 3660))
}

extension ProviderDefinition {
  /// Reads CSV with the columns of SDMX, a format for statistics. A row means: `10^UNIT_MULT BASE_CUR = OBS_VALUE NOK`.
  static let norgesBank = ProviderDefinition(text: .norgesBank, .csv, asked: .norgesBank) {
    bytes, rows throws(ItemError) in
    try SDMXTable(base: "BASE_CUR", counter: "QUOTE_CUR", home: "NOK").read(bytes, into: &rows)
  }
}
