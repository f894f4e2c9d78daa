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
    self.remarks = remarks.filter { said.insert($0).inserted }
    canAdd = !preview.lines.isEmpty
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
  case .ambiguousNumber(let value, _), .foreignSeparators(let value), .scaledNumber(let value):
    tr("{text} was read as {meaning}.", ["text": piece, "meaning": words.exactText(value)])
  case .dayRead(let day): tr("{text} was read as {meaning}.", ["text": piece, "meaning": words.date(day)])
  case .currencyAssumed: nil
  case .rowSkipped: tr("Rows without an amount were left out.")
  case .amountLeftOut: tr("Further amounts in a row were left out.")
  case .bracketsAsMinus: tr("Brackets were read as minus.")
  }
}

extension String {
  /// The characters in a range of UTF-8 bytes, without spaces at their ends.
  func piece(_ range: Range<Int>) -> String {
    let clamped = range.clamped(to: 0..<utf8.count)
    let bytes = Array(utf8)[clamped]
    let text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace }
    return String(String(text.reversed().drop { $0.isWhitespace }).reversed())
  }
}
