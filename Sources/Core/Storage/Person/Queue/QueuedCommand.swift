// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// A command that waits on the disk until its server has answered it.
public struct QueuedCommand: Hashable, Sendable, Identifiable {
  /// The place in the queue: what is enqueued later has a greater one, whatever the clock says.
  public let id: Int64
  public let content: Content
  /// When the person did what the command tells the server, to the millisecond.
  public let enqueued: Timestamp
  public let history: History
  /// Why it will not be sent any more; nil while it waits.
  public internal(set) var undeliverable: Undeliverable?

  /// The request itself, its server and its member.
  public struct Content: Hashable, Sendable {
    /// The member; empty for a command that needs no account.
    public var member: String
    /// Commands of one resource, server and member keep their order.
    public var resource: String
    /// Whether it may be dropped to make room.
    public var isDroppable: Bool
    /// The idempotency key: a server that sees it twice counts it once.
    public var key: String
    /// The command's own name.
    public var command: String
    /// Scheme and host, without a trailing slash.
    public var server: String
    public var method: String
    public var path: String
    public var body: [UInt8]

    public init(
      member: String, resource: String, isDroppable: Bool, key: String, command: String, server: String,
      method: String, path: String, body: [UInt8]
    ) {
      self.member = member
      self.resource = resource
      self.isDroppable = isDroppable
      self.key = key
      self.command = command
      self.server = server
      self.method = method
      self.path = path
      self.body = body
    }
  }

  /// The results of the tries so far.
  public struct History: Hashable, Sendable {
    /// How often it was sent, in vain.
    public var tries: Int = 0
    /// How many of these count against it: no network is not its fault.
    public var attempts: Int = 0
    public var tried: Timestamp?
    /// Not sent again before this time. One that was never sent is due even if the clock is set back.
    public var notBefore: Timestamp = Timestamp(milliseconds: 0)
    public var fault: DeliveryFault?
  }
}

/// How much the queue takes.
public struct QueueLimits: Hashable, Sendable {
  public var commands: Int
  /// Bytes of all bodies and addresses together.
  public var bytes: Int
  /// Bytes of one body.
  public var bodyBytes: Int
  /// Bytes of a body that holds a picture: 384 pixels a side, however little they compress, and the form around them.
  public var pictureBytes: Int

  public init(
    commands: Int = 1000, bytes: Int = 5_000_000, bodyBytes: Int = 262_144, pictureBytes: Int = 655_360  // guards Q15: 1000 => 10_000
  ) {
    self.commands = commands
    self.bytes = bytes
    self.bodyBytes = bodyBytes
    self.pictureBytes = pictureBytes
  }
}

/// Why a command could not be put into the queue: nothing of it is kept.
public enum QueueRefusal: Error, Hashable, Sendable {
  /// Full of what must not be dropped.
  case full
  case tooLarge(limit: Int)
  /// The command's declaration says that it does not wait.
  case notQueueable
  case storage(StorageError)
}
