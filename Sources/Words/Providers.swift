// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

extension Provider {
  /// The publisher of its rates, in the person's language.
  public var publisherName: String { bankName(of: id) ?? publisher }

  /// The same, with the words that its terms of use ask for where they ask for any.
  public var sourceName: String { attribution == publisher ? publisherName : attribution }
}

/// A central bank's name in the person's language; firms keep their own names.
public func bankName(of id: ProviderID) -> String? {
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

extension Provider {
  /// The same where a line has little room: the bank's own letters, where it is known by them.
  public var shortName: String {
    switch id.name {
    case "ecb": tr("ECB")
    case "nbp": tr("NBP")
    case "cnb": tr("CNB")
    case "nbu": tr("NBU")
    case "rba": tr("RBA")
    case "tcmb": tr("TCMB")
    case "nbrb": tr("NBRB")
    case "bnr": tr("BNR")
    case "hmrc": tr("HMRC")
    case "bazg": tr("Swiss customs")
    case "bmf": tr("Ministry of Finance")
    default: publisherName
    }
  }
}
