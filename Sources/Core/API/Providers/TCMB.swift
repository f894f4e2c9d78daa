// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// One sheet a working day; other days have none.
  static let tcmb = ProviderEndpoints(
    id: "tcmb", address: "https://www.tcmb.gov.tr",
    latest: [Command("latest", path: "/kurlar/today.xml", accept: Command.xml)],
    span: Span(
      command: Command(
        "day", path: "/kurlar/{from:yyyyMM}/{from:ddMMyyyy}.xml", accept: Command.xml, nothingStatus: 404), days: 1))
}
