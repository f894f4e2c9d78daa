// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes at about 16:00 CET on working days of TARGET. A rate is used for 14 days, to bridge Easter.
  public static let ecb = Provider(
    id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: Day(number: 10_595), carryLimit: 14,
    terms: "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html", coverage: 30,
    publication: Publication(.workingDays, hours: 14...16, holidays: .target))
}

extension ProviderEndpoints {
  /// Ranges of days come from the data portal, which has another host name.
  static let ecb = ProviderEndpoints(
    address: "https://www.ecb.europa.eu",
    latest: [Endpoint("latest", path: "/stats/eurofxref/eurofxref-daily.xml", accept: Endpoint.xml)],
    recent: (Endpoint("recent", path: "/stats/eurofxref/eurofxref-hist-90d.xml", accept: Endpoint.xml), 85),
    span: Span(
      command: Endpoint(
        "span", path: "/service/data/EXR/D..EUR.SP00.A?format=csvdata&startPeriod={from}&endPeriod={to}",
        host: "https://data-api.ecb.europa.eu", accept: Endpoint.csv, size: .history), days: 3660),
    history: Endpoint(
      "history", path: "/stats/eurofxref/eurofxref-hist.zip", accept: "application/zip", size: .history),
    iconAddress: "https://www.ecb.europa.eu/favicon-32.png")
}

extension ProviderDefinition {
  static let ecb = ProviderDefinition(provider: .ecb, forms: [.xml, .csv, .zip], asked: .ecb) {
    document throws(ItemError) in
    let bytes = document.bytes
    if bytes.starts(with: Array("PK".utf8)) { return try ECBHistory(archive: bytes) }
    if bytes.starts(with: Array("KEY,".utf8)) { return WholeDocument(try ECBSeries.read(bytes)) }
    return WholeDocument(try ECBXML.read(bytes))
  }
}
