// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

public struct QueuedCommand: Hashable, Sendable, Identifiable {
  /// The command's number, which increases with each command even if the clock is wrong.
  public let id: Int64
  public let content: Content
  public let enqueued: Timestamp
  public let history: History
  /// The reason why the command isn't sent again; nil while it waits.
  public internal(set) var undeliverable: Undeliverable?

  public struct Content: Hashable, Sendable {
    /// The member who made the command. Empty without an account.
    public var member: String
    /// The resource that the command changes. Commands of one resource, server and member keep their order.
    public var resource: String
    public var isDroppable: Bool
    /// The idempotency key. If a command arrives twice with the same key, the server executes it only once.
    public var key: String
    public var command: String
    /// The scheme and host of the server, without a trailing slash.
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

  public struct History: Hashable, Sendable {
    public var tries: Int = 0
    /// The number of failed attempts that count towards the limit. A missing network isn't counted.
    public var attempts: Int = 0
    public var tried: Timestamp?
    /// The command waits until this time. A command that was never sent is due even if the clock was set back.
    public var notBefore: Timestamp = Timestamp(milliseconds: 0)
    public var fault: DeliveryFault?
  }
}

public struct QueueLimits: Hashable, Sendable {
  public var commands: Int
  /// The most bytes of all queued bodies and URLs together.
  public var bytes: Int
  public var bodyBytes: Int
  /// The most bytes of a body with a picture, enough for 384 × 384 uncompressed pixels.
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

public enum QueueRefusal: Error, Hashable, Sendable {
  case full
  case tooLarge(limit: Int)
  case notQueueable
  case storage(StorageError)
}
