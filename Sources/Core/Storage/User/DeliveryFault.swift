// SPDX-License-Identifier: GPL-3.0-or-later

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
