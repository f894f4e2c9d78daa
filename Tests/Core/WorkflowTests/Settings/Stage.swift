// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import Synchronization

/// A clock that only a test moves. Sleepers wake when their time is reached.
final class StageClock: Sendable {
  private struct State {
    var now: Timestamp
    var sleepers: [Int: (until: Timestamp, wake: CheckedContinuation<Void, any Error>)] = [:]
    var lastNumber = 0
  }

  private let state: Mutex<State>

  init(_ now: Timestamp) {
    state = Mutex(State(now: now))
  }

  var now: Timestamp { state.withLock { $0.now } }

  /// The time at which the next sleeper wakes; nil if nothing sleeps.
  var nextWake: Timestamp? { state.withLock { $0.sleepers.values.map(\.until).min() } }

  func sleep(_ span: Duration) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isLate = state.withLock { state in
          let milliseconds = span.components.seconds * 1000 + span.components.attoseconds / 1_000_000_000_000_000
          state.sleepers[number] = (Timestamp(milliseconds: state.now.milliseconds + milliseconds), continuation)
          return Task.isCancelled
        }
        if isLate { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  func advance(seconds: Int64) {
    let woken = state.withLock { state in
      state.now = Timestamp(milliseconds: state.now.milliseconds + seconds * 1000)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.wake)
    }
    for sleeper in woken { sleeper.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
    sleeper?.wake.resume(throwing: CancellationError())
  }
}
