// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

public struct QueueState: Hashable, Sendable {
  /// All requests in sending order, including undeliverable requests.
  public var commands: [QueuedCommand] = []
  public var sending: QueuedCommand.ID?
  /// The time of the next automatic try. Nil if no try is planned.
  public var nextTry: Timestamp?

  public init(commands: [QueuedCommand] = [], sending: QueuedCommand.ID? = nil, nextTry: Timestamp? = nil) {
    self.commands = commands
    self.sending = sending
    self.nextTry = nextTry
  }

  public var waiting: [QueuedCommand] { commands.filter { $0.undeliverable == nil } }
  public var undeliverable: [QueuedCommand] { commands.filter { $0.undeliverable != nil } }
}

public struct FlushReport: Hashable, Sendable {
  public var delivered = 0
  public var failed = 0
  public var dismissed = 0
  public var isBusyElsewhere = false
  public var fault: StorageError?

  mutating func add(_ more: FlushReport) {
    delivered += more.delivered
    failed += more.failed
    dismissed += more.dismissed
    isBusyElsewhere = more.isBusyElsewhere
    fault = fault ?? more.fault
  }
}

/// The limits of the queue. Times are in milliseconds.
public struct QueuePolicy: Hashable, Sendable {
  /// The number of tries after which a faulty request is undeliverable.
  public var attempts = 8  // guards Q08: 8 => 80
  /// The number of tries after which a report or a batch of statistics is undeliverable.
  public var droppableAttempts = 2  // guards J14: 2 => 20
  /// The number of redirected tries after which a request is undeliverable.
  public var redirects = 3  // guards Q20: 3 => 30
  /// The age after which a request isn't sent any more: 7 days.
  public var maximumAge: Int64 = 604_800_000  // guards Q13: 604_800_000 => 6_048_000_000
  public var backOff = BackOff(first: 1000, longest: 300_000)
  public var leaseWait: Int64 = 20_000  // guards Q26: 20_000 => 200_000
  /// The minimum time between two starts of a flush, in milliseconds. It limits starts while the network is unstable.
  public var betweenStarts: Int64 = 1000  // guards Q16: 1000 => 0

  public init() {}
}

public struct QueueEnvironment: Sendable {
  public var clock: @Sendable () -> Timestamp
  public var sleep: @Sendable (Duration) async throws -> Void
  public var newKey: @Sendable () -> String
  public var draw: @Sendable (ClosedRange<Int64>) -> Int64
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
