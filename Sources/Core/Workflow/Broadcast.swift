// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Broadcast for each new value; one that stopped listening is removed at the next.
struct Broadcast<Value: Sendable>: Sendable {
  /// Ends its streams when their owner is gone. AsyncStream doesn't, and a task that waits for it would stay for ever.
  private final class Streams: Sendable {
    let open = Mutex<[AsyncStream<Value>.Continuation]>([])

    deinit { for stream in open.withLock({ $0 }) { stream.finish() } }
  }

  private var streams = Streams()

  /// Whether nobody listens; who stopped counts until the next value.
  var isEmpty: Bool { streams.open.withLock(\.isEmpty) }

  /// One more, who first gets `now` and of a slow reader's backlog the newest alone.
  ///
  /// `ended`: called when the reader stops.
  mutating func states(from now: Value?, ended: (@Sendable () -> Void)? = nil) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    if let ended { continuation.onTermination = { _ in ended() } }
    if let now { continuation.yield(now) }
    streams.open.withLock { $0.append(continuation) }
    return stream
  }

  /// One more, who gets each value from now on, however slow they read.
  mutating func events() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    streams.open.withLock { $0.append(continuation) }
    return stream
  }

  mutating func tell(_ value: Value) {
    streams.open.withLock {
      $0.removeAll { if case .terminated = $0.yield(value) { true } else { false } }
    }
  }

  /// Nothing more will come.
  mutating func finish() {
    streams = Streams()
  }
}
