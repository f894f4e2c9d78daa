// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState {
  /// A pasted text that waits for a decision.
  struct Paste: Equatable, Sendable {
    var title: String
    var lines: [Line]
    /// The remarks that are not about one line alone.
    var readings: [Reading]
    /// Other readings of a number or sign, by the place of the line that it stands in.
    var readingsOfLines: [Int: [Reading]] = [:]
    /// The parts that were left out or guessed; a sentence each.
    var remarks: [String]
    var canAdd: Bool
  }
}

extension CalculatorViewState.Paste {
  init(_ preview: PastePreview, total: Currency, _ words: Words) {
    title = trn("Read as {n} amount", "Read as {n} amounts", preview.lines.count)
    lines = CalculatorViewState.lines(of: preview.lines, total: total, words)
    let all = CalculatorViewState.Reading.all(preview.alternatives, in: preview.text, words)
    let place = { (reading: CalculatorViewState.Reading) in
      preview.places.firstIndex { $0.contains(reading.alternative.range.lowerBound) }
    }
    readings = all.filter { place($0) == nil }
    for reading in all { if let line = place(reading) { readingsOfLines[line, default: []].append(reading) } }
    var remarks = preview.notes.compactMap { remark(on: $0, in: preview.text, words) }
    remarks += lines.compactMap(\.problem)
    remarks += preview.problems.map { sentence(for: $0.reason, words) }
    var said: Set<String> = []
    self.remarks = Self.shortened(remarks.filter { said.insert($0).inserted })
    canAdd = preview.lines.contains { line in
      guard case .failed(let error) = line.outcome else { return true }
      switch error.reason {
      case .textTooLong, .tooManyLines, .severalAmounts: return false
      default: return true
      }
    }
  }
}

extension CalculatorViewState.Paste {
  private static let mostRemarks = 8

  /// The first remarks, and how many more there are.
  private static func shortened(_ remarks: [String]) -> [String] {
    guard remarks.count > mostRemarks else { return remarks }
    let rest = remarks.count - mostRemarks + 1
    return remarks.prefix(mostRemarks - 1) + [trn("And {n} more remark.", "And {n} more remarks.", rest)]
  }
}

extension CalculatorViewState.Reading {
  static func all(_ alternatives: [ReadingAlternative], in text: String, _ words: Words) -> [Self] {
    alternatives.enumerated().map { place, alternative in
      var reading = Self(alternative, in: text, words)
      reading.place = place
      return reading
    }
  }

  init(_ alternative: ReadingAlternative, in text: String, _ words: Words) {
    self.alternative = alternative
    let piece = text.piece(alternative.range)
    let whole: String
    switch alternative.meaning {
    case .number(let number): (meaning, whole) = (words.exactText(number), words.exactText(number))
    case .currency(let currency): (meaning, whole) = (currency.code, "\(currency.code), \(words.name(of: currency))")
    case .day(let day): (meaning, whole) = (words.date(day), words.date(day))
    case .column(let number):
      (meaning, whole) = ("\(number)", "\(number)")
      label = tr("Take the amounts from column {n}", ["n": "\(number)"])
      return
    }
    label = tr("Read {text} as {meaning}", ["text": piece, "meaning": whole])
  }
}

/// How a piece of a text was read, where that may surprise; nil where it need not be said.
func remark(on note: ReadingNote, in text: String, _ words: Words) -> String? {
  let piece = text.piece(note.range)
  return switch note.kind {
  case .symbolRead(let currency, _):
    tr("{text} was read as {meaning}.", ["text": piece, "meaning": "\(currency.code), \(words.name(of: currency))"])
  case .subunitRead(let currency, let share, _):
    tr(
      "{text} was read as {meaning}.",
      ["text": piece, "meaning": "\(words.exactText(share)) \(currency.code), \(words.name(of: currency))"])
  case .ambiguousNumber(let value, _), .foreignSeparators(let value), .scaledNumber(let value):
    tr("{text} was read as {meaning}.", ["text": piece, "meaning": words.exactText(value)])
  case .dayRead(let day): tr("{text} was read as {meaning}.", ["text": piece, "meaning": words.date(day)])
  case .ambiguousDay(let day, _): tr("{text} was read as {meaning}.", ["text": piece, "meaning": words.date(day)])
  case .currencyAssumed: nil
  case .dashIgnored: tr("A dash before an amount was not read as a minus.")
  case .rowSkipped(let fault): remark(onRow: note.range, fault, in: text)
  case .amountLeftOut: tr("Further amounts in a row were left out.")
  case .bracketsAsMinus: tr("Brackets were read as minus.")
  }
}

/// The row that was left out and why.
private func remark(onRow range: Range<Int>, _ fault: ReadingNote.RowFault, in text: String) -> String {
  let parts = ["n": "\(text.row(at: range.lowerBound))", "text": text.piece(range).inOneLine]
  return switch fault {
  case .noAmount: tr("Row {n} has no amount and was left out: {text}", parts)
  case .total: tr("Row {n} is a total and was left out: {text}", parts)
  case .unreadable: tr("Row {n} can't be read and was left out: {text}", parts)
  }
}

extension String {
  /// The number of the row that a byte is in, counted from 1.
  func row(at offset: Int) -> Int { utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1 }

  /// The characters in a range of UTF-8 bytes, without spaces at their ends.
  func piece(_ range: Range<Int>) -> String {
    let clamped = range.clamped(to: 0..<utf8.count)
    let bytes = Array(utf8)[clamped]
    let text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace }
    return String(String(text.reversed().drop { $0.isWhitespace }).reversed())
  }
}
