// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  static let bnr = ProviderEndpoints(
    id: "bnr", address: "https://curs.bnr.ro",
    latest: [Command("latest", path: "/nbrfxrates.xml", accept: Command.xml)],
    recent: (Command("recent", path: "/nbrfxrates10days.xml", accept: Command.xml), 9))
}
