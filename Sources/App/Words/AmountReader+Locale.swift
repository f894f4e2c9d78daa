// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel
import KursWorkflow

extension AmountReader {
  /// Reads amounts in the person's number form, and currencies by their names in the person's language too.
  ///
  /// `language`: a locale name, for what a billion is.
  static func reading(_ symbols: NumberSymbols, region: String?, language: String) -> AmountReader {
    AmountReader(
      symbols: symbols, preferences: SymbolPreferences(region: region),
      words: ReaderWords(language: LocaleName(posix: language).language)
    ) { catalogue in
      catalogue.names { Gettext.translate(system: "iso_4217", $0) }
    }
  }
}
