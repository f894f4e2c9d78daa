// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

extension String {
  /// Letters and their accents as separate scalars.
  var decomposedForSearch: String { decomposedStringWithCanonicalMapping }
}
