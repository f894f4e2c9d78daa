// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// A command that waits on disk until its server has answered.
public struct QueuedCommand: Hashable, Sendable, Identifiable {
  /// The place in the queue, increasing with each enqueued command, whatever the clock says.
  public let id: Int64
  public let content: Content
  /// When the user acted, to the millisecond.
  public let enqueued: Timestamp
  public let history: History
  /// Why it will no longer be sent; nil while it waits.
  public internal(set) var undeliverable: Undeliverable?

  /// The request itself, its server and its member.
  public struct Content: Hashable, Sendable {
    /// The member. Empty for a command without an account.
    public var member: String
    /// Commands of one resource, server and member keep their order.
    public var resource: String
    /// Whether it may be dropped to make room.
    public var isDroppable: Bool
    /// The idempotency key, by which the server counts repeats once.
    public var key: String
    /// The endpoint's name.
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
    /// The failed tries.
    public var tries: Int = 0
    /// The failed tries that count against it. A missing network isn't its fault.
    public var attempts: Int = 0
    public var tried: Timestamp?
    /// Not sent again before this time. One that was never sent is due even if the clock is set back.
    public var notBefore: Timestamp = Timestamp(milliseconds: 0)
    public var fault: DeliveryFault?
  }
}

/// The limits of the queue.
public struct QueueLimits: Hashable, Sendable {
  public var commands: Int
  /// Bytes of all bodies and addresses together.
  public var bytes: Int
  /// Bytes of one body.
  public var bodyBytes: Int
  /// Bytes of a body with a picture: 384 pixels per side, uncompressed, with its form.
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

/// Why a command could not be queued. Nothing of it is stored.
public enum QueueRefusal: Error, Hashable, Sendable {
  /// The queue is full of commands that must not be dropped.
  case full
  case tooLarge(limit: Int)
  /// The endpoint can't be queued.
  case notQueueable
  case storage(StorageError)
}
