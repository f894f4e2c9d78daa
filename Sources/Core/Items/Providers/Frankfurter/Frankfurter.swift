// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The ECB's rates as JSON, from an open-source service that anyone can host.
  public static let frankfurter = Provider(
    id: .frankfurter, publisher: "Frankfurter", home: .eur, firstDay: Day(number: 10_595), carryLimit: 14,
    terms: "https://frankfurter.dev", attribution: "Frankfurter, rates of the European Central Bank",
    coverage: 30, publication: Publication(.workingDays, hours: 14...17, holidays: .target))
}

extension ProviderEndpoints {
  /// Version 1 has only the ECB's rates. The base is always euro, because the server rounds rates with other bases.
  static let frankfurter = ProviderEndpoints(
    address: "https://api.frankfurter.dev",
    latest: [Endpoint("latest", path: "/v1/latest?base=EUR", schema: "frankfurter-v1")],
    span: Span(
      command: Endpoint("span", path: "/v1/{from}..{to}?base=EUR", schema: "frankfurter-v1", size: .history),
      days: 365),
    history: Endpoint(
      "history", path: "/v1/1999-01-04..?base=EUR", schema: "frankfurter-v1",
      size: .history), iconAddress: "https://frankfurter.dev/favicon.png")

  /// The endpoints of version 2, which has rates of many central banks. Kurs always requests the base euro.
  static let frankfurterV2 = ProviderEndpoints(
    address: "https://api.frankfurter.dev",
    latest: [Endpoint("latest", path: "/v2/rates?base=EUR", schema: "frankfurter-v2")],
    span: Span(
      command: Endpoint(
        "span", path: "/v2/rates?base=EUR&from={from}&to={to}", schema: "frankfurter-v2",
        size: .history), days: 365), iconAddress: "https://frankfurter.dev/favicon.png")
}

extension ProviderDefinition {
  static let frankfurter = ProviderDefinition(provider: .frankfurter, forms: [.json], asked: .frankfurter) {
    document throws(ItemError) in
    WholeDocument(try FrankfurterV1.read(try document.value()))
  }
}
