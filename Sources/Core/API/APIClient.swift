// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
import KursModel
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
    _ command: Endpoint, to address: String, key: (ProviderKey, KeyPlacement)? = nil, body: [UInt8] = [],
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
  init(_ command: Endpoint, to address: String, body: [UInt8]) {
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
    of response: HTTPResponse, to command: Endpoint, of server: String, sent: Int64, shown: [UInt8],
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

extension APIClient {
  /// A picture as its server sent it; its bytes are not judged here.
  public enum ImageAnswer: Hashable, Sendable {
    /// `lifetime` in seconds.
    case image([UInt8], etag: String?, lifetime: Int?)
    case unchanged(lifetime: Int?)
  }

  /// Asks for a picture at an absolute address; `etag`: of the one that is already there.
  public func image(
    _ url: String, etag: String? = nil, headers: [String: String] = [:]
  ) async throws(APIError) -> ImageAnswer {
    var request = HTTPRequest(.get, url)
    for (name, value) in headers { request.headers[name] = value }
    request.headers["Accept"] = "image/png, image/jpeg, image/gif"
    // Pictures have a cache of their own: a second copy would push rates out of this one.
    request.headers["Cache-Control"] = "no-store"
    request.headers["If-None-Match"] = etag
    request.limits = .image
    let response = try await response(to: request)
    let lifetime = response.maxAge
    switch response.status {
    case 200: return .image(response.body, etag: response.headers["ETag"], lifetime: lifetime)
    case 304 where etag != nil: return .unchanged(lifetime: lifetime)
    default: throw response.fault ?? .status(response.status)
    }
  }
}

extension HTTPResponse {
  /// Seconds of `max-age`, where there is one that can be read.
  var maxAge: Int? {
    cacheDirectives.first { $0.name == "max-age" && $0.argument != nil }?.argument.flatMap { Int($0) }
  }

  /// Whether the server says `no-store`: no byte of the answer may be written to the disk.
  var forbidsStoring: Bool { cacheDirectives.contains { $0.name == "no-store" } }

  private var cacheDirectives: [(name: String, argument: String?)] {
    let isOutside = { (character: Character) in character == " " || character == "\"" }
    return (headers.combined("Cache-Control") ?? "").split(separator: ",").map { directive in
      let parts = directive.split(separator: "=", maxSplits: 1).map { $0.trimmed(of: isOutside) }
      return (parts.first.map { $0.lowercased() } ?? "", parts.count == 2 ? parts[1] : nil)
    }
  }
}
