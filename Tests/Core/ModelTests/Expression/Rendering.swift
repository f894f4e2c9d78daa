// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The reading as one line of text, as in the grammar table.
///
/// A semicolon ends each line: value, currency, `@day`, `"note"`. Then come targets after `>`, the day after `on`,
/// other readings after `~`, notes in braces, errors as `!reason start..end`, and `= total`.
extension ReadResult {
  var rendered: String {
    var parts = [calculation.lines.map(\.rendered).joined(separator: " ; ")]
    if !targets.isEmpty { parts.append("> " + targets.map(\.code).joined(separator: ",")) }
    if let day = calculation.day { parts.append("on \(day)") }
    parts += notes.compactMap(\.rendered)
    parts += errors.map(\.rendered)
    if let total = renderedTotal { parts.append(total) }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var renderedTotal: String? {
    guard errors.isEmpty, !calculation.lines.isEmpty else { return nil }
    let result = targets.first ?? calculation.lines.lazy.compactMap(\.currency).first ?? .eur
    let evaluation = calculation.evaluate(rates: Sample.rates, result: result)
    if let total = evaluation.total { return "= " + total.rendered }
    let errors = evaluation.lines.compactMap { line -> String? in
      guard case .failure(let error) = line.outcome else { return nil }
      return "#\(line.id.number) \(error.rendered)"
    }
    return "= " + errors.joined(separator: " ")
  }
}

extension CalculationLine {
  var rendered: String {
    let amount = amountText == text ? text : "\(amountText) [\(currency?.code ?? "")]"
    let said = amountText == text && currency != nil ? "\(amount) [\(currency?.code ?? "")]" : amount
    let parts = [
      (sign == .minus ? "−" : "") + said, day.map { "@\($0)" } ?? "", note.isEmpty ? "" : "\"\(note)\"",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension CalculationValue {
  var rendered: String {
    switch self {
    case .number(let number): number.exactText()
    case .money(let money): "\(money.amount.exactText()) \(money.currency)"
    case .percent(let share): "\((share * Rational(100)).exactText())%"
    }
  }
}

extension ReadingNote {
  var rendered: String? {
    switch kind {
    case .symbolRead(let currency, _): "{\(currency)}"
    case .subunitRead(let currency, let share, _): "{\(share.exactText()) \(currency)}"
    case .ambiguousNumber(let value, let other): "{\(value) ~ \(other)}"
    case .foreignSeparators(let value): "{\(value)}"
    case .dayRead(let day): "{day \(day)}"
    case .dayShared(let day): "{shared \(day)}"
    case .scaledNumber(let value): "{scaled \(value)}"
    case .currencyAssumed(let currency): "{assumed \(currency)}"
    case .rowSkipped(.noAmount): "{skipped}"
    case .rowSkipped(.total): "{total \(range.lowerBound)..\(range.upperBound)}"
    case .rowSkipped(.balance): "{balance \(range.lowerBound)..\(range.upperBound)}"
    case .rowSkipped(.repeated): "{repeated \(range.lowerBound)..\(range.upperBound)}"
    case .rowSkipped(.saving): "{saving \(range.lowerBound)..\(range.upperBound)}"
    case .rowSkipped(.oldPrice): "{old price \(range.lowerBound)..\(range.upperBound)}"
    case .rowSkipped(.unreadable): "{unreadable \(range.lowerBound)..\(range.upperBound)}"
    case .rowSkipped(.notBooked(let status)): "{not booked \(status)}"
    case .totalDiffers(let total, let sum): "{total \(total) not \(sum)}"
    case .ambiguousDay(let day, let other): "{day \(day) ~ \(other)}"
    case .dashIgnored: "{dash}"
    case .amountLeftOut: "{left out \(range.lowerBound)..\(range.upperBound)}"
    case .bracketsAsMinus: "{brackets}"
    case .bracketsIgnored: "{brackets ignored}"
    case .totalCounted: "{counted \(range.lowerBound)..\(range.upperBound)}"
    }
  }
}

extension CalculationError {
  var rendered: String { "!\(name) \(range.lowerBound)..\(range.upperBound)" }

  private var name: String {
    switch reason {
    case .malformedNumber(let fault): "\(fault)"
    case .unexpectedCharacter(let scalar): "character(\(scalar))"
    case .unknownWord(let word): "word(\(word))"
    case .undecidedCurrency(let word, _): "undecided(\(word))"
    case .textTooLong: "textTooLong"
    case .tooManyLines: "tooManyLines"
    case .rate(.missing(let currency, _, _, _, _)): "noRate(\(currency))"
    case .rate(.outsideHistory): "outsideHistory"
    default: "\(reason)"
    }
  }
}
