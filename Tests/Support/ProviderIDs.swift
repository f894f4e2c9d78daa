// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Provider ids for tests. The program reads each id from the provider's folder instead.
extension ProviderID {
  public static let bmf = ProviderID("bmf")
  public static let cbr = ProviderID("cbr")
  public static let cnb = ProviderID("cnb")
  public static let fixer = ProviderID("fixer")
  public static let floatRates = ProviderID("floatrates")
  public static let hmrc = ProviderID("hmrc")
  public static let inforEuro = ProviderID("inforeuro")
  public static let nbp = ProviderID("nbp")
  public static let openExchangeRates = ProviderID("openexchangerates")
  public static let tcmb = ProviderID("tcmb")
  public static let usTreasury = ProviderID("us-treasury")
}
