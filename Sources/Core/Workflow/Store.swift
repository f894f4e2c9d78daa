// SPDX-License-Identifier: GPL-3.0-or-later

/// A value that decides what each event does to a state. Carries nothing out.
protocol StateMachine: Sendable {
  associatedtype State
  associatedtype Event
  associatedtype Action

  var state: State { get }
  mutating func send(_ event: Event) -> [Action]
}

/// Holds a window's state, and has the new state in the turn of the event.
///
/// Nothing here waits: loading and saving run in workers, and their results come back through `take`.
@MainActor
protocol Store: AnyObject {
  associatedtype Machine: StateMachine

  var machine: Machine { get set }
  /// Called with each new state, in the turn that made it.
  var onChange: (@MainActor (Machine.State) -> Void)? { get }
  func carryOut(_ action: Machine.Action)
}

extension Store {
  /// Runs a change of the machine, publishes the state, and carries out the actions in order.
  func take(_ change: (inout Machine) -> [Machine.Action]) {
    let actions = change(&machine)
    onChange?(machine.state)
    for action in actions { carryOut(action) }
  }
}

/// Work beside the main actor's turns, one piece after the other.
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

  /// Waits until all of it is done, including work that it added.
  func finish() async {
    while let task = last {
      await task.value
      if task == last { last = nil }
    }
  }
}
