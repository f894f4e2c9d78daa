// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension Words {
  /// The name of a provider in a list: its publisher in the person's language, told apart where it has several.
  func title(of provider: ProviderState) -> String {
    if provider.id.isTeam, let server = provider.ownAddress.split(separator: "/").last {
      return tr("Team rates of {server}", ["server": String(server)])
    }
    return switch provider.id.name {
    case "frankfurter": tr("Frankfurter, European Central Bank")
    case "frankfurter-v2": tr("Frankfurter, many central banks")
    case "open-er-api": tr("ExchangeRate-API, without a key")
    case "exchangerate-api": tr("ExchangeRate-API, with your key")
    default: bankName(of: provider.id) ?? provider.title
    }
  }
}
