// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension ReadingNote {
  /// Describes how an ambiguous part of `text` was read, or which row was skipped. Nil if neither happened.
  func sentence(in text: String) -> String? {
    let piece = piece(of: text)
    func others(_ currency: Currency, _ candidates: [Currency]) -> String {
      let others = candidates.filter { $0 != currency }.prefix(3)
      return others.isEmpty ? "" : ", not \(others.map(\.code).joined(separator: ", "))"
    }
    return switch kind {
    case .symbolRead(let currency, let candidates) where !candidates.isEmpty:
      "\"\(piece)\" is read as \(currency)\(others(currency, candidates))"
    case .subunitRead(let currency, let share, let candidates):
      "\"\(piece)\" is counted in units of \(share.exactText()) \(currency)\(others(currency, candidates))"
    case .ambiguousNumber(let value, let alternative):
      "\"\(piece)\" is read as \(value.exactText()), not \(alternative.exactText())"
    case .dayRead(let day): "\"\(piece)\" is read as \(day)"
    case .dayShared(let day): "\(day) applies to all amounts without a date"
    case .scaledNumber(let value), .foreignSeparators(let value): "\"\(piece)\" is read as \(value.exactText())"
    case .currencyAssumed(let currency): "amounts without a currency are read as \(currency)"
    case .bracketsAsMinus: "brackets are read as minus"
    case .bracketsIgnored: "brackets are not read as minus"
    case .ambiguousDay(let day, let other): "\"\(piece)\" is read as \(day), not \(other)"
    case .amountLeftOut: "\(piece) was left out, because the row has another amount"
    case .dashIgnored: "the dash before the amount was not read as minus"
    case .rowSkipped(let fault): "row \(row(of: text)) was left out, because \(Self.reason(fault)): \(piece)"
    case .totalDiffers(let total, let sum):
      "the total \(total.exactText()) differs from the sum \(sum.exactText()): \(piece)"
    case .totalCounted: "the sum includes row \(row(of: text)), which may be a total: \(piece)"
    default: nil
    }
  }

  private static func reason(_ fault: RowFault) -> String {
    switch fault {
    case .noAmount: "it has no amount"
    case .total: "it is a total"
    case .balance: "it is a balance"
    case .repeated: "it repeats amounts above"
    case .saving: "it shows how much was saved"
    case .oldPrice: "it is an old price"
    case .unreadable(.invalidDate): "its date can't be read"
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
