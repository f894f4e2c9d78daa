// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// One answer a month, which does not say which.
  static let inforEuro = ProviderEndpoints(
    id: "inforeuro", address: "https://ec.europa.eu", minimumInterval: 86_400,
    latest: [month],
    span: .month(month))

  private static let month = Command(
    "month", path: "/budg/inforeuro/api/public/monthly-rates?year={from:yyyy}&month={from:M}", accept: Command.json,
    schema: "inforeuro")
}
