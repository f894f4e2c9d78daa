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
