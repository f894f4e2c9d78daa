// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursCore
import KursModel
import KursWorkflow
import Testing

/// Rates of other banks after damage: built anew from their stored answers, without a network (limits.py has the rest).
@Suite struct RebuiltAnswersTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/data/rates.sqlite" }
  private static let answers = [
    #"{"amount":1.0,"base":"EUR","date":"2026-10-29","rates":{"USD":1.1150,"EGP":55.5}}"#,
    #"{"amount":1.0,"base":"EUR","date":"2026-10-30","rates":{"USD":1.1171,"EGP":56.1}}"#,
  ]

  @Test func ratesThatFailTheirSumAreBuiltFromTheAnswers() async throws {
    try await fill()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(
        sql: """
          UPDATE segment SET checksum = checksum + 1
            WHERE series IN (SELECT id FROM series WHERE provider = 'frankfurter')
          """)
    }
    try queue.close()
    let core = try Core(environment(folder))
    #expect(try await pounds(core, on: "2026-10-29") == "55.5")
    #expect(try await pounds(core, on: nil) == "56.1")
    #expect(core.setAside == nil)
  }

  /// The shipped history and two answers of another bank; closed when it returns.
  private func fill() async throws {
    let core = try Core(environment(folder))
    try await core.rates.takeUpHistory()
    for (number, answer) in Self.answers.enumerated() {
      let file = folder.path + "/\(number).json"
      try Data(answer.utf8).write(to: URL(filePath: file))
      _ = try await core.rates.importFile(file, of: .frankfurter)
    }
  }

  private func pounds(_ core: Core, on text: String?) async throws -> String? {
    let inUse = try await core.rates.ratesInUse(on: text.map { day($0) }, of: [.frankfurter])
    return try inUse.leading.route(from: .eur, to: currency("EGP")).published?.text
  }
}
