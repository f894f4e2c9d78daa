// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursNetwork
public import KursValidation

/// Asks servers: puts the address together, sends, and lets through what the command's schema accepts.
public struct APIClient: Sendable {
  /// An accepted answer.
  public struct Answer: Sendable {
    public let body: [UInt8]
    /// The body as JSON where the command has a schema.
    public let value: JSONValue?
    /// The server's new address after a permanent redirect.
    public let movedTo: String?
    /// Whether a cache answered in place of a server that cannot be reached.
    public let isStale: Bool
    /// Whether the server forbids writing the answer to the disk.
    public let forbidsStoring: Bool
    /// Seconds for which the server says that it holds, where it does.
    public var maxAge: Int?
    /// The server's name for this state of it.
    public var etag: String?
  }

  private let transport: any Transport
  let validator: ResponseValidator
  /// Hears of each answer that its schema refuses; nil where such an answer must make no report.
  let refusals: RefusalListener?

  public init(transport: any Transport, validator: ResponseValidator, refusals: RefusalListener? = nil) {
    self.transport = transport
    self.validator = validator
    self.refusals = refusals
  }

  /// `address`: scheme and host of the server, without a trailing slash; `key`: the person's, and where it goes.
  ///
  /// `headers`: more than the command itself asks for.
  public func send(
    _ command: Command, to address: String, key: (ProviderKey, KeyPlacement)? = nil, body: [UInt8] = [],
    headers: [String: String] = [:]
  ) async throws(APIError) -> Answer {
    var request = HTTPRequest(command, to: address, body: body)
    for (name, value) in headers { request.headers[name] = value }
    if let (key, placement) = key { try request.add(key, placement) }
    // A refresh asks whether there is news, and a 304 is cheap. What servers call fresh is no guide: the Bank of Canada
    // says 30 s for daily rates, Frankfurter a day, which pins yesterday's.
    // Requests with a key are not cached: the cache is indexed by address, and the key may be part of it.
    request.headers["Cache-Control"] = key == nil ? "no-cache" : "no-cache, no-store"
    let sent = refusals?.clock() ?? 0
    let response = try await response(to: request)
    if let fault = response.fault { throw fault }  // guards J19, J21
    // "No content" where a document was asked for: a fault of the server's, and no document to judge or report.
    if command.schema != nil, [204, 205].contains(response.status) { throw .status(response.status) }  // guards J21
    // A page at the address of a document, whatever its bytes look like.
    if command.schema != nil, response.isPage { throw .notJSON(offset: 0) }  // guards J10
    let value = try await value(of: response, to: command, of: address, sent: sent, shown: response.body, key: key?.0)
    return Answer(
      body: response.body, value: value, movedTo: response.movedPermanentlyTo, isStale: response.isStale,
      forbidsStoring: response.forbidsStoring, maxAge: response.maxAge, etag: response.headers["ETag"])
  }
}

extension HTTPRequest {
  /// `body`: of the command's content type; empty for none.
  init(_ command: Command, to address: String, body: [UInt8]) {
    self.init(
      HTTPMethod(rawValue: command.method.rawValue), address + command.path, body: body,
      limits: command.size == .history ? .history : .document)
    headers["Accept"] = command.accept
    if !body.isEmpty { headers["Content-Type"] = command.contentType }
    staysAtHost = command.staysAtHost
  }
}

// The parts that every call shares, whichever server is asked.
extension APIClient {
  /// The answer as it came, whatever it is.
  func response(to request: HTTPRequest) async throws(APIError) -> HTTPResponse {
    do { return try await transport.send(request) } catch { throw APIError(error) }
  }

  /// The answer as JSON where the command has a schema; one that the schema refuses is told of, with `shown` of it.
  func value(
    of response: HTTPResponse, to command: Command, of server: String, sent: Int64, shown: [UInt8],
    key: ProviderKey? = nil
  ) async throws(APIError) -> JSONValue? {
    // A HEAD has no body.
    guard let schema = command.schema, command.method != .head else { return nil }
    do { return try validator.check(response.body, against: schema) } catch {
      let fault = APIError(error)
      let refused = RefusedAnswer(
        command, of: server, status: response.status, body: shown, key: key, sent: sent, fault)
      if let refused { await refusals?.hear(refused) }  // guards J11
      throw fault
    }
  }
}
