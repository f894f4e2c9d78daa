// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// The button of a notice undoes the removal that the notice names.
@Suite struct CalculatorRemovalTests {
  private func list(_ more: CalculatorEvent...) -> CalculatorMachine {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("1 EUR + 2 USD - 3 GBP"), .equalsPressed] + more)
    return machine
  }

  private static let whole = "+1 EUR=1.00 +2 USD=1.60 -3 GBP=-3.75"

  @Test("restoring a line right after its removal restores the list like undo")
  func restoringALineRightAfterItsRemovalRestoresTheListLikeUndo() {
    let machine = list(.lineRemoved(at: 1, removal: 1), .removalUndone(1))
    #expect(machine.linesText == Self.whole)
    #expect(machine.state.canRedo)
  }

  @Test("restoring a removed line keeps text typed since the removal")
  func restoringARemovedLineKeepsTextTypedSinceTheRemoval() {
    var machine = list(
      .lineRemoved(at: 1, removal: 1), .lineAdded(after: nil, sign: .plus), .amountTyped("5"), .removalUndone(1))
    #expect(machine.linesText == "+1 EUR=1.00 +2 USD=1.60 -3 GBP=-3.75 +5 GBP=6.25")
    #expect(machine.state.typed == "5")
    _ = machine.send(.undo)
    #expect(machine.linesText == "+1 EUR=1.00 -3 GBP=-3.75 +5 GBP=6.25")
  }

  @Test("two removed lines can be restored in any order", arguments: [[1, 2], [2, 1]])
  func twoRemovedLinesCanBeRestoredInAnyOrder(order: [Int]) {
    var machine = list(.lineRemoved(at: 2, removal: 1), .lineRemoved(at: 0, removal: 2))
    for removal in order { _ = machine.send(.removalUndone(removal)) }
    #expect(machine.linesText == Self.whole)
    #expect(Set(machine.state.lines.map(\.id)).count == 3)
  }

  @Test("a cleared list can be restored") func aClearedListCanBeRestored() {
    #expect(list(.cleared(removal: 1), .removalUndone(1)).linesText == Self.whole)
    let machine = list(.cleared(removal: 1), .dayChosen(day("2008-09-16")), .dayChosen(nil), .removalUndone(1))
    #expect(machine.linesText == Self.whole)
    #expect(machine.totalText == "-1.15 EUR")
  }

  @Test("restoring a cleared list keeps lines added after the clearing")
  func restoringAClearedListKeepsLinesAddedAfterTheClearing() {
    let machine = list(.cleared(removal: 1), .amountTyped("5"), .removalUndone(1))
    #expect(machine.linesText == Self.whole + " +5 EUR=5.00")
    #expect(machine.totalText == "3.85 EUR")
    #expect(machine.state.typed == "5")
  }

  @Test("a removal is undone only once") func aRemovalIsUndoneOnlyOnce() {
    #expect(list(.lineRemoved(at: 1, removal: 1), .removalUndone(1), .removalUndone(1)).linesText == Self.whole)
    #expect(list(.lineRemoved(at: 1, removal: 1), .undo, .removalUndone(1)).linesText == Self.whole)
    #expect(list(.removalUndone(7)).linesText == Self.whole)
  }
}
