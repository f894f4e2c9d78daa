// SPDX-License-Identifier: GPL-3.0-or-later

/// Listeners for each new value; one that stopped listening is removed at the next.
struct Listeners<Value: Sendable>: Sendable {
  private var continuations: [AsyncStream<Value>.Continuation] = []

  /// Whether nobody listens; who stopped counts until the next value.
  var isEmpty: Bool { continuations.isEmpty }

  /// One more, who first gets `now` and of a slow reader's backlog the newest alone.
  ///
  /// `ended`: called when the reader stops.
  mutating func states(from now: Value?, ended: (@Sendable () -> Void)? = nil) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    if let ended { continuation.onTermination = { _ in ended() } }
    if let now { continuation.yield(now) }
    continuations.append(continuation)
    return stream
  }

  /// One more, who gets each value from now on, however slow they read.
  mutating func events() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    continuations.append(continuation)
    return stream
  }

  mutating func tell(_ value: Value) {
    continuations.removeAll { continuation in
      if case .terminated = continuation.yield(value) { true } else { false }
    }
  }

  /// Nothing more will come.
  mutating func finish() {
    for continuation in continuations { continuation.finish() }
    continuations = []
  }
}
