// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import Testing

@testable import KursWorkflow

/// One table is read or converted at a time, and an answer to an older question is nobody's.
@Suite struct TableMachineTests {
  private static let text = Array("amount,currency\n5,USD\n".utf8)[...]

  private func preview(_ fault: TableFault? = nil) -> TablePreview {
    TablePreview(Self.text, form: fault.map { .failure($0) } ?? .success(TableForm()), isTranscoded: false)
  }

  private func opened() -> TableMachine {
    var machine = TableMachine()
    _ = machine.send(.opened(.cells("a")))
    _ = machine.previewed(.success(preview()), of: machine.question)
    return machine
  }

  @Test func aTableIsReadThenShownThenConverted() {
    var machine = TableMachine()
    #expect(machine.send(.opened(.file(path: "/a/b.csv"))) == [.read(.file(path: "/a/b.csv"), [:], 1)])
    #expect(machine.state.phase == .reading && machine.state.origin?.name == "b.csv")
    _ = machine.previewed(.success(preview()), of: 1)
    #expect(machine.state.isConvertible)
    #expect(machine.send(.convertPressed(.clipboard)) == [.convert([:], .clipboard, 2)])
    _ = machine.progressed(500, of: 2)
    _ = machine.progressed(400, of: 2)
    #expect(machine.state.phase == .converting(permille: 500))
    _ = machine.converted(.success(TableOutcome()), to: .clipboard, of: 2)
    #expect(machine.state.phase == .ready && machine.state.done?.target == .clipboard)
  }

  @Test func whatIsChosenIsRecognisedAnew() {
    var machine = opened()
    #expect(machine.send(.chosen(.amount, .place(1))) == [.recognise([.amount: .place(1)], 2)])
    _ = machine.previewed(.success(preview(.noCurrency)), of: 2)
    #expect(!machine.state.isConvertible)
    #expect(machine.send(.convertPressed(.clipboard)) == [])
    #expect(machine.send(.chosen(.amount, .place(1))) == [])
  }

  @Test func theNextTableKeepsTheRuleThatWasChosenAndNoColumn() {
    var machine = opened()
    let rule = ColumnWish.rule(.usual)
    _ = machine.send(.chosen(.rule, rule))
    _ = machine.send(.chosen(.amount, .place(1)))
    _ = machine.previewed(.success(preview()), of: machine.question)
    #expect(machine.send(.opened(.cells("b"))) == [.read(.cells("b"), [.rule: rule], 4)])
    #expect(machine.state.chosen == [.rule: rule])
  }

  @Test func whoCancelsHasTheTableStillAndNoLateAnswer() {
    var machine = opened()
    _ = machine.send(.convertPressed(.clipboard))
    #expect(machine.send(.cancelled) == [.stop])
    #expect(machine.state.phase == .ready)
    _ = machine.converted(.success(TableOutcome()), to: .clipboard, of: 2)
    #expect(machine.state.done == nil)
    #expect(machine.send(.cancelled) == [])
  }

  @Test func anotherTableStopsTheOneBefore() {
    var machine = opened()
    _ = machine.send(.convertPressed(.clipboard))
    #expect(machine.send(.opened(.cells("b"))) == [.stop, .read(.cells("b"), [:], 3)])
    _ = machine.converted(.failure(.table(.empty)), to: .clipboard, of: 2)
    #expect(machine.state.problem == nil && machine.state.preview == nil)
  }

  @Test func whatCannotBeReadSaysWhy() {
    var machine = TableMachine()
    _ = machine.send(.opened(.file(path: "/a.ods")))
    _ = machine.previewed(.failure(.spreadsheet(.noConverter)), of: 1)
    #expect(machine.state.problem == .spreadsheet(.noConverter) && machine.state.phase == .nothing)
  }
}
