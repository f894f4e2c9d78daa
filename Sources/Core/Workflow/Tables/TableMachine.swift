// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems

public enum TableEvent: Hashable, Sendable {
  case opened(TableOrigin)
  case chosen(TableColumn, ColumnChoice)
  case encodingChosen(TableEncoding)
  case convertPressed(TableTarget)
  case ratesPressed
  case ratesChanged
  case cancelled
}

/// Reads or converts one table at a time.
struct TableMachine: StateMachine {
  enum Action: Equatable {
    case read(TableOrigin, [TableColumn: ColumnChoice], Int)
    case decode(TableOrigin, TableEncoding, [TableColumn: ColumnChoice], Int)
    case recognise([TableColumn: ColumnChoice], Int)
    case convert([TableColumn: ColumnChoice], TableTarget, Int)
    case ask([TableColumn: ColumnChoice], Int)
    case stop
  }

  private(set) var state = TableState()
  /// The number of the last request. The result of an older request is ignored.
  private(set) var question = 0

  mutating func send(_ event: TableEvent) -> [Action] {
    switch event {
    case .opened(let origin):
      let wasRunning = isRunning
      // Keeps only the chosen rule, because the chosen columns belong to the old table.
      let kept = state.chosen.filter { if case .rule = $0.value { true } else { false } }
      state = TableState()
      (state.origin, state.phase, state.chosen) = (origin, .reading, kept)
      question += 1
      return (wasRunning ? [.stop] : []) + [.read(origin, kept, question)]
    case .chosen(let column, let choice):
      guard !isConverting, state.preview != nil, state.chosen[column] != choice else { return [] }
      state.chosen[column] = choice
      (state.done, state.problem, state.unanswered, state.phase) = (nil, nil, [], .reading)
      question += 1
      return [.recognise(state.chosen, question)]
    case .encodingChosen(let encoding):
      guard !isConverting, state.hasEncoding, let origin = state.origin, state.preview?.encoding != encoding else {
        return []
      }
      (state.done, state.problem, state.unanswered, state.phase) = (nil, nil, [], .reading)
      question += 1
      return [.decode(origin, encoding, state.chosen, question)]
    case .convertPressed(let target):
      guard state.isConvertible else { return [] }
      (state.done, state.problem, state.phase) = (nil, nil, .converting(permille: nil))
      question += 1
      return [.convert(state.chosen, target, question)]
    case .ratesPressed:
      guard state.phase == .ready, !state.wanted.days.isEmpty else { return [] }
      (state.done, state.problem, state.phase) = (nil, nil, .asking(permille: nil))
      question += 1
      return [.ask(state.chosen, question)]
    case .ratesChanged:
      guard state.phase == .ready, state.preview?.lacksRates == true else { return [] }
      state.done = nil
      question += 1
      return [.recognise(state.chosen, question)]
    case .cancelled:
      guard isRunning else { return [] }
      question += 1
      state.phase = state.preview == nil ? .nothing : .ready
      return [.stop]
    }
  }

  private var isRunning: Bool { state.phase != .nothing && state.phase != .ready }
  private var isConverting: Bool { if case .converting = state.phase { true } else { false } }

  mutating func previewed(_ result: Result<TablePreview, TableProblem>, of question: Int) -> [Action] {
    guard question == self.question else { return [] }
    switch result {
    case .success(let preview): (state.preview, state.phase, state.expected) = (preview, .ready, nil)
    case .failure(let problem):
      state.problem = problem
      state.phase = state.preview == nil ? .nothing : .ready
    }
    return []
  }

  mutating func tried(_ outcome: TableOutcome, of question: Int) -> [Action] {
    if question == self.question { state.expected = outcome }
    return []
  }

  mutating func asked(_ left: Result<WantedRates, TableProblem>, of question: Int) -> [Action] {
    guard question == self.question else { return [] }
    switch left {
    case .success(let left): state.unanswered.formUnion(left.days.keys)
    case .failure(let problem): state.problem = problem
    }
    state.phase = .reading
    return [.recognise(state.chosen, question)]
  }

  mutating func progressed(_ permille: Int, of question: Int) -> [Action] {
    guard question == self.question else { return [] }
    switch state.phase {
    case .converting(let before) where permille > before ?? -1: state.phase = .converting(permille: permille)
    case .asking(let before) where permille > before ?? -1: state.phase = .asking(permille: permille)
    default: break
    }
    return []
  }

  mutating func converted(
    _ result: Result<TableOutcome, TableProblem>, to target: TableTarget, of question: Int
  ) -> [Action] {
    guard question == self.question else { return [] }
    state.phase = .ready
    switch result {
    case .success(let outcome): state.done = (outcome, target)
    case .failure(let problem): state.problem = problem
    }
    return []
  }
}
