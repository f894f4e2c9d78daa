// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

extension String {
  /// Letters and their accents as separate scalars.
  var decomposedForSearch: String { decomposedStringWithCanonicalMapping }
}

/// The name of a country in the person's language, by its ISO 3166 code; the code where there is none.
func countryName(_ code: String, language: String) -> String {
  Locale(identifier: language).localizedString(forRegionCode: code) ?? code
}
