// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
import KursNetwork
import KursValidation

/// Asks the account server; tells its own refusals from anything that others answer in its place.
public struct AccountClient: Sendable {
  /// An accepted answer; never printed, for tokens stand in some.
  public struct Answer: Sendable, CustomStringConvertible, CustomReflectable {
    public let body: [UInt8]
    /// `data` of the envelope, where the command has a schema.
    public let data: JSONValue?

    public var description: String { "Answer(\(body.count) bytes)" }  // guards X06: "Answer(\(body.count) bytes)" => String(decoding: body, as: UTF8.self)
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  let client: APIClient

  public init(_ client: APIClient) { self.client = client }

  /// `server`: scheme, host and port; `bearer`: the access token; `member`: whose answer a cache keeps apart.
  public func send(
    _ request: AccountRequest, to server: String, bearer: String? = nil, member: String? = nil,
    timeout: Duration = .seconds(60)
  ) async throws(AccountError) -> Answer {
    guard Self.isUsable(server) else { throw .api(.unreachable(.security)) }  // guards X15
    let command = request.command
    var sent = HTTPRequest(command, to: server, body: request.body)
    if let bearer { sent.headers["Authorization"] = "Bearer \(bearer)" }
    if let key = request.idempotencyKey { sent.headers["Idempotency-Key"] = "\"\(key)\"" }
    sent.partition = member
    // Revalidates, as every refresh of rates does: a 304 is cheap.
    if command.size == .history { sent.headers["Cache-Control"] = "no-cache" }
    sent.timeouts = TransferTimeouts(connect: min(.seconds(10), timeout), total: timeout)
    let moment = client.refusals?.clock() ?? 0
    let response: HTTPResponse
    do { response = try await client.response(to: sent) } catch { throw .api(error) }
    guard (200...299).contains(response.status) else { throw refusal(response, of: sent) }
    do throws(APIError) {
      // A report never says what stood in the answer: that may be a token.
      let value = try await client.value(of: response, to: command, of: server, sent: moment, shown: [])  // guards A09, J15: [] => response.body
      return Answer(body: response.body, data: value?["data"])
    } catch {
      throw .api(error)
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
    let value = try? client.validator.check(response.body, against: "account/error")
    guard response.url == request.url, let reason = value?["reason"]?.string else {  // guards A10, A11: response.url == request.url => true
      return .api(response.fault ?? .status(response.status))
    }
    let wait = value?["data"]?["retry_after"]?.number?.integer ?? response.retryAfter
    return .refused(status: response.status, reason: reason, retryAfter: wait)
  }
}
