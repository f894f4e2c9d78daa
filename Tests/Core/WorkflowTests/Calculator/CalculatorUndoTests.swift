// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

@Suite struct CalculatorUndoTests {
  /// The parts of the state that undo restores, without the selection.
  struct Facts: Equatable {
    let lines: [LineState]
    let total: TotalState?
    let results: [CalculatorResult]
    let day: Day?
    let fee: Fee?
    let roundsCash: Bool
    let ownRates: [CustomRate]

    init(_ state: CalculatorState) {
      lines = state.lines
      total = state.total
      results = state.results
      day = state.day
      fee = state.fee
      roundsCash = state.roundsCash
      ownRates = state.ownRates
    }
  }

  @Test("undoing and redoing all steps restores the first and last list", arguments: 1...300)
  func undoingAndRedoingAllStepsRestoresTheFirstAndLastList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var machine = CalculatorSample.machine()
    for date in EventMaker.days.compactMap({ $0 }) {
      _ = machine.ratesLoaded(Resolver(CalculatorSample.early), on: date, today: CalculatorSample.today)
    }
    let start = Facts(machine.state)
    for _ in 0..<Int.random(in: 0...80, using: &random) {
      _ = machine.send(EventMaker.event(for: machine.state, using: &random))
      check(machine)
    }
    _ = machine.send(.pasteDropped)
    while machine.state.canRedo { _ = machine.send(.redo) }
    let end = Facts(machine.state)
    while machine.state.canUndo { _ = machine.send(.undo) }
    #expect(Facts(machine.state) == start)
    while machine.state.canRedo { _ = machine.send(.redo) }
    #expect(Facts(machine.state) == end)
  }

  /// Checks the rules that hold after every event.
  private func check(_ machine: CalculatorMachine) {
    let state = machine.state
    #expect(!state.lines.isEmpty)
    #expect(state.lines.indices.contains(state.active))
    #expect(Set(state.lines.map(\.id)).count == state.lines.count)
    let currencies = state.results.map(\.currency) + [state.total?.currency ?? machine.shown.totalCurrency]
    #expect(Set(currencies).count == currencies.count)
    let sum = state.lines.reduce(Rational?.some(.zero)) { sum, line in
      switch line.outcome {
      case .value(_, let inTotal, _): sum.map { $0 + inTotal }
      case .empty: sum
      case .failed, .waiting: nil
      }
    }
    if state.lines.count > 1, let total = state.total?.value { #expect(total.amount == sum) }
  }

  @Test("keystrokes in one line are one undo step") func keystrokesInOneLineAreOneUndoStep() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.amountTyped("1"), .amountTyped("12"), .lineAdded(after: nil, sign: .plus)])
    machine.send(all: [.amountTyped("3"), .amountTyped("34"), .undo])
    #expect(machine.linesText == "+12 EUR=12.00 + EUR=empty")
    machine.send(all: [.undo, .undo])
    #expect(machine.state.typed == "100")
    #expect(machine.state.canRedo && !machine.state.canUndo)
    machine.send(all: [.redo, .redo, .redo])
    #expect(machine.linesText == "+12 EUR=12.00 +34 EUR=34.00")
  }

  @Test("after another line is selected, typing starts a new undo step")
  func afterAnotherLineIsSelectedTypingStartsANewUndoStep() {
    var machine = CalculatorSample.machine()
    machine.send(all: [.lineAdded(after: nil, sign: .plus), .amountTyped("5"), .lineChosen(0), .amountTyped("6")])
    _ = machine.send(.lineChosen(1))
    #expect(machine.state.typed == "5")
    _ = machine.send(.undo)
    #expect(machine.linesText == "+100 EUR=100.00 +5 EUR=5.00")
    _ = machine.send(.undo)
    #expect(machine.linesText == "+100 EUR=100.00 + EUR=empty")
  }
}

/// Generates random events like those of a hurried user. Some have invalid positions.
enum EventMaker {
  static let days: [Day?] = [nil, day("2008-09-15"), day("2008-09-16")]
  private static let texts = [
    "", "1", "12.5", "2*3", "100/3", "5 USD", "5 USD + 3 GBP", "1000 TRY + 5500 USD / 2 - 100 EUR", "12 apples", "10%",
    "$5", "(5 USD + 3 EUR)*2", "100 USD / 50 EUR", "3 CHF in USD, JPY", "7 EUR on 2008-09-15", "1 USD +", "-4",
  ]
  private static let currencies = ["EUR", "USD", "GBP", "JPY", "CHF", "TRY", "XAU"].map { currency($0) }

  static func event(
    for state: CalculatorState, using random: inout some RandomNumberGenerator
  ) -> CalculatorEvent {
    let line = Int.random(in: 0...state.lines.count, using: &random)
    let other = Int.random(in: 0...state.lines.count, using: &random)
    let result = Int.random(in: 0...state.results.count, using: &random)
    let money = currencies.randomElement(using: &random) ?? .eur
    let text = texts.randomElement(using: &random) ?? ""
    let date = days.randomElement(using: &random) ?? nil
    let sign: LineSign = Bool.random(using: &random) ? .plus : .minus
    switch Int.random(in: 0..<32, using: &random) {
    case 0...3: return .amountTyped(text)
    case 4: return .equalsPressed
    case 5: return .sourceChosen(money)
    case 6, 7: return .lineAdded(after: Bool.random(using: &random) ? line : nil, sign: sign)
    case 8: return .lineChosen(line)
    case 9: return .lineSignChosen(at: line, sign)
    case 10: return .lineCurrencyChosen(at: line, money)
    case 11: return .lineDayChosen(at: line, date)
    case 12: return .lineNoteTyped(at: line, text)
    case 13: return .lineRemoved(at: line, removal: other)
    case 14: return .lineMoved(from: line, to: other)
    case 15: return .totalCurrencyChosen(money)
    case 16: return .pasted(text)
    case 17: return .pasteAccepted
    case 18: return .resultAdded(money)
    case 19: return .resultRemoved(at: result)
    case 20: return .resultChosen(at: result, money)
    case 21: return .resultMoved(from: result, to: 0)
    case 22: return .resultEdited(at: result, text)
    case 23: return .swapped(at: result)
    case 24: return .dayChosen(date)
    case 25: return .feeChosen(Fee(percent: Rational(Int64(line)), direction: .iPay))
    case 26: return .cashRoundingSwitched(Bool.random(using: &random))
    case 27: return Bool.random(using: &random) ? .undo : .redo
    case 28, 29:
      let value = Rational(Int64(line + 1))
      guard let own = CustomRate(from: money, to: money == .eur ? .usd : .eur, value: value) else { return .undo }
      return Bool.random(using: &random) ? .ownRateSet(own) : .ownRateRemoved(from: own.from, to: own.to)
    case 30: return .removalUndone(Int.random(in: 0...3, using: &random))
    default: return .cleared(removal: Int.random(in: 0...3, using: &random))
    }
  }
}
