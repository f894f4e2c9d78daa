// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

struct StoredLine {
  var sign: LineSign
  var text: String
  var picked: Currency
  var exact: Rational?
  var day: Day?
  var note: String
  var otherCurrencies: [Currency]
  /// The stored meaning of `text`. Nil if an older Kurs wrote the line.
  var reading: StoredReading?

  init(_ line: SheetLine, form: String) {
    sign = line.sign
    text = line.text
    picked = line.picked
    // Also stores a typed number, because an older Kurs with another number format reads the number, not the text.
    exact = line.exact ?? (line.reading.isList ? nil : line.reading.line.number)
    reading = StoredReading(line, form: form)
    day = line.day
    note = line.note
    otherCurrencies = line.otherCurrencies
  }

  var isPlain: Bool { sign == .plus && day == nil && note.isEmpty && otherCurrencies.isEmpty }

  /// The line as fields with tabs between them: sign, currency, day, exact amount, other currencies, text, note.
  var row: String {
    [
      sign == .minus ? "-" : "+", picked.code, day?.description ?? "", exact?.fraction ?? "",
      otherCurrencies.map(\.code).joined(separator: ","), RowField.write(text), RowField.write(note),
    ].joined(separator: "\t")
  }

  init(text: String, picked: Currency, exact: Rational?) {
    (sign, day, note, otherCurrencies) = (.plus, nil, "", [])
    (self.text, self.picked, self.exact) = (text, picked, exact)
  }

  init?(row: String) {
    let fields = RowField.fields(row)
    guard fields.count == 7, let currency = Currency(fields[1]) else { return nil }
    sign = fields[0] == "-" ? .minus : .plus
    picked = currency
    day = Day(iso: fields[2])
    exact = Rational(fraction: fields[3])
    otherCurrencies = fields[4].split(separator: ",").compactMap { Currency($0) }
    text = RowField.read(fields[5])
    note = RowField.read(fields[6])
  }
}

/// The stored meaning of a line's text. It has a separate row, because an older Kurs reads only seven fields per line.
struct StoredReading {
  let form: String
  /// The text that was read. An older Kurs may have changed the line's text afterwards.
  let text: String
  var lines: [RecordedLine]
  var targets: [Currency] = []
  var day: Day?
  var rates: [CustomRate] = []

  init(_ line: SheetLine, form: String) {
    let reading = line.reading
    self.form = reading.line.isInUnknownForm ? RecordedLine.unknownForm : form
    text = line.text
    guard line.exact == nil else {
      lines = [RecordedLine(line.calculationLine, form: form)]
      return
    }
    (lines, targets, day, rates) = (reading.recorded(form), reading.targets, reading.day, reading.rates)
    guard lines.count == 1, targets.isEmpty, day == nil else { return }
    if line.sign == .minus { lines[0].sign = .plus }
    if line.day != nil { lines[0].day = nil }
    if !line.note.isEmpty { lines[0].note = "" }
  }

  init(_ reading: LineReading, text: String, lines: [RecordedLine]) {
    form = RecordedLine.unknownForm
    (self.text, self.lines) = (text, lines)
    (targets, day, rates) = (reading.targets, reading.day, reading.rates)
  }

  var isUnread: Bool { lines.isEmpty }

  /// Whether both readings mean the same. `isOwn`: ignores the day, because "yesterday" may now mean a later day.
  func means(_ reading: LineReading, inItsForm isOwn: Bool) -> Bool {
    let identities = reading.recorded(form).map(\.identity)
    return lines.map(\.identity) == identities && targets == reading.targets && (isOwn || day == reading.day)
      && rates == reading.rates
  }

  /// The list as fields with tabs between them: number format, text, result currencies, day and rates. Then, for each
  /// line: sign, currency, day, text, portable text, note, exact amount, and whether the text couldn't be read.
  var row: String {
    let rates = rates.map { "\($0.from) \($0.to) \($0.value.fraction)" }
    var fields = [form, text, targets.map(\.code).joined(separator: ","), day?.description ?? ""]
    fields.append(rates.joined(separator: ","))
    for line in lines {
      fields += [line.sign == .minus ? "-" : "+", line.currency?.code ?? "", line.day?.description ?? "", line.text]
      fields += [line.portable, line.note, line.exact?.amount.fraction ?? "", line.exact?.currency.code ?? ""]
      fields.append(line.isUnread ? "1" : "")
    }
    return fields.map(RowField.write).joined(separator: "\t")
  }

  init?(row: String) {
    let fields = RowField.fields(row).map { RowField.read($0) }
    guard fields.count >= 5, (fields.count - 5).isMultiple(of: 9) else { return nil }
    (form, text, day) = (fields[0], fields[1], Day(iso: fields[3]))
    targets = fields[2].split(separator: ",").compactMap { Currency($0) }
    rates = fields[4].split(separator: ",").compactMap { rate in
      let parts = rate.split(separator: " ")
      guard parts.count == 3, let from = Currency(parts[0]), let to = Currency(parts[1]) else { return nil }
      return Rational(fraction: parts[2]).flatMap { CustomRate(from: from, to: to, value: $0) }
    }
    let form = form
    lines = stride(from: 5, to: fields.count, by: 9).map { start in
      let field = { (index: Int) in fields[start + index] }
      var line = RecordedLine(
        sign: field(0) == "-" ? .minus : .plus, text: field(3), portable: field(4), currency: Currency(field(1)),
        day: Day(iso: field(2)), note: field(5), form: form, isUnread: field(8) == "1")
      if let amount = Rational(fraction: field(6)), let currency = Currency(field(7)) {
        line.exact = Money(amount, currency)
      }
      return line
    }
  }
}

extension LineReading {
  fileprivate func recorded(_ form: String) -> [RecordedLine] {
    guard faults.isEmpty else { return [] }
    return lines.filter { (try? $0.content.get()) != nil }.map { RecordedLine($0, form: form) }
  }
}

/// Writes and reads a text in a row. A backslash marks tabs and line ends inside the text.
enum RowField {
  /// Splits by bytes, because Swift joins a tab with a following accent into one character.
  static func fields(_ row: String) -> [String] {
    row.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  static func rows(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

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
  var stored: String { "\(direction == .iPay ? "pay" : "receive") \(share.fraction)" }

  init?(stored: some StringProtocol) {
    let words = stored.split(separator: " ")
    guard words.count == 2, let share = Rational(fraction: words[1]) else { return nil }
    self.init(percent: share * Rational(100), direction: words[0] == "pay" ? .iPay : .iReceive)
  }
}
