// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

/// The expected value at a place of a document.
public func word(for expected: ItemError.Expected) -> String {
  switch expected {
  case .rate: tr("a rate")
  case .oneRate: tr("one rate for a pair and day")
  case .rates: tr("a list of rates")
  case .day: tr("a day")
  case .earlierDay: tr("an earlier day than before")
  case .currency: tr("the code of a currency")
  case .home: tr("the provider's own currency")
  case .pair: tr("two codes of currencies")
  case .unit: tr("how many units the rate is for")
  case .text: tr("a text")
  case .number: tr("a number")
  case .markup: tr("XML that is well formed")
  case .table: tr("rows as in the first line")
  case .any: tr("a rate, a day or a currency")
  }
}

extension ProviderItems {
  /// `XML, CSV`: what its documents may be.
  public static func forms(of id: ProviderID) -> String {
    let declared = all.first { $0.provider.id == id }?.forms
    let forms = declared ?? (id.isTeam ? [.json] : [.json, .xml, .csv])
    return forms.map(\.rawValue).joined(separator: tr(", "))
  }
}
