// SPDX-License-Identifier: GPL-3.0-or-later

/// An answer that a client's schema refused: where and by which keyword, nothing of what was in it.
struct ValidationReport: Decodable, Sendable {
  let endpoint: String
  let schema: String
  let version: String
  let path: String
  let keyword: String
  let count: Int
  let time: Instant

  /// The reports of one request.
  struct Batch: Decodable, Sendable {
    let reports: [ValidationReport]

    static let limit = 100

    /// Refuses what the contract does not describe.
    func checked() throws -> Self {
      guard reports.count <= Self.limit else { throw Refusal(.tooLarge, .init(field: "reports")) }
      for (index, report) in reports.enumerated() where !report.isSound {
        throw Refusal(.malformed, .init(field: "reports.\(index)"))
      }
      return self
    }
  }

  private var isSound: Bool {
    let limits = [(endpoint, 200), (schema, 200), (version, 50), (path, 500), (keyword, 50)]
    return limits.allSatisfy { $0.0.unicodeScalars.count <= $0.1 } && (1...1_000_000).contains(count)
  }
}
