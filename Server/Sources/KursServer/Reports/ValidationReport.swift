// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A client's report that a provider's response failed its schema. It names the location and the failed keyword. It
/// contains the response only if the user agreed.
struct ValidationReport: Decodable, Sendable {
  let endpoint: String
  let schema: String
  let version: String
  let path: String
  let keyword: String
  let count: Int
  let time: Instant
  let request: String?
  let status: Int?
  let answer: String?
  let answerBytes: Int?
  let account: String?

  struct Batch: Decodable, Sendable {
    let reports: [ValidationReport]

    static let limit = 100
    static let byteLimit = 1_048_576

    func checked() throws -> Self {
      guard reports.count <= Self.limit else { throw Refusal(.tooLarge, .init(field: "reports")) }
      for (index, report) in reports.enumerated() where !report.isSound {
        throw Refusal(.malformed, .init(field: "reports.\(index)"))
      }
      return self
    }
  }

  private var isSound: Bool {
    let limits = [
      (endpoint, 200), (schema, 200), (version, 50), (path, 500), (keyword, 50), (request ?? "", 1000),
      (answer ?? "", 65_536),
    ]
    return limits.allSatisfy { $0.0.unicodeScalars.count <= $0.1 } && (1...1_000_000).contains(count)
      && (status.map { (100...599).contains($0) } ?? true) && (answerBytes ?? 0) >= 0
      && (account.map { UUID(text: $0) != nil } ?? true)
  }
}
