// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// One file since 2023, with Last-Modified: asking again costs a 304.
  static let rba = ProviderEndpoints(
    id: "rba", address: "https://www.rba.gov.au",
    latest: [Command("latest", path: "/statistics/tables/csv/f11.1-data.csv", accept: "text/csv, */*;q=0.5")])
}
