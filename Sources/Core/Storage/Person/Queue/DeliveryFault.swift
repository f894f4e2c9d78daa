// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a queued command is still there after it was sent.
public enum DeliveryFault: Hashable, Sendable {
  /// No way to the server.
  case unreachable
  case timedOut
  /// The connection broke, or what came is no HTTP.
  case broken
  /// The server asks to be left alone for a while.
  case tooManyRequests
  case notSignedIn
  /// Success, by the status, but not with the answer the command must have: a portal in between, perhaps.
  case unusableAnswer
  case status(Int)
}

/// Why a queued command will not be sent any more; it stays to be seen until the person drops it.
public enum Undeliverable: Hashable, Sendable {
  /// The server said no, by this status.
  case refused(status: Int)
  /// The server knows the key with another content: a fault of Kurs.
  case keyReused
  /// The server no longer has what the command is for.
  case gone
  case tooManyAttempts
  case redirected
  /// Older than the queue keeps anything.
  case expired
  /// The disk gave back other bytes than were stored.
  case damaged
}

extension DeliveryFault {
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

extension Undeliverable {
  /// An unknown value was written by a later version: the command stays set aside.
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
