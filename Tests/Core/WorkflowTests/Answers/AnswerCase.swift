// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import TestSupport

/// Random banks and conversions with the results of answers.py, which shares no code with the program.
struct AnswerCase: Decodable {
  struct Bank: Decodable {
    let id: String
    let quotes: [QuoteRow]
  }

  struct Question: Decodable {
    let from: String
    let to: String
    let day: Int32?
    let late: [String]
    /// The rate as `p/q`, or nil if no rate exists.
    let value: String?
    let legs: [Leg]
  }

  /// The provider and day of a rate. Both are nil for legal rates, pegs and custom rates.
  struct Leg: Decodable, Equatable {
    let provider: String?
    let day: Int32?
  }

  let banks: [Bank]
  let side: String
  let strict: Bool
  let own: OwnRow?
  let questions: [Question]

  static func random(_ count: Int, seed: Int) throws -> [AnswerCase] {
    try pythonReference("answers.py", count: count, seed: seed).map {
      try JSONDecoder().decode(AnswerCase.self, from: $0)
    }
  }
}

extension AnswerCase {
  var order: [ProviderID] { banks.map { ProviderID($0.id) } }

  var ownRates: [CustomRate] { own?.rate.map { [$0] } ?? [] }

  /// Creates a core that has stored the rates and uses this case's order of providers.
  func core(_ folder: TemporaryFolder) async throws -> Core {
    let core = try Core(environment(folder))
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    for bank in banks {
      let id = ProviderID(bank.id)
      let document = try await database.insert(
        NewDocument(
          provider: id, command: "test", origin: .import, requestHash: "", dataHash: bank.id, body: nil,
          fetched: evening))
      var batch = QuoteBatch(provider: id)
      for quote in bank.quotes.compactMap({ $0.quote(of: id) }) { batch.add(quote.observation, to: quote.pair) }
      batch.sortDays()
      try await database.store(batch, from: document.id, importedDownTo: nil, isComplete: true)
    }
    await core.rates.use(order, isStrict: strict, side: QuoteSide(rawValue: side) ?? .middle)
    return core
  }
}

extension AnswerCase.Question {
  var requestedDay: Day? { day.map { Day(number: $0) } }

  var expected: Rational? {
    value.flatMap { Rational(fraction: $0) }
  }
}
