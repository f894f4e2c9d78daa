// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// Several amounts become lines; `2*19.90` becomes `39.80`, and the unrounded amount stays behind it.
  mutating func finish() -> [Action] {
    let history: [Action] = state.lines.contains { $0.outcome.isValue } ? [.keepInHistory] : []
    guard sheet.activeLine.faults.isEmpty else { return [] }
    if state.unsplit != nil { return record(shown) + history }
    guard let amount = state.amount else { return [] }
    let line = shown.activeLine
    guard line.followsPicker else { return history }
    let text = reader.amounts.write(amount, places(of: Money(amount, line.picked)))
    let reading = reader.field(text)
    return edit { $0.lines[$0.active].write(text, reading: reading, exact: amount) } + history
  }

  /// `12 +` and Enter: the amount is finished, and the next line has that sign.
  mutating func trailingSignTaken() -> [Action]? {
    let line = sheet.activeLine
    guard state.unsplit == nil, line.exact == nil, let (rest, sign) = reader.trailingSign(of: line.text)
    else { return nil }
    let reading = reader.field(rest)
    var target = reader.split(sheet.edited { $0.lines[$0.active].write(rest, reading: reading) })
    let id = target.nextID
    target.edit { parts in
      parts.active += 1
      parts.lines.insert(SheetLine(id: id, sign: sign, picked: parts.lines[parts.active - 1].picked), at: parts.active)
    }
    return record(target)
  }

  mutating func lineAdded(after index: Int?, _ sign: LineSign) -> [Action] {
    if index == nil || index == shown.active, let more = trailingSignTaken() { return more }
    // A text that is not understood yet is not left behind.
    guard state.unsplit == nil || sheet.activeLine.faults.isEmpty else { return [] }
    let index = index ?? shown.active
    // A sign at the end of what was typed has begun it.
    if state.unsplit != nil, index == shown.active, shown.activeLine.isEmpty { return record(shown) }
    guard shown.lines.indices.contains(index) else { return [] }
    let id = shown.nextID
    return edit { parts in
      // An empty line that waits there already is the new one.
      if parts.lines[index].isEmpty {
        parts.lines[index].sign = sign
        parts.active = index
      } else {
        parts.lines.insert(SheetLine(id: id, sign: sign, picked: parts.lines[index].picked), at: index + 1)
        parts.active = index + 1
      }
    }
  }

  /// Moving to another line is no step for undo.
  mutating func lineChosen(_ index: Int) -> [Action] {
    guard shown.lines.indices.contains(index), index != shown.active || state.unsplit != nil else { return [] }
    let sheet = shown.edited { $0.active = index }
    if self.sheet.activeLine.isUnsplit { return record(sheet) }
    stack.amend(sheet)
    return refresh() + [.saveSession]
  }

  mutating func changeLine(
    at index: Int, typedIn field: String? = nil, _ change: (inout SheetLine) -> Void
  ) -> [Action] {
    guard shown.lines.indices.contains(index) else { return [] }
    let field = field.map { "\($0) \(shown.lines[index].id.number)" }
    return edit(typedIn: field) { change(&$0.lines[index]) }
  }

  mutating func lineMoved(from index: Int, to target: Int) -> [Action] {
    guard shown.lines.indices.contains(index), shown.lines.indices.contains(target) else { return [] }
    return edit { parts in
      let active = parts.lines[parts.active].id
      parts.lines.insert(parts.lines.remove(at: index), at: target)
      parts.active = parts.lines.firstIndex { $0.id == active } ?? target
    }
  }
}
