// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema
public import KursNetwork
import KursNetworkCache
public import KursValidation

public struct APIClient: Sendable {
  public struct Answer: Sendable {
    public let body: [UInt8]
    /// The body as JSON. Nil if the endpoint has no schema.
    public let value: JSONValue?
    public let movedTo: String?
    /// Whether the response is from the cache, because the server was unreachable.
    public let isStale: Bool
    public let forbidsStoring: Bool
    /// The server's max-age in seconds. Nil if the server sent no max-age.
    public var maxAge: Int?
    public var etag: String?
  }

  private let transport: any Transport
  let validator: ResponseValidator
  /// The observer of responses that a schema refused. Nil if such responses aren't reported.
  let refusals: RefusalListener?

  public init(transport: any Transport, validator: ResponseValidator, refusals: RefusalListener? = nil) {
    self.transport = transport
    self.validator = validator
    self.refusals = refusals
  }

  /// Sends a request. `address`: the server's URL without a trailing slash. `headers`: added to the endpoint's headers.
  public func send(
    _ command: Endpoint, to address: String, key: (ProviderKey, KeyPlacement)? = nil, body: [UInt8] = [],
    headers: [String: String] = [:]
  ) async throws(APIError) -> Answer {
    var request = HTTPRequest(command, to: address, body: body)
    for (name, value) in headers { request.headers[name] = value }
    if let (key, placement) = key { try request.add(key, placement) }
    // Always revalidate: a 304 is cheap, and max-age is unreliable (the Bank of Canada sends 30 s for daily rates).
    // Never cache a request with a key, because the cache is indexed by URL, and the URL may contain the key.
    request.headers["Cache-Control"] = key == nil ? "no-cache" : "no-cache, no-store"  // guards C21: key == nil ? "no-cache" : "no-cache, no-store" => "max-age=3600"
    let sent = refusals?.clock() ?? 0
    let response = try await response(to: request)
    if let fault = response.fault { throw fault }  // guards J19, J21
    // A 204 or 205 has no body to validate or report, so it is an error of the server.
    if command.schema != nil, [204, 205].contains(response.status) { throw .status(response.status) }  // guards J21
    if command.schema != nil, response.isPage { throw .notJSON(offset: 0) }  // guards J10
    let value = try await value(of: response, to: command, of: address, sent: sent, shown: response.body, key: key?.0)
    return Answer(
      body: response.body, value: value, movedTo: response.movedPermanentlyTo, isStale: response.isStale,
      forbidsStoring: response.forbidsStoring, maxAge: response.maxAge, etag: response.headers["ETag"])
  }
}

extension HTTPRequest {
  init(_ command: Endpoint, to address: String, body: [UInt8]) {
    self.init(
      HTTPMethod(rawValue: command.method.rawValue), address + command.path, body: body,
      limits: command.size == .history ? .history : .document)
    headers["Accept"] = command.accept
    if !body.isEmpty { headers["Content-Type"] = command.contentType }
    staysAtHost = command.staysAtHost
  }
}

extension APIClient {
  func response(to request: HTTPRequest) async throws(APIError) -> HTTPResponse {
    do { return try await transport.send(request) } catch { throw APIError(error) }
  }

  func value(
    of response: HTTPResponse, to command: Endpoint, of server: String, sent: Int64, shown: [UInt8],
    key: ProviderKey? = nil
  ) async throws(APIError) -> JSONValue? {
    guard let schema = command.schema, command.method != .head else { return nil }
    do { return try validator.check(response.body, against: schema) } catch {
      let fault = APIError(error)
      let refused = RefusedAnswer(
        command, of: server, status: response.status, body: shown, key: key, sent: sent, fault)
      if let refused { await refusals?.report(refused) }  // guards J11
      throw fault
    }
  }
}

extension APIClient {
  public enum ImageAnswer: Hashable, Sendable {
    /// A received picture. `lifetime` is in seconds.
    case image([UInt8], etag: String?, lifetime: Int?)
    case unchanged(lifetime: Int?)
  }

  public func image(
    _ url: String, etag: String? = nil, headers: [String: String] = [:]
  ) async throws(APIError) -> ImageAnswer {
    var request = HTTPRequest(.get, url)
    for (name, value) in headers { request.headers[name] = value }
    request.headers["Accept"] = "image/png, image/jpeg, image/gif"
    // Pictures have their own cache. A second copy in the cache of responses would displace rates.
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
  var maxAge: Int? { CacheControl(headers).argument("max-age").flatMap { Int($0) } }

  var forbidsStoring: Bool { CacheControl(headers).has("no-store") }
}

/// A permanent redirect (301 or 308) of a whole server. The redirect of a single file doesn't count.
public struct PermanentMove: Hashable, Sendable {
  public let target: String
  /// Whether Kurs may use the new server without the user's consent. False if a key would go to another host.
  public let mayBeUsed: Bool

  /// Creates a move. Nil if only one file moved, the target uses plain http, or the target contains the key.
  public init?(of command: Endpoint, from address: String, to url: String, key: ProviderKey?) {
    guard url.hasSuffix(command.path), url.count > command.path.count, let old = Origin(of: address),
      let new = Origin(of: url), new.scheme == "https" || Self.isLoopback(url)
    else { return nil }
    let target = String(url.dropLast(command.path.count))
    guard target != address, !(key.map { target.contains($0.secret) } ?? false) else { return nil }
    self.target = target
    mayBeUsed = key == nil || old == new
  }

  private static func isLoopback(_ url: String) -> Bool {
    url.hasPrefix("http://127.0.0.1:") || url.hasPrefix("http://[::1]:")
  }
}

extension APIClient.Answer {
  public func move(of command: Endpoint, from address: String, key: ProviderKey?) -> PermanentMove? {
    movedTo.flatMap { PermanentMove(of: command, from: address, to: $0, key: key) }
  }
}
