// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a queued command is still queued after it was sent.
public enum DeliveryFault: Hashable, Sendable {
  /// No connection to the server.
  case unreachable
  case timedOut
  /// The connection broke, or the response isn't HTTP.
  case broken
  /// The server asks to wait.
  case tooManyRequests
  case notSignedIn
  /// A successful status without the required response, for example from a captive portal.
  case unusableAnswer
  case status(Int)
}

/// Why a queued command will no longer be sent. It stays visible until the user drops it.
public enum Undeliverable: Hashable, Sendable {
  /// The server refused with this status.
  case refused(status: Int)
  /// The server knows the key with other content, which is a fault of Kurs.
  case keyReused
  /// The server no longer has the target of the command.
  case gone
  case tooManyAttempts
  case redirected
  /// Older than the queue's limit.
  case expired
  /// The disk returned other bytes than were stored.
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
  /// A later version wrote an unknown value: the command stays undeliverable.
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
