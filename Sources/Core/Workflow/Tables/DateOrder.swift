// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The order of year, month and day in a table, with any separators.
public enum DateOrder: Hashable, Sendable, CaseIterable {
  case yearFirst, dayFirst, monthFirst

  /// The day at the start of a cell, which a time may follow; nil for another form, or if the day doesn't exist.
  func day(_ cell: ArraySlice<UInt8>) -> Day? {
    var (parts, lengths, part, hasDots) = ((0, 0, 0), (0, 0, 0), 0, false)
    for byte in cell {
      let digit = Int(byte) - 0x30
      if (0...9).contains(digit) {
        switch part {
        case 0: (parts.0, lengths.0) = (parts.0 * 10 + digit, lengths.0 + 1)
        case 1: (parts.1, lengths.1) = (parts.1 * 10 + digit, lengths.1 + 1)
        default: (parts.2, lengths.2) = (parts.2 * 10 + digit, lengths.2 + 1)
        }
        guard lengths.0 <= 8, lengths.1 <= 2, lengths.2 <= 4 else { return nil }
      } else if part < 2, byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") {
        part += 1
        hasDots = hasDots || byte == UInt8(ascii: ".")
      } else if part == 0 && lengths.0 == 8 || part == 2, byte == UInt8(ascii: "T") || byte == UInt8(ascii: " ") {
        break
      } else {
        return nil
      }
    }
    if part == 0, lengths.0 == 8, self == .yearFirst {
      return Day(year: parts.0 / 10_000, month: parts.0 / 100 % 100, day: parts.0 % 100)
    }
    guard part == 2, lengths.0 > 0, lengths.1 > 0, lengths.2 > 0 else { return nil }
    switch self {
    case .yearFirst: return lengths.0 == 4 ? Day(year: parts.0, month: parts.1, day: parts.2) : nil
    case .dayFirst: return lengths.2 == 4 ? Day(year: parts.2, month: parts.1, day: parts.0) : nil
    // Nobody writes 10.30.2026.
    case .monthFirst: return lengths.2 == 4 && !hasDots ? Day(year: parts.2, month: parts.0, day: parts.1) : nil
    }
  }
}
