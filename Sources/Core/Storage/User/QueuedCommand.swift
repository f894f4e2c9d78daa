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

public enum DeliveryFault: Hashable, Sendable {
  case unreachable
  case timedOut
  case broken
  case tooManyRequests
  case notSignedIn
  /// A success without the required response, for example from a captive portal.
  case unusableAnswer
  case status(Int)

  init?(stored text: String) {
    let named: [DeliveryFault] = [
      .unreachable, .timedOut, .broken, .tooManyRequests, .notSignedIn, .unusableAnswer,
    ]
    if let status = Int(text) { self = .status(status) } else {
      guard let fault = named.first(where: { $0.stored == text }) else { return nil }
      self = fault
    }
  }

  var stored: String {
    switch self {
    case .unreachable: "unreachable"
    case .timedOut: "timed-out"
    case .broken: "broken"
    case .tooManyRequests: "too-many-requests"
    case .notSignedIn: "not-signed-in"
    case .unusableAnswer: "unusable-answer"
    case .status(let status): String(status)
    }
  }
}

/// The reason why a queued command isn't sent again. The command stays visible until the user deletes it.
public enum Undeliverable: Hashable, Sendable {
  case refused(status: Int)
  /// The server has already received the command's idempotency key with other content. This is a bug in Kurs.
  case keyReused
  case gone
  case tooManyAttempts
  case redirected
  case expired
  case damaged

  /// Reads a stored reason. An unknown reason of a later version stays undeliverable.
  init(stored text: String) {
    let named: [Undeliverable] = [.keyReused, .gone, .tooManyAttempts, .redirected, .expired, .damaged]
    self = named.first { $0.stored == text } ?? .refused(status: Int(text) ?? 0)
  }

  var stored: String {
    switch self {
    case .refused(let status): String(status)
    case .keyReused: "key-reused"
    case .gone: "gone"
    case .tooManyAttempts: "too-many-attempts"
    case .redirected: "redirected"
    case .expired: "expired"
    case .damaged: "damaged"
    }
  }
}
