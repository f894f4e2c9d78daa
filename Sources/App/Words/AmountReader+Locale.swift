// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel
import KursWorkflow

extension AmountReader {
  /// Reads amounts in the person's number form, and currencies by their names in the person's language too.
  static func reading(_ symbols: NumberSymbols, region: String?) -> AmountReader {
    AmountReader(symbols: symbols, preferences: SymbolPreferences(region: region)) { catalogue in
      // Where two share a name, the one that is still money has it.
      let records = catalogue.sorted.filter { $0.until == nil } + catalogue.sorted.filter { $0.until != nil }
      let names = records.flatMap { record in
        // The English name is understood in any language.
        [Gettext.translate(system: "iso_4217", record.name), record.name].map { ($0.lowercased(), record.currency) }
      }
      return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
  }
}
