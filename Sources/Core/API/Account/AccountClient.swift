// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursNetwork
public import KursValidation

/// Asks the account server; tells its own refusals from anything that others answer in its place.
public struct AccountClient: Sendable {
  /// An accepted answer; never printed, for tokens stand in some.
  public struct Answer: Sendable, CustomStringConvertible, CustomReflectable {
    public let body: [UInt8]
    /// `data` of the envelope, where the command has a schema.
    public let data: JSONValue?

    public var description: String { "Answer(\(body.count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  let transport: any Transport
  let validator: ResponseValidator
  /// Hears of each answer that its schema refuses, but never what stood in it: that may be a token.
  private let refusals: RefusalListener?

  public init(transport: any Transport, validator: ResponseValidator, refusals: RefusalListener? = nil) {
    self.transport = transport
    self.validator = validator
    self.refusals = refusals
  }

  /// `server`: scheme, host and port; `bearer`: the access token; `member`: whose answer a cache keeps apart.
  public func send(
    _ request: AccountRequest, to server: String, bearer: String? = nil, member: String? = nil,
    timeout: Duration = .seconds(60)
  ) async throws(AccountError) -> Answer {
    guard Self.isUsable(server) else { throw .api(.unreachable(.security)) }
    let command = request.command
    var sent = HTTPRequest(HTTPMethod(rawValue: command.method.rawValue), server + command.path)
    sent.headers["Accept"] = command.accept
    if !request.body.isEmpty { sent.headers["Content-Type"] = command.contentType }
    if let bearer { sent.headers["Authorization"] = "Bearer \(bearer)" }
    if let key = request.idempotencyKey { sent.headers["Idempotency-Key"] = "\"\(key)\"" }
    sent.body = request.body
    sent.partition = member
    if command.size == .history {
      sent.limits = .history
      // Revalidates, as every refresh of rates does: a 304 is cheap.
      sent.headers["Cache-Control"] = "no-cache"
    }
    sent.timeouts = TransferTimeouts(connect: min(.seconds(10), timeout), total: timeout)
    let moment = refusals?.clock() ?? 0
    let response: HTTPResponse
    do { response = try await transport.send(sent) } catch { throw .api(APIError(error)) }
    guard (200...299).contains(response.status) else { throw refusal(response, of: sent) }
    do {
      let value = try command.schema.map { schema throws(ValidationError) in
        try validator.check(response.body, against: schema)
      }
      return Answer(body: response.body, data: value?["data"])
    } catch {
      let fault = APIError(error)
      let refused = RefusedAnswer(
        command, of: server, status: response.status, body: [], key: nil, sent: moment, fault)
      if let refused { await refusals?.hear(refused) }
      throw .api(fault)
    }
  }

  /// Passwords go over a connection that nobody reads on the way; the loopback is one.
  public static func isUsable(_ server: String) -> Bool {
    !server.hasSuffix("/") && isSafe(server)
  }
}

extension AccountClient {
  // A captive portal or a proxy must never sign anyone out: only the server's own error document is its word, and
  // only where no redirect led elsewhere.
  private func refusal(_ response: HTTPResponse, of request: HTTPRequest) -> AccountError {
    let value = try? validator.check(response.body, against: "account/error")
    guard response.url == request.url, let reason = value?["reason"]?.string else {
      return .api(response.fault ?? .status(response.status))
    }
    let wait = value?["data"]?["retry_after"]?.number?.integer ?? response.retryAfter
    return .refused(status: response.status, reason: reason, retryAfter: wait)
  }
}
