// SPDX-License-Identifier: GPL-3.0-or-later

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
