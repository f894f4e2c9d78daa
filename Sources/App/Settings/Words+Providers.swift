// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension Words {
  /// What a list calls a provider: its publisher in the person's language, told apart where it has several.
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

/// What a central bank is called in the person's language; firms keep their own names.
func bankName(of id: ProviderID) -> String? {
  switch id.name {
  case "ecb": tr("European Central Bank")
  case "boc": tr("Bank of Canada")
  case "nbp": tr("National Bank of Poland")
  case "cbr": tr("Bank of Russia")
  case "nbu": tr("National Bank of Ukraine")
  case "cnb": tr("Czech National Bank")
  case "norges-bank": tr("Bank of Norway")
  case "rba": tr("Reserve Bank of Australia")
  case "boi": tr("Bank of Israel")
  case "tcmb": tr("Central Bank of the Republic of Türkiye")
  case "nbrb": tr("National Bank of the Republic of Belarus")
  case "bnr": tr("National Bank of Romania")
  case "inforeuro": tr("European Commission")
  case "hmrc": tr("HM Revenue & Customs")
  case "us-treasury": tr("U.S. Treasury")
  case "bazg": tr("Swiss customs, monthly means")
  case "bmf": tr("German Ministry of Finance, for VAT")
  default: nil
  }
}
