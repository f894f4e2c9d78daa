// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursNetwork
import KursValidation

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
