// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

/// The queue as a window shows it.
public struct QueueState: Hashable, Sendable {
  /// In order; those that are set aside among them.
  public var commands: [QueuedCommand] = []
  /// The one on its way now.
  public var sending: QueuedCommand.ID?
  /// When it is tried again by itself; nil when nothing is due, or only the network or a sign-in changes that.
  public var nextTry: Timestamp?

  public var waiting: [QueuedCommand] { commands.filter { $0.undeliverable == nil } }
  /// Commands that the server will never take: the person is told once and removes them.
  public var undeliverable: [QueuedCommand] { commands.filter { $0.undeliverable != nil } }
}

/// The result of sending the queue.
public struct FlushReport: Hashable, Sendable {
  public var delivered = 0
  /// Sent in vain, and still waiting.
  public var failed = 0
  public var setAside = 0
  /// Another program is sending.
  public var isBusyElsewhere = false
  /// The disk, where it could not be read or written.
  public var fault: StorageError?

  /// Adds the result of another sending.
  mutating func add(_ more: FlushReport) {
    delivered += more.delivered
    failed += more.failed
    setAside += more.setAside
    isBusyElsewhere = more.isBusyElsewhere
    fault = fault ?? more.fault
  }
}

/// The queue's numbers; all times in milliseconds.
public struct QueuePolicy: Hashable, Sendable {
  /// A command that failed so often by its own fault is set aside.
  public var attempts = 8  // guards Q08: 8 => 80
  /// The same for what may be dropped.
  public var droppableAttempts = 2  // guards J14: 2 => 20
  /// A server that only ever points elsewhere is asked so often.
  public var redirects = 3  // guards Q20: 3 => 30
  /// Older commands are not sent any more: 7 days.
  public var maximumAge: Int64 = 604_800_000  // guards Q13: 604_800_000 => 6_048_000_000
  public var backOff = BackOff(first: 1000, longest: 300_000)
  /// How long another program that is sending is left alone.
  public var leaseWait: Int64 = 20_000  // guards Q26: 20_000 => 200_000
  /// A network that comes and goes does not start it more often.
  public var betweenStarts: Int64 = 1000  // guards Q16: 1000 => 0

  public init() {}
}

/// The queue's clock, idempotency keys and random numbers.
public struct QueueSurroundings: Sendable {
  public var clock: @Sendable () -> Timestamp
  /// Ends early, by throwing, when its task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// An idempotency key that nobody else makes: a random UUID.
  public var newKey: @Sendable () -> String
  /// A number of the range, any as likely as the others.
  public var draw: @Sendable (ClosedRange<Int64>) -> Int64

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
