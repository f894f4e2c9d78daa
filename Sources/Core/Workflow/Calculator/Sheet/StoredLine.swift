// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

/// One line of the list as it is stored between sessions.
struct StoredLine {
  var sign: LineSign
  var text: String
  var picked: Currency
  var exact: Rational?
  var day: Day?
  var note: String
  var otherCurrencies: [Currency]

  init(_ line: SheetLine) {
    sign = line.sign
    text = line.text
    picked = line.picked
    exact = line.exact
    day = line.day
    note = line.note
    otherCurrencies = line.otherCurrencies
  }

  var isPlain: Bool { sign == .plus && day == nil && note.isEmpty && otherCurrencies.isEmpty }

  /// Fields separated by tabs: sign, currency, day, exact amount, other currencies, text, note.
  var row: String {
    [
      sign == .minus ? "-" : "+", picked.code, day?.description ?? "", exact?.fraction ?? "",
      otherCurrencies.map(\.code).joined(separator: ","), RowField.write(text), RowField.write(note),
    ].joined(separator: "\t")
  }

  init?(row: some StringProtocol) {
    let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 7, let currency = Currency(fields[1]) else { return nil }
    sign = fields[0] == "-" ? .minus : .plus
    picked = currency
    day = Day(iso: String(fields[2]))
    exact = Rational(fraction: fields[3])
    otherCurrencies = fields[4].split(separator: ",").compactMap { Currency($0) }
    text = RowField.read(fields[5])
    note = RowField.read(fields[6])
  }
}

/// A text inside a row. Field and row separators are escaped with a backslash.
enum RowField {
  static func write(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\\\"
      case "\t": out += "\\t"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  static func read(_ field: some StringProtocol) -> String {
    var (out, isEscaped) = ("", false)
    for scalar in field.unicodeScalars {
      if isEscaped {
        switch scalar {
        case "t": out += "\t"
        case "n": out += "\n"
        case "r": out += "\r"
        default: out.unicodeScalars.append(scalar)
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

extension Fee {
  /// `receive 1/50`.
  var stored: String { "\(direction == .iPay ? "pay" : "receive") \(share.fraction)" }

  init?(stored: some StringProtocol) {
    let words = stored.split(separator: " ")
    guard words.count == 2, let share = Rational(fraction: words[1]) else { return nil }
    self.init(percent: share * Rational(100), direction: words[0] == "pay" ? .iPay : .iReceive)
  }
}
