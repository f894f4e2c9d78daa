// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the last valid numbers, dimmed, while half-typed text can't be read. Errors wait for Enter or a pause.
struct LastValidNumbers: Equatable, Sendable {
  static let pause = Duration.milliseconds(1200)

  private var last: CalculatorViewState?
  private var typed = ""
  private var isAnnounced = false
  /// Counts the typed texts. A pause then knows at its end whether its text is still the newest.
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

  /// Handles Enter, or the end of the pause with this number. Returns whether something new must be shown.
  mutating func announced(_ number: Int? = nil) -> Bool {
    guard isWaiting, number ?? self.number == self.number else { return false }
    isAnnounced = true
    return true
  }
}

extension CalculatorViewState {
  /// Whether only the numbers differ. Then no widget moves when they are replaced.
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
