// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides what stands on the screen while something half-typed cannot be read yet: the last valid numbers stay,
/// dimmed, and what is wrong is said on Enter or after a pause.
struct LastValidNumbers: Equatable, Sendable {
  /// How long nothing is typed before it is said what is wrong.
  static let pause = Duration.milliseconds(1200)

  private var last: CalculatorViewState?
  private var typed = ""
  private var isTold = false
  /// Counts what was typed, so that a pause that is over can tell whether it was one.
  private(set) var number = 0

  /// Whether something is wrong that was not said yet.
  private(set) var isWaiting = false

  /// The numbers to show for the calculator's state.
  mutating func shown(_ state: CalculatorViewState) -> CalculatorViewState {
    if state.amount != typed {
      (typed, isTold) = (state.amount, false)
      number += 1
    }
    isWaiting = false
    guard state.noteIsError else {
      last = state
      return state
    }
    guard let last, last.isLike(state) else { return state }
    isWaiting = !isTold
    return state.keeping(last, isTold: isTold)
  }

  /// Enter was pressed, or the pause of this number is over; whether there is something new to show.
  mutating func told(_ number: Int? = nil) -> Bool {
    guard isWaiting, number ?? self.number == self.number else { return false }
    isTold = true
    return true
  }
}

extension CalculatorViewState {
  /// Whether nothing but numbers differs: none would move if the others' stood in its place.
  fileprivate func isLike(_ other: CalculatorViewState) -> Bool {
    activeID == other.activeID && rows.map(\.id) == other.rows.map(\.id)
      && lines.map(\.id) == other.lines.map(\.id) && (total == nil) == (other.total == nil)
  }

  fileprivate func keeping(_ last: CalculatorViewState, isTold: Bool) -> CalculatorViewState {
    var held = self
    held.isHeld = true
    (held.rows, held.total) = (last.rows, last.total)
    for (index, line) in last.lines.enumerated() {
      held.lines[index].value = line.value
      held.lines[index].brief = line.brief
      held.lines[index].valueTail = line.valueTail
      held.lines[index].problem = line.problem
    }
    if !isTold { (held.note, held.noteIsError) = (last.note, false) }
    return held
  }
}
