// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension ReadingNote {
  var sentence: String? { sentence(in: "") }

  /// Describes how an ambiguous symbol or number was read, or which row of `text` was skipped. Nil if neither happened.
  func sentence(in text: String) -> String? {
    switch kind {
    case .symbolRead(let currency, let candidates) where candidates.count > 1:
      "read as \(currency), not \(candidates.filter { $0 != currency }.prefix(3).map(\.code).joined(separator: ", "))"
    case .symbolRead(let currency, let candidates) where !candidates.isEmpty: "read as \(currency)"
    case .subunitRead(let currency, let share, let candidates):
      "counted in units of \(share.exactText()) \(currency)"
        + (candidates.count > 1
          ? ", not \(candidates.filter { $0 != currency }.prefix(3).map(\.code).joined(separator: ", "))" : "")
    case .ambiguousNumber(let value, let alternative):
      "read as \(value.exactText()), not \(alternative.exactText())"
    case .dayRead(let day): "read as \(day)"
    case .dayShared(let day): "\(day) applies to all amounts without a date"
    case .scaledNumber(let value), .foreignSeparators(let value): "read as \(value.exactText())"
    case .currencyAssumed(let currency): "amounts without a currency are read as \(currency)"
    case .bracketsAsMinus: "brackets are read as minus"
    case .ambiguousDay(let day, let other): "date read as \(day), not \(other)"
    case .amountLeftOut: "\(piece(of: text)) was left out, because the row has another amount"
    case .dashIgnored: "the dash before the amount was not read as minus"
    case .rowSkipped(let fault): "row \(row(of: text)) was left out, because \(Self.reason(fault)): \(piece(of: text))"
    case .totalDiffers(let total, let sum):
      "the total \(total.exactText()) differs from the sum \(sum.exactText()): \(piece(of: text))"
    case .totalCounted: "row \(row(of: text)) is included in the sum, but may be a total: \(piece(of: text))"
    default: nil
    }
  }

  private static func reason(_ fault: RowFault) -> String {
    switch fault {
    case .noAmount: "it has no amount"
    case .total: "it is a total"
    case .balance: "it is a balance"
    case .repeated: "it repeats amounts above"
    case .unreadable: "it can't be read"
    case .notBooked(let status): "it is not booked (\(status.harmless(limit: 40)))"
    }
  }

  private func row(of text: String) -> Int { text.utf8.prefix(range.lowerBound).count { $0 == UInt8(ascii: "\n") } + 1 }

  private func piece(of text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self).inOneLine.harmless(limit: 60)
  }
}
