// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// After Enter an operator goes on from the amount, anything else begins the next one.
  mutating func amountTyped(_ text: String) -> [Action] {
    guard let before = finished else { return write(text) }
    switch before.typed(text, currency: state.source, isList: shown.lines.count > 1) {
    case .text(let text, let now):
      finished = now
      return write(text)
    case .newLine(let sign, let text):
      return lineAdded(after: nil, sign) + (text.isEmpty ? [] : write(text))
    }
  }

  private mutating func write(_ text: String) -> [Action] {
    let reading = reader.field(text)
    let sheet = sheet.edited { $0.lines[$0.active].write(text, reading: reading) }
    return record(sheet, typedIn: "amount \(sheet.activeLine.id.number)")
  }

  /// Finishes what was typed, or goes on to the next line where it is finished already.
  mutating func equalsPressed() -> [Action] {
    if let more = trailingSignTaken() { return more }
    if shown.lines.count > 1, sheet.activeLine.text.isPlainNumber {
      let isLast = shown.active == shown.lines.count - 1
      let history: [Action] = isLast && state.lines.contains { $0.outcome.isValue } ? [.keepInHistory] : []
      return history + (isLast ? lineAdded(after: nil, .plus) : lineChosen(shown.active + 1))
    }
    let typed = sheet.activeLine
    let actions = finish()
    let line = sheet.activeLine
    let isRounded = typed.exact == nil && line.exact != nil && line.exact != line.reading.line.number
    finished =
      state.problem == nil
      ? FinishedAmount(state.typed, in: line.id, origin: isRounded ? typed.text : nil) : nil
    return actions
  }

  mutating func cursorMoved() -> [Action] {
    finished = nil
    return []
  }
}
