// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

public struct RefusedAnswer: Hashable, Sendable {
  public let command: String
  public let server: String
  public let method: String
  /// The endpoint's path with the days filled in, but without the key.
  public let path: String
  public let status: Int
  public let body: [UInt8]
  /// The time of the request, in milliseconds since 1970 in UTC.
  public let sent: Int64
  /// The name of the schema. Empty if a parser refused the response.
  public let schema: String
  /// The location of the fault in the response, as a JSON pointer.
  public let place: String
  public let keyword: String

  /// Creates a report of a response that has no schema and that a parser refused. Removes `key` from the body.
  public init(
    _ command: Endpoint, of server: String, body: [UInt8], key: ProviderKey?, sent: Int64, place: String,
    keyword: String
  ) {
    self.init(
      command, of: server, status: 200, body: body, key: key, sent: sent, schema: "", place: place,
      keyword: keyword)
  }

  /// Creates a report of status 422: the idempotency key was used before with other content. That is a bug in Kurs.
  public init(keyReusedBy command: Endpoint, of server: String, sent: Int64) {
    self.init(
      command, of: server, status: 422, body: [], key: nil, sent: sent, schema: "", place: "Idempotency-Key",
      keyword: "reused")
  }

  /// Creates a report of an error. Nil if the response didn't cause the error.
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
    self.server = Origin(of: server).map { "\($0.scheme)://\($0.host):\($0.port)" } ?? ""
    method = command.method.rawValue
    path = command.path
    self.status = status
    // Removes the key, because some servers repeat a refused key in their response.
    self.body = key.map { body.replacing($0.secret.utf8, with: "…".utf8) } ?? body  // guards J15, X05: key.map { body.replacing($0.secret.utf8, with: "…".utf8) } ?? body => body
    self.sent = sent
    self.schema = schema
    self.place = place
    self.keyword = keyword
  }
}

public struct RefusalListener: Sendable {
  public let clock: @Sendable () -> Int64
  public let report: @Sendable (RefusedAnswer) async -> Void

  public init(
    clock: @escaping @Sendable () -> Int64, report: @escaping @Sendable (RefusedAnswer) async -> Void
  ) {
    self.clock = clock
    self.report = report
  }
}
