// SPDX-License-Identifier: GPL-3.0-or-later

import JSONSchema
import KursNetwork
import KursValidation

/// Why a server's answer cannot be had or used.
public enum APIError: Error, Hashable, Sendable {
  /// No way to the server: no network, no such host, no connection, or the secure connection failed.
  case unreachable(Obstacle)
  /// The time limit passed.
  case timedOut
  case cancelled
  /// The answer is longer than allowed; in bytes.
  case tooLarge(limit: Int)
  /// The transfer broke off half-way, or what came is no HTTP.
  case broken
  /// Too many requests; seconds the server asks to wait, where it says so.
  case tooManyRequests(retryAfter: Int?)
  /// The server says that it is out of service for now (503); seconds after which to ask again.
  case unavailable(retryAfter: Int)
  /// Any other status but success.
  case status(Int)
  /// Not JSON, at this byte.
  case notJSON(offset: Int)
  /// JSON that its schema refuses: where, and by which keyword.
  case refused(schema: String, path: String, keyword: String)
  /// The schema that ships with Kurs is missing or unusable.
  case schemaMissing(String)
  case unknownProvider(String)

  /// `switchedOff`: by the person; nothing was sent.
  public enum Obstacle: Hashable, Sendable {
    case host, connection, security, redirect, address, library, switchedOff
    /// A redirect that was not followed: it would have given the person's key to another server.
    case redirectWithKey
  }

  /// Seconds that the server asks to be left alone; nil where it names none.
  public var retryAfter: Int? {
    switch self {
    case .tooManyRequests(let seconds): seconds
    case .unavailable(let seconds): seconds
    default: nil
    }
  }

  /// Whether the same may succeed later, without the person's doing.
  public var isPassing: Bool {
    switch self {
    case .unreachable, .timedOut, .broken, .tooManyRequests, .unavailable: true
    case .status(let status): status >= 500
    default: false
    }
  }

  /// Whether nothing of the server's came back, so that nothing is known of it.
  public var isOfTheWay: Bool {
    switch self {
    case .unreachable, .timedOut, .cancelled: true
    default: false
    }
  }
}

extension APIError {
  /// A status that is no success.
  public init(status: Int, retryAfter: Int?) {
    switch (status, retryAfter) {
    case (429, let seconds): self = .tooManyRequests(retryAfter: seconds)
    case (503, let seconds?): self = .unavailable(retryAfter: seconds)
    default: self = .status(status)
    }
  }

  init(_ error: NetworkError) {
    switch error {
    case .resolve: self = .unreachable(.host)
    case .connect: self = .unreachable(.connection)
    case .tls: self = .unreachable(.security)
    case .tooManyRedirects, .refusedRedirect: self = .unreachable(.redirect)
    case .redirectRepeatsKey: self = .unreachable(.redirectWithKey)
    case .malformedURL, .malformedRequest: self = .unreachable(.address)
    case .switchedOff: self = .unreachable(.switchedOff)
    case .libraryMissing: self = .unreachable(.library)
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .bodyTooLarge(let limit), .headersTooLarge(let limit): self = .tooLarge(limit: limit)
    case .truncated, .connectionLost, .undecodableBody, .notHTTP, .protocolError: self = .broken
    }
  }

  init(_ error: ValidationError) {
    switch error {
    case .notJSON(let fault): self = .notJSON(offset: fault.offset)
    case .refused(let schema, let failures):
      self = .refused(
        schema: schema, path: failures.first?.instance ?? "",
        keyword: failures.first?.keyword ?? "")
    case .undecided(let schema, _): self = .refused(schema: schema, path: "", keyword: "")
    case .schemaMissing(let name), .schemaNotJSON(let name, _), .schemaUnusable(let name, _):
      self = .schemaMissing(name)
    }
  }
}
