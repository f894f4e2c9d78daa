// SPDX-License-Identifier: GPL-3.0-or-later

import JSONSchema
import Synchronization

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
