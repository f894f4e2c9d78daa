// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension ReadingNote {
  /// The reading of a shared symbol or ambiguous number; nil if there is only one.
  var sentence: String? {
    switch kind {
    case .symbolRead(let currency, let candidates) where candidates.count > 1:
      "read as \(currency), not \(candidates.filter { $0 != currency }.prefix(3).map(\.code).joined(separator: ", "))"
    case .ambiguousNumber(let value, let alternative):
      "read as \(value.exactText()), not \(alternative.exactText())"
    case .dayRead(let day): "read as \(day)"
    case .scaledNumber(let value): "read as \(value.exactText())"
    case .currencyAssumed(let currency): "amounts without a currency are \(currency)"
    default: nil
    }
  }
}
