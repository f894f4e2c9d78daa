// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The meaning of a field's text: usually one amount, sometimes a list with result currencies and a day.
struct LineReading: Hashable, Sendable {
  /// The lines in the text, at least one.
  let lines: [CalculationLine]
  var targets: [Currency] = []
  var day: Day?
  var rates: [CustomRate] = []
  var notes: [ReadingNote] = []
  var alternatives: [ReadingAlternative] = []
  var errors: [CalculationError] = []

  init(_ line: CalculationLine) {
    lines = [line]
    if case .failure(let error) = line.content, !line.isEmpty { errors = [error.moved(by: line.offset ?? 0)] }
  }

  init(_ lines: [CalculationLine], targets: [Currency], day: Day?, rates: [CustomRate]) {
    (self.lines, self.targets, self.day, self.rates) = (lines, targets, day, rates)
  }

  init?(_ result: ReadResult) {
    guard !result.calculation.lines.isEmpty else { return nil }
    lines = result.calculation.lines
    targets = result.targets
    day = result.calculation.day
    rates = result.rates
    notes = result.notes
    alternatives = result.alternatives
    errors = result.errors
  }

  static let empty = LineReading(.empty(.init(1)))

  var line: CalculationLine { lines[0] }

  var isList: Bool { lines.count > 1 || !targets.isEmpty || day != nil || !line.note.isEmpty || line.day != nil }

  /// The errors in the text, except a missing amount at the end of a list.
  var faults: [CalculationError] {
    let awaitsOperand = lines.count > 1 && lines.last?.text.isEmpty == true
    return awaitsOperand ? errors.filter { $0.reason != .missingOperand } : errors
  }

  func assumesCurrency(of line: CalculationLine) -> Bool {
    notes.contains { note in
      guard case .currencyAssumed = note.kind else { return false }
      return note.range.lowerBound == line.offset
    }
  }

  func otherCurrencies(of line: CalculationLine) -> [Currency] {
    guard let start = line.offset else { return [] }
    let range = start..<(start + line.text.utf8.count)
    return notes.lazy.filter { range.contains($0.range.lowerBound) }.compactMap { note -> [Currency]? in
      guard case .symbolRead(let chosen, let candidates) = note.kind else { return nil }
      return candidates.filter { $0 != chosen }
    }.first ?? []
  }
}

extension CalculationError {
  func moved(by offset: Int) -> CalculationError {
    CalculationError(reason, at: (range.lowerBound + offset)..<(range.upperBound + offset))
  }
}
