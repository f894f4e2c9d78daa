// SPDX-License-Identifier: GPL-3.0-or-later

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

  /// Shows the error after Enter (nil) or the pause that began at `number`. Returns whether the window must be updated.
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
