// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The queue's clock, idempotency keys and random numbers.
public struct QueueSurroundings: Sendable {
  public var clock: @Sendable () -> Timestamp
  /// Ends early, by throwing, when its task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// An idempotency key that nobody else makes: a random UUID.
  public var newKey: @Sendable () -> String
  /// A number of the range, any as likely as the others.
  public var draw: @Sendable (ClosedRange<Int64>) -> Int64
  /// Hears of commands that failed, for the log.
  public var note: @Sendable (LogEntry) async -> Void = { _ in }

  public init(
    clock: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    newKey: @escaping @Sendable () -> String,
    draw: @escaping @Sendable (ClosedRange<Int64>) -> Int64 = { Int64.random(in: $0) }
  ) {
    self.clock = clock
    self.sleep = sleep
    self.newKey = newKey
    self.draw = draw
  }
}
