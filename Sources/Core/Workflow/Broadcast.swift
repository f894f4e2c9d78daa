// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

struct Broadcast<Value: Sendable>: Sendable {
  /// Holds the open streams. Releasing the `Broadcast` ends the streams, so that observers don't wait forever.
  private final class Streams: Sendable {
    let open = Mutex<[AsyncStream<Value>.Continuation]>([])

    deinit { for stream in open.withLock({ $0 }) { stream.finish() } }
  }

  private var streams = Streams()

  /// Whether no observer is left. An observer that has ended is removed only at the next `send`.
  var isEmpty: Bool { streams.open.withLock(\.isEmpty) }

  /// Adds an observer that receives `now` first. An observer that reads slowly receives only the newest value.
  func states(from now: Value?) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    if let now { continuation.yield(now) }
    streams.open.withLock { $0.append(continuation) }
    return stream
  }

  /// Adds an observer that receives every later value, even if it reads slowly.
  func events() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    streams.open.withLock { $0.append(continuation) }
    return stream
  }

  func send(_ value: Value) {
    streams.open.withLock {
      $0.removeAll { if case .terminated = $0.yield(value) { true } else { false } }
    }
  }

  mutating func finish() {
    streams = Streams()
  }
}
