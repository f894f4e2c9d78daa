// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides which actions follow each event of a workflow. The workflow runs the actions.
protocol StateMachine: Sendable {
  associatedtype State
  associatedtype Event
  associatedtype Action

  var state: State { get }
  mutating func send(_ event: Event) -> [Action]
}

/// Holds a window's state. `apply` changes the state at once. Background tasks load and save data.
@MainActor
protocol Store: AnyObject {
  associatedtype Machine: StateMachine

  var machine: Machine { get set }
  var onChange: (@MainActor (Machine.State) -> Void)? { get }
  func carryOut(_ action: Machine.Action)
}

extension Store {
  /// Changes the state machine, passes the new state to `onChange`, then runs the returned actions in order.
  func apply(_ change: (inout Machine) -> [Machine.Action]) {
    let actions = change(&machine)
    onChange?(machine.state)
    for action in actions { carryOut(action) }
  }
}

extension Result {
  /// Runs `body` in the caller's isolation, and stores the value that it returns or the error that it throws.
  init(
    isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws(Failure) -> Success
  ) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

@MainActor
final class OrderedWork {
  private var last: Task<Void, Never>?

  nonisolated init() {}

  func add(_ work: @escaping @MainActor () async -> Void) {
    last = Task { [before = last] in
      await before?.value
      await work()
    }
  }

  func finish() async {
    while let task = last {
      await task.value
      if task == last { last = nil }
    }
  }
}
