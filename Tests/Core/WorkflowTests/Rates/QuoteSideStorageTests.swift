// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursCore
import KursItems
import KursModel
import KursWorkflow
import TestSupport
import Testing

@testable import KursStorage

/// Tests buying and selling rates on their whole way: in a bank's response, in storage, and in a result.
///
/// Also tests files of an older version of Kurs, which had only middle rates.
@Suite struct QuoteSideStorageTests {
  private let folder = TemporaryFolder()
  private let zloty = currency("PLN")

  private func core(with documents: String...) async throws -> Core {
    let core = try Core(environment(folder))
    for document in documents {
      let parts = document.split(separator: "/").map(String.init)
      _ = try await core.rates.importer.importFile(Fixtures.path(parts[0], parts[1]), of: ProviderID(parts[0]))
    }
    return core
  }

  @Test("buying, selling and middle rates are read back as published")
  func buyingSellingAndMiddleRatesAreReadBackAsPublished() async throws {
    let core = try await core(with: "nbp/latest-a.json", "nbp/latest-c.json")
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    func last(_ side: QuoteSide) async throws -> String? {
      try await database.observations(
        of: .nbp, base: .usd, counter: zloty, side: side, from: day("2026-01-01"), to: day("2026-12-31")
      ).last.map { "\($0.value.text) \($0.day)" }
    }
    #expect(try await last(.middle) == "3.6056 2026-03-02")
    #expect(try await last(.buying) == "3.5702 2026-03-03")
    #expect(try await last(.selling) == "3.6424 2026-03-03")
    let middles = try await database.latestQuotes(of: .nbp, on: nil)
    #expect(middles.count == 7 && middles.allSatisfy { $0.side == .middle })
    #expect(try await database.latestQuotes(of: .nbp, on: day("2026-03-03"), withSides: true).count == 17)
    #expect(try await core.rates.quarantined().isEmpty)
  }

  @Test("a conversion uses the chosen buying, selling or middle rate", arguments: [
    (QuoteSide.middle, "USD", "PLN", "3.6056", "2026-03-02"), (.buying, "USD", "PLN", "3.5702", "2026-03-03"),
    (.selling, "USD", "PLN", "3.6424", "2026-03-03"), (.buying, "THB", "PLN", "0.1152", "2026-03-02"),
  ])
  func aConversionUsesTheChosenBuyingSellingOrMiddleRate(
    side: QuoteSide, from: String, to: String, value: String, observed: String
  ) async throws {
    let core = try await core(with: "nbp/latest-a.json", "nbp/latest-c.json")
    await core.rates.use([.nbp], side: side)
    let route = try await core.rates.ratesInUse(on: day("2026-03-03")).resolver
      .route(from: currency(from), to: currency(to))
    #expect(route.value == number(value) && route.observed == day(observed))
  }

  @Test("a buying or selling rate alone gives no middle rate")
  func aBuyingOrSellingRateAloneGivesNoMiddleRate() async throws {
    let core = try await core(with: "nbp/latest-c.json")
    await core.rates.use([.nbp], isStrict: true)
    await #expect(throws: RatesFailure.rate(.noRates(provider: .nbp))) { try await core.rates.ratesInUse(on: nil) }
    await core.rates.use(.selling)
    let route = try await core.rates.ratesInUse(on: nil).resolver.route(from: .usd, to: zloty)
    #expect(route.value == number("3.6424"))
  }

  @Test("each point of a chart equals that day's conversion")
  func eachPointOfAChartEqualsThatDaysConversion() async throws {
    let core = try await core(with: "nbp/span-a.json", "nbp/latest-a.json", "nbp/latest-c.json")
    for (side, from, to) in [
      (QuoteSide.buying, "USD", "PLN"), (.selling, "PLN", "USD"), (.buying, "EUR", "USD"), (.selling, "USD", "AED"),
      (.middle, "USD", "EUR"), (.buying, "THB", "USD"),
    ] {
      await core.rates.use([.nbp], side: side)
      let series = try await core.rates.series(
        of: .nbp, from: currency(from), to: currency(to), between: day("2026-01-01"), and: day("2026-03-20"))
      #expect(!series.points.isEmpty)
      for point in series.points {
        let resolver = try await core.rates.ratesInUse(on: point.day).resolver
        let route = try resolver.route(from: currency(from), to: currency(to))
        #expect(route.value == point.rate, "\(side) \(from) \(to) \(point.day)")
      }
    }
  }

