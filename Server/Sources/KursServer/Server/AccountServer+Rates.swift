// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  func latestRates(_ call: Call) async throws -> Answer {
    let day = try call.day("date")
    return try await rates(for: call) { try $0.latest(on: day) }
  }

  func rateHistory(_ call: Call) async throws -> Answer {
    let (from, to) = (try call.day("from"), try call.day("to"))
    let (base, quote) = (try call.currency("base"), try call.currency("quote"))
    return try await rates(for: call) { try $0.history(from: from, to: to, base: base, quote: quote) }
  }

  func importRates(_ call: Call) async throws -> Answer {
    struct Imported: Encodable {
      let rates: Int
      let changed: Int
    }
    let rates = try RateTable(csv: call.body).rates
    let now = clock()
    return try await database.write { database in
      try .of(Imported(rates: rates.count, changed: TeamRates(database: database).take(rates, at: now)))
    }
  }

  func checkOperator(of call: Call) async throws {
    guard let bearer = call.bearer else { throw Refusal(.tokenMissing) }
    let isRight = try await limits.judged([.init(.operatorToken, call.address.text)], at: clock()) {
      settings.operatorToken.map { SHA256.areEqual(bearer, $0) } == true ? true : nil
    }
    guard isRight == true else { throw Refusal(.notOperator) }
  }

  private func rates(
    for call: Call, _ fetch: @escaping @Sendable (TeamRates) throws -> [TeamRate]
  ) async throws -> Answer {
    try await readAsMember(call) { database, _ in
      let stored = TeamRates(database: database)
      var answer = try Answer.of(RatesView(updated: stored.updated(), rates: fetch(stored)))
      answer.tag = Hexadecimal.text(SHA256.digest(answer.body).prefix(16))
      answer.cacheControl = "private, max-age=300"
      return answer.unless(call)
    }
  }

  private struct RatesView: Encodable {
    let updated: Instant?
    let rates: [TeamRate]

    enum CodingKeys: String, CodingKey { case updated, rates }

    // Writes null for a missing time. The method that Swift synthesizes would omit it.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(updated, forKey: .updated)
      try container.encode(rates, forKey: .rates)
    }
  }
}

extension Call {
  fileprivate func day(_ name: String) throws -> CalendarDay? {
    guard let text = query[name] else { return nil }
    guard let day = CalendarDay(text) else { throw Refusal(.malformed, .init(field: name)) }
    return day
  }

  fileprivate func currency(_ name: String) throws -> String? {
    guard let text = query[name] else { return nil }
    guard Name.isCurrency(text) else { throw Refusal(.malformed, .init(field: name)) }
    return text
  }
}
