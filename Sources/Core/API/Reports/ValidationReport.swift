// SPDX-License-Identifier: GPL-3.0-or-later

import JSONSchema
import KursNetwork
import Synchronization

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

public struct ValidationReport: Hashable, Sendable {
  public static let longestAnswer = 65_536
  /// The maximum length of a report in bytes. The queue's limit is 256 KiB.
  public static let longestBody = 240_000

  public let answer: RefusedAnswer
  /// The number of times that this fault occurred since the last report.
  public let count: Int
  public let version: String
  public let account: String?
  public let time: String

  public init(_ answer: RefusedAnswer, count: Int, version: String, account: String?, time: String) {
    self.answer = answer
    self.count = count
    self.version = version
    self.account = account
    self.time = time
  }

  /// The endpoint for reports. Its client must not report refused responses, because a report could cause another one.
  public static let command = Endpoint(
    "report-validation", method: .post, path: "/api/v1/report/validation/",
    schema: "account/accepted", queueing: .droppable("report"))

  /// Returns the body. It contains as much of the response as fits the queue and the server's `limit` in bytes.
  public func body(limit: Int = longestBody) -> [UInt8] {
    var (length, body) = (Self.longestAnswer, body(showing: Self.longestAnswer))
    // Halves the included part of the response until the report fits. JSON may need six bytes for a character.
    while body.count > min(limit, Self.longestBody), length > 0 {
      length /= 2
      body = self.body(showing: length)
    }
    return body
  }

  private func body(showing length: Int) -> [UInt8] {
    let shown = String(decoding: answer.body.prefix(length), as: UTF8.self)  // guards J15: answer.body.prefix(length) => answer.body.prefix(Int.max)
    var members: [(String, JSONValue)] = [
      ("endpoint", .string(Self.truncated("\(answer.server) \(answer.command)", 200))),
      ("schema", .string(Self.truncated(answer.schema, 200))), ("version", .string(Self.truncated(version, 50))),
      ("path", .string(Self.truncated(answer.place, 500))), ("keyword", .string(Self.truncated(answer.keyword, 50))),
      ("count", .number(JSONNumber(count))), ("time", .string(time)),
      ("request", .string(Self.truncated("\(answer.method) \(answer.path)", 1000))),
      ("status", .number(JSONNumber(answer.status))), ("answer", .string(shown)),
      ("answerBytes", .number(JSONNumber(answer.body.count))),
    ]
    if let account { members.append(("account", .string(account))) }
    let report = JSONValue.object(JSONObject(members))
    return Array(JSONWriter().text(of: ["reports": .array([report])]).utf8)
  }

  private static func truncated(_ text: String, _ length: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
  }
}

/// Forwards refused responses to an observer that is attached later, so that the first clients needn't wait for it.
public final class RefusedAnswerRelay: Sendable {
  private let attached = Mutex<RefusalListener?>(nil)

  public init() {}

  public func attach(_ listener: RefusalListener) {
    attached.withLock { $0 = listener }
  }

  public func report(_ refused: RefusedAnswer) async {
    await attached.withLock { $0 }?.report(refused)
  }
}
