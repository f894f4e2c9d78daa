// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

@Suite struct UndoStackTests {
  /// Undoing all changes of a random sequence restores the first state. Redoing all changes restores the last state.
  @Test("undoing and redoing all steps restores the first and last state", arguments: 1...200)
  func undoingAndRedoingAllStepsRestoresTheFirstAndLastState(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var stack = UndoStack([0])
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: stack.undo()
      case 1: stack.redo()
      case 2: stack.amend(stack.current)
      case 3: stack.record(stack.current)
      case 4, 5: stack.record(stack.current + [Int.random(in: 0..<9, using: &random)], typedIn: "amount")
      case 6: stack.record(stack.current + [Int.random(in: 0..<9, using: &random)], typedIn: "note")
      default: stack.record(Array(stack.current.dropLast()) + [Int.random(in: 0..<9, using: &random)])
      }
    }
    while stack.redo() != nil {}
    let end = stack.current
    while stack.undo() != nil {}
    #expect(stack.current == [0])
    while stack.redo() != nil {}
    #expect(stack.current == end)
  }

  @Test("after undo steps are rewritten, steps that change nothing are removed")
  func afterUndoStepsAreRewrittenStepsThatChangeNothingAreRemoved() {
    var stack = UndoStack([1, 0])
    for value in [[1, 1], [2, 1], [3, 1], [3, 2]] { stack.record(value) }
    stack.undo()
    stack.undo()
    stack.rewrite { $0[1] = 9 }
    #expect(stack.current == [2, 9])
    #expect(stack.redo() == [3, 9])
    #expect(stack.redo() == nil)
    #expect(stack.undo() == [2, 9])
    #expect(stack.undo() == [1, 9])
    #expect(stack.undo() == nil)
  }

  @Test("keystrokes in one field are one undo step") func keystrokesInOneFieldAreOneUndoStep() {
    var stack = UndoStack("")
    for text in ["1", "12", "12."] { stack.record(text, typedIn: "amount") }
    stack.record("12. note", typedIn: "note")
    #expect(stack.undo() == "12.")
    #expect(stack.undo() == "")
    #expect(stack.undo() == nil)
    #expect(stack.redo() == "12.")
    stack.record("12.5", typedIn: "amount")
    #expect(stack.redo() == nil)
    #expect(stack.undo() == "12.")
  }

  @Test("above the limit, the oldest undo steps are deleted") func aboveTheLimitTheOldestUndoStepsAreDeleted() {
    var stack = UndoStack(0, limit: 3)
    for value in 1...10 { stack.record(value) }
    while stack.undo() != nil {}
    #expect(stack.current == 7)
  }
}
