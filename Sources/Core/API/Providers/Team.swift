// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// A team's rates on the member's own account server, always whole: the operator may correct any day.
  ///
  /// Without an address: the account knows it, and who asks.
  static let team = ProviderEndpoints(
    id: "team", address: "", minimumInterval: 3600, latest: [],
    history: .teamHistory)

  /// How a stored provider is asked; all teams are asked in one way.
  public static func named(_ id: String) -> ProviderEndpoints? {
    all.first { $0.id == id } ?? (id.hasPrefix("team-") ? .team : nil)
  }
}

extension Command {
  /// All of a team's rates, oldest first.
  public static let teamHistory = Command(
    "team-history", path: "/api/v1/rates/history/", accept: json, schema: "account/rates", size: .history,
    needsSignIn: true)
}
