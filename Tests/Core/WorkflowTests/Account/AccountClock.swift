// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow
import Synchronization

/// A clock that moves only when a test moves it. Sleepers wake in order.
final class AccountClock: Sendable {
  private struct Sleeper {
    let number: Int
    let until: Uptime
    let waking: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Uptime(milliseconds: 1_000_000)
    var wall: Int64 = 1_793_379_600_000
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var lastNumber = 0
  }

  private let state = Mutex(State())

  var now: Uptime { state.withLock { $0.now } }
  var wall: Timestamp { state.withLock { Timestamp(milliseconds: $0.wall) } }

  /// Sets the time of day, which must not affect the account.
  func setWall(aheadBy milliseconds: Int64) {
    state.withLock { $0.wall += milliseconds }
  }

  func advance(seconds: Int64) {
    let due = state.withLock { state in
      state.now = state.now + seconds * 1000
      state.wall += seconds * 1000
      let due = state.sleepers.filter { $0.until <= state.now }.sorted { $0.until < $1.until }
      state.sleepers.removeAll { $0.until <= state.now }
      return due
    }
    for sleeper in due { sleeper.waking.resume() }
  }

  /// Lets time pass as on a suspended computer: no sleeper wakes.
  func suspend(seconds: Int64) {
    state.withLock { state in
      state.now = state.now + seconds * 1000
      state.wall += seconds * 1000
    }
  }

  func sleep(until moment: Uptime) async {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard moment > state.now, !state.cancelled.contains(number) else { return true }
          state.sleepers.append(Sleeper(number: number, until: moment, waking: continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(number)
        let found = state.sleepers.first { $0.number == number }
        state.sleepers.removeAll { $0.number == number }
        return found
      }
      sleeper?.waking.resume()
    }
  }
}
