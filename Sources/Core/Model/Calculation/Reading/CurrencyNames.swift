// SPDX-License-Identifier: GPL-3.0-or-later

extension CurrencyCatalogue {
  /// Each currency by its English name and by what `translate` makes of that, lower case.
  ///
  /// Where two currencies have one name, the current one gets it.
  public func names(translate: (String) -> String = { $0 }) -> [String: Currency] {
    var names: [String: Currency] = [:]
    for record in sorted.filter({ $0.until == nil }) + sorted.filter({ $0.until != nil }) {
      for name in [translate(record.name).lowercased(), record.name.lowercased()] where names[name] == nil {
        names[name] = record.currency
      }
    }
    return names
  }
}
