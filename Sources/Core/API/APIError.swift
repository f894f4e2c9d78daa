// SPDX-License-Identifier: GPL-3.0-or-later

import JSONSchema
import KursNetwork
import KursNetworkCache
import KursValidation

public enum APIError: Error, Hashable, Sendable {
  case unreachable(Obstacle)
  case timedOut
  case cancelled
  case tooLarge(limit: Int)
  case broken
  /// Status 429. `retryAfter` is in seconds. Nil if the server sent no Retry-After.
  case tooManyRequests(retryAfter: Int?)
  /// Status 503. `retryAfter` is in seconds.
  case unavailable(retryAfter: Int)
  case status(Int)
  case notJSON(offset: Int)
  /// The schema refused the response. `path` is the location in the JSON, as a JSON pointer.
  case refused(schema: String, path: String, keyword: String)
  case schemaMissing(String)
  case unknownProvider(String)

  /// The reason why no response arrived. `switchedOff`: the user turned the network off, so Kurs sent nothing.
  public enum Obstacle: Hashable, Sendable {
    case host, connection, security, redirect, address, library, switchedOff
    /// The proxy didn't accept the connection, or answered with an error status instead of connecting.
    case proxy(String, status: Int?)
    /// A redirect would have sent the user's key to another server. Kurs didn't follow the redirect.
    case redirectWithKey
  }

  public var retryAfter: Int? {
    switch self {
    case .tooManyRequests(let seconds): seconds
    case .unavailable(let seconds): seconds
    default: nil
    }
  }

  public var isPassing: Bool {
    switch self {
    case .unreachable, .timedOut, .broken, .tooManyRequests, .unavailable: true
    case .status(let status): status >= 500
    default: false
    }
  }

  public var isBeforeResponse: Bool {
    switch self {
    case .unreachable, .timedOut, .cancelled: true
    default: false
    }
  }
}

extension APIError {
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
    case .proxyUnreachable(let proxy): self = .unreachable(.proxy(proxy, status: nil))
    case .proxyRefused(let proxy, let status): self = .unreachable(.proxy(proxy, status: status))
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

extension HTTPResponse {
  var fault: APIError? {
    // Kurs never requests a range, so 206, a part of a response, is an error.
    (200...299).contains(status) && status != 206 ? nil : APIError(status: status, retryAfter: retryAfter)
  }

  /// The wait in seconds. A date in Retry-After (RFC 9110, 10.2.3) counts from the header Date. Nil if not valid.
  var retryAfter: Int? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = Int(text) { return seconds >= 0 ? seconds : nil }
    // A two-digit year is in the century in which it is nearest to 2026.
    let era: Int64 = 1_767_225_600
    guard let sent = headers["Date"].flatMap({ HTTPDate.seconds($0, now: era) }),
      let until = HTTPDate.seconds(text, now: sent)
    else { return nil }
    return Int(max(0, until - sent))
  }
  var isPage: Bool { headers["Content-Type"]?.lowercased().hasPrefix("text/html") ?? false }
}
