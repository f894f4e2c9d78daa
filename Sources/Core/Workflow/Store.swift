// SPDX-License-Identifier: GPL-3.0-or-later

/// A value that decides what each event does to a state; carries nothing out.
protocol StateMachine: Sendable {
  associatedtype State
  associatedtype Event
  associatedtype Action

  var state: State { get }
  /// Applies an event and returns its actions.
  mutating func send(_ event: Event) -> [Action]
}

/// The one place of a window's state: it has the new state in the turn of the event.
///
/// Nothing here waits: what is loaded and saved goes to workers, and their answers come back through `take`.
@MainActor
protocol Store: AnyObject {
  associatedtype Machine: StateMachine

  var machine: Machine { get set }
  /// Gets each new state, in the turn that made it.
  var onChange: (@MainActor (Machine.State) -> Void)? { get }
  func carryOut(_ action: Machine.Action)
}

extension Store {
  /// Lets the machine decide, passes the state on, and has the rest carried out in order.
  func take(_ change: (inout Machine) -> [Machine.Action]) {
    let actions = change(&machine)
    onChange?(machine.state)
    for action in actions { carryOut(action) }
  }
}

/// Work beside the main actor's turns: one piece after the other, as it was asked for.
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

  /// Waits until all of it is done, and what it led to.
  func finish() async {
    while let task = last {
      await task.value
      if task == last { last = nil }
    }
  }
}
