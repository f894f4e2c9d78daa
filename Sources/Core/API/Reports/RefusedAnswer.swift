// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// A refused response: everything that a report may contain, without credentials.
public struct RefusedAnswer: Hashable, Sendable {
  /// The endpoint's name and its server: scheme and host.
  public let command: String
  public let server: String
  public let method: String
  /// The declared path with days, without the key.
  public let path: String
  public let status: Int
  public let body: [UInt8]
  /// When the request was sent, in milliseconds since 1970 in UTC.
  public let sent: Int64
  /// The schema that refused it. Empty if a parser did.
  public let schema: String
  /// The place in the response as a JSON pointer, and the schema keyword, as far as known.
  public let place: String
  public let keyword: String

  /// For a response without a schema that its parser refused. `key` is removed from it.
  public init(
    _ command: Endpoint, of server: String, body: [UInt8], key: ProviderKey?, sent: Int64, place: String,
    keyword: String
  ) {
    self.init(
      command, of: server, status: 200, body: body, key: key, sent: sent, schema: "", place: place,
      keyword: keyword)
  }

  /// For a request whose idempotency key the server knows with other content (422), which is a bug in Kurs.
  public init(keyReusedBy command: Endpoint, of server: String, sent: Int64) {
    self.init(
      command, of: server, status: 422, body: [], key: nil, sent: sent, schema: "", place: "Idempotency-Key",
      keyword: "reused")
  }

  /// Nil for an error that isn't the response's fault.
  init?(
    _ command: Endpoint, of server: String, status: Int, body: [UInt8], key: ProviderKey?, sent: Int64,
    _ error: APIError
  ) {
    let (place, keyword): (String, String)
    switch error {
    case .notJSON(let offset): (place, keyword) = ("byte \(offset)", "json")
    case .refused(_, let path, let word): (place, keyword) = (path, word)
    default: return nil
    }
    self.init(
      command, of: server, status: status, body: body, key: key, sent: sent, schema: command.schema ?? "",
      place: place, keyword: keyword)
  }

  private init(
    _ command: Endpoint, of server: String, status: Int, body: [UInt8], key: ProviderKey?, sent: Int64,
    schema: String, place: String, keyword: String
  ) {
    self.command = command.name
    // Without a name and password in the address.
    self.server = Origin(of: server).map { "\($0.scheme)://\($0.host):\($0.port)" } ?? ""
    method = command.method.rawValue
    path = command.path
    self.status = status
    // Some servers repeat the key that they refuse.
    self.body = key.map { body.replacing($0.secret.utf8, with: "…".utf8) } ?? body  // guards J15: key.map { body.replacing($0.secret.utf8, with: "…".utf8) } ?? body => body
    self.sent = sent
    self.schema = schema
    self.place = place
    self.keyword = keyword
  }
}

/// An observer of refused responses, and the clock that dates them.
public struct RefusalListener: Sendable {
  public let clock: @Sendable () -> Int64
  public let hear: @Sendable (RefusedAnswer) async -> Void

  /// `clock`: milliseconds since 1970 in UTC.
  public init(
    clock: @escaping @Sendable () -> Int64, hear: @escaping @Sendable (RefusedAnswer) async -> Void
  ) {
    self.clock = clock
    self.hear = hear
  }
}
