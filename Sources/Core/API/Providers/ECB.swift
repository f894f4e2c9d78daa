// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Published about 16:00 CET on TARGET days.
  static let ecb = ProviderEndpoints(
    id: "ecb", address: "https://www.ecb.europa.eu",
    latest: Command("latest", path: "/stats/eurofxref/eurofxref-daily.xml", accept: "application/xml, text/xml"),
    recent: (
      Command("recent", path: "/stats/eurofxref/eurofxref-hist-90d.xml", accept: "application/xml, text/xml"), 85
    ),
    history: Command(
      "history", path: "/stats/eurofxref/eurofxref-hist.zip", accept: "application/zip", size: .history))
}
