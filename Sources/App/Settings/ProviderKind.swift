// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The kind of publisher of a provider; each has a quiet symbol for where its mark is not known.
enum ProviderKind: String, CaseIterable, Sendable {
  case centralBank, service, market, own

  init(_ id: ProviderID) {
    self = id.isTeam ? .own : id.name == "coingecko" ? .market : bankName(of: id) == nil ? .service : .centralBank
  }

  /// The name of an icon of the theme.
  var icon: String {
    switch self {
    case .centralBank: "org.kursapp.Kurs-bank-symbolic"
    case .service: "network-server-symbolic"
    case .market: "org.kursapp.Kurs-market-symbolic"
    case .own: "system-users-symbolic"
    }
  }
}
