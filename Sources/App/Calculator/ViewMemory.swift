// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// The strings of the last view state. A change creates new strings only for the changed lines.
struct ViewMemory: Sendable {
  var lines = LineTexts()
  private var pastedLines = LineTexts()
  private var pasted: (preview: PastePreview, total: Currency, shown: CalculatorViewState.Paste)?

  /// The number of lines for which strings were created since the window opened.
  var worded: Int { lines.worded + pastedLines.worded }

  mutating func paste(_ preview: PastePreview?, total: Currency, _ words: Words) -> CalculatorViewState.Paste? {
    guard let preview else {
      (pasted, pastedLines) = (nil, LineTexts())
      return nil
    }
    if let pasted, pasted.total == total, pasted.preview == preview { return pasted.shown }
    let shown = CalculatorViewState.Paste(
      preview, pastedLines.lines(of: preview.lines, total: total, isByRule: false, words), words)
    pasted = (preview, total, shown)
    return shown
  }
}

struct LineTexts: Sendable {
  private struct Entry: Sendable {
    let state: LineState
    let line: CalculatorViewState.Line
    let amount: DecimalColumn.Extent?
    let value: DecimalColumn.Extent?
  }

  private var entries: [Entry] = []
  private var aligned: [CalculatorViewState.Line] = []
  private var terms: (total: Currency, isByRule: Bool)?
  private(set) var worded = 0

  mutating func lines(
    of states: [LineState], total: Currency, isByRule: Bool, _ words: Words
  ) -> [CalculatorViewState.Line] {
    if terms ?? (total, isByRule) != (total, isByRule) { entries = [] }
    terms = (total, isByRule)
    let changed = adopt(states) { state in
      Self.entry(CalculatorViewState.Line(state, total: total, isByRule: isByRule, words), state, words)
    }
    if let changed, aligned.count == entries.count {
      for index in changed {
        var line = entries[index].line
        (line.amountTail, line.valueTail) = (aligned[index].amountTail, aligned[index].valueTail)
        aligned[index] = line
      }
      return aligned
    }
    let (separator, isRightToLeft) = (words.numbers.separator, words.areRightToLeft)
    let amounts = DecimalColumn.tails(of: entries.map(\.amount), separator: separator, isRightToLeft: isRightToLeft)
    let values = DecimalColumn.tails(of: entries.map(\.value), separator: separator, isRightToLeft: isRightToLeft)
    aligned = entries.indices.map { index in
      var line = entries[index].line
      line.amountTail = amounts[index]
      if line.problem == nil { line.valueTail = values[index] }
      return line
    }
    return aligned
  }

  /// Returns the changed lines. Nil if the columns must be aligned again.
  private mutating func adopt(_ states: [LineState], _ word: (LineState) -> Entry) -> [Int]? {
    // The start of the list is compared first, because most changes edit one line or happen near the list's end.
    let same = zip(states, entries).prefix { $0.id == $1.state.id }.count
    var changed = same == states.count && same == entries.count ? [Int]() : nil
    for (index, state) in states[..<same].enumerated() where state != entries[index].state {
      let entry = word(state)
      let isAligned = (entry.amount, entry.value) == (entries[index].amount, entries[index].value)
      if isAligned { changed?.append(index) } else { changed = nil }
      entries[index] = entry
      worded += 1
    }
    let known = Dictionary(entries[same...].map { ($0.state.id, $0) }) { first, _ in first }
    entries.removeSubrange(same...)
    for state in states[same...] {
      if let entry = known[state.id], entry.state == state {
        entries.append(entry)
      } else {
        entries.append(word(state))
        worded += 1
      }
    }
    return changed
  }

  private static func entry(_ line: CalculatorViewState.Line, _ state: LineState, _ words: Words) -> Entry {
    let extent = { (text: String) in
      DecimalColumn.extent(of: text, words.numbers.separator, isRightToLeft: words.areRightToLeft)
    }
    return Entry(
      state: state, line: line, amount: extent(line.amount), value: line.problem == nil ? extent(line.value) : nil)
  }
}

/// The last valid numbers, shown dimmed while the typed text can't be read. The error appears after Enter or a pause.
struct LastValidNumbers: Equatable, Sendable {
  static let pause = Duration.milliseconds(1200)

  private var last: CalculatorViewState?
  private var typed = ""
  private var isAnnounced = false
  /// The number of changes to the typed text. A pause has no effect if the number grew since the pause began.
  private(set) var number = 0

  private(set) var isWaiting = false

  mutating func shown(_ state: CalculatorViewState) -> CalculatorViewState {
    if state.amount != typed {
      (typed, isAnnounced) = (state.amount, false)
      number += 1
    }
    isWaiting = false
    guard state.noteIsError else {
      last = state
      return state
    }
    guard let last, last.isLike(state) else { return state }
    isWaiting = !isAnnounced
    return state.keeping(last, isAnnounced: isAnnounced)
  }

  /// Shows the error after Enter (`number` is nil), or after a pause. `number`: the value of `self.number` when the
  /// pause began. Returns whether the window must be updated.
  mutating func announced(_ number: Int? = nil) -> Bool {
    guard isWaiting, number ?? self.number == self.number else { return false }
    isAnnounced = true
    return true
  }
}

extension CalculatorViewState {
  /// Whether both states have the same rows and lines. If so, only their numbers differ, and no widget moves.
  fileprivate func isLike(_ other: CalculatorViewState) -> Bool {
    activeID == other.activeID && rows.map(\.id) == other.rows.map(\.id)
      && lines.map(\.id) == other.lines.map(\.id) && (total == nil) == (other.total == nil)
  }

  fileprivate func keeping(_ last: CalculatorViewState, isAnnounced: Bool) -> CalculatorViewState {
    var held = self
    held.isHeld = true
    (held.rows, held.total) = (last.rows, last.total)
    for (index, line) in last.lines.enumerated() {
      held.lines[index].value = line.value
      held.lines[index].brief = line.brief
      held.lines[index].valueTail = line.valueTail
      held.lines[index].problem = line.problem
    }
    if !isAnnounced { (held.note, held.noteIsError) = (last.note, false) }
    return held
  }
}