  @Test("migrating a database with only middle rates loses no data")
  func migratingADatabaseWithOnlyMiddleRatesLosesNoData() async throws {
    let path = folder.path + "/rates.sqlite"
    do {
      let queue = try DatabaseQueue(path: path)
      try RatesSchema.migrator.migrate(queue, upTo: "document-validators-1")
      let segment = Segment(year: 2026, observations: [
        Observation(day: day("2026-10-29"), value: PublishedNumber(coefficient: 36056, scale: 4), document: .none)
      ]).encoded
      let checksum = segment.withUnsafeBytes { Segment.checksum($0) }
      try await queue.write { database in
        for (id, code) in [(7, "USD"), (9, "EUR")] {
          try database.execute(
            sql: "INSERT INTO series VALUES (?, 'nbp', ?, 'PLN', 2026, ?, ?)", arguments: [id, code, segment, checksum])
          try database.execute(
            sql: "INSERT INTO segment VALUES (?, 2026, ?, ?)", arguments: [id, segment, checksum])
        }
        try database.execute(
          sql: """
            INSERT INTO quarantine (provider, base, counter, day, coefficient, scale, unit_exponent, document, reason,
              noted_ms) VALUES ('nbp', 'USD', 'PLN', 20000, '36056', 3, 0, 1, 'future', 5)
            """)
      }
    }
    let database = try RatesDatabase(path: path)
    let quotes = try await database.latestQuotes(of: .nbp, on: nil, withSides: true)
    #expect(Set(quotes.map { "\($0.pair.base) \($0.side) \($0.observation.value.text)" })
      == ["USD middle 3.6056", "EUR middle 3.6056"])
    #expect(
      try await database.observations(
        of: .nbp, base: .eur, counter: zloty, from: day("2026-10-01"), to: day("2026-10-31")
      ).count == 1)
    let waiting = try #require(try await database.quarantined().first)
    #expect(waiting.suspect.quote.side == .middle && waiting.noted.milliseconds == 5)
    // Wiping a provider also deletes the stored years of its series.
    try await database.wipe(.nbp)
    let left = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM segment") }
    #expect(left == 0)
  }

  @Test("after a migration, an older list of complete days is discarded")
  func afterAMigrationAnOlderListOfCompleteDaysIsDiscarded() async throws {
    let path = folder.path + "/rates.sqlite"
    do {
      let queue = try DatabaseQueue(path: path)
      try RatesSchema.migrator.migrate(queue, upTo: "covered-days-1")
      try await queue.write { database in
        try database.execute(
          sql: """
            INSERT INTO series (provider, base, counter) VALUES ('ecb', 'EUR', 'USD');
            INSERT INTO covered_days VALUES ('ecb', 20000, 20100);
            INSERT INTO document (provider, command, origin, request_hash, data_hash, fetched_ms, checked_ms,
              taken_up_down_to, is_complete) VALUES ('ecb', 'history', 'bundled', '', 'a', 1, 1, 10595, 1),
              ('ecb', 'latest', 'download', '', 'b', 1, 1, 20100, 1)
            """)
      }
    }
    let database = try RatesDatabase(path: path)
    #expect(try await database.coveredDays(of: .ecb).isEmpty)
    #expect(try await database.documents(of: .ecb).map(\.isComplete) == [true, false])
    let (first, last) = (Day(number: 20_000), Day(number: 20_010))
    let dollar = PairKey(base: .eur, counter: .usd)
    try await database.cover(first...last, [PairKey(base: .eur, counter: .gbp)], of: .ecb)
    #expect(try await database.coveredDays(of: .ecb).isEmpty)
    try await database.cover(first...last, [dollar], of: .ecb)
    try await database.cover((last + 1)...(last + 5), nil, of: .ecb)
    #expect(try await database.coveredDays(of: .ecb) == [dollar: [first...(last + 5)]])
    try await database.wipe(.ecb)
    #expect(try await database.coveredDays(of: .ecb).isEmpty)
  }

  @Test("equal suspicious buying, selling and middle rates are quarantined separately")
  func equalSuspiciousBuyingSellingAndMiddleRatesAreQuarantinedSeparately() async throws {
    let core = try await core(with: "nbp/latest-a.json")
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    let suspects = QuoteSide.allCases.map { side in
      SuspiciousQuote(
        quote: Quote(
          provider: .nbp, base: .usd, counter: zloty, side: side,
          observation: Observation(day: day("2026-03-03"), value: PublishedNumber(coefficient: 99, scale: 0))),
        reason: .future)
    }
    #expect(try await database.quarantine(suspects, from: .none, now: evening) == 3)
    let waiting = try await core.rates.quarantined()
    #expect(waiting.map(\.suspect.quote.side) == QuoteSide.allCases)
    let selling = try #require(waiting.first { $0.suspect.quote.side == .selling })
    #expect(try await core.rates.acceptQuarantined(selling.id))
    let stored = try await database.latestQuotes(of: .nbp, on: nil, withSides: true).filter { $0.base == .usd }
    #expect(Set(stored.map { "\($0.side) \($0.observation.value.text)" }) == ["middle 3.6056", "selling 99"])
  }
}
