// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension CurrencyCatalogue {
  /// Currencies by their names in the terminal's language, out of the system's iso-codes, and by the English ones.
  var systemNames: [String: Currency] {
    guard let catalogue = MessageCatalogue("iso_4217") else { return names() }
    return names { catalogue.text($0) }
  }
}
