// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursItems
import KursModel
import TestSupport
import Testing

/// After a pause of weeks, Kurs requests each missed day from a provider with a separate response for each day.
@Suite struct GapTests {
  /// Returns the response for a day. For a day of a weekend, returns Friday's response.
  private static func sheet(_ path: String, today: Day) -> Data {
    let asked = path.firstRange(of: "date=").map { path[$0.upperBound...].prefix(10) }
    var date = asked.flatMap { Day(iso: String($0)) } ?? today
    while date.weekday > 5 { date = date - 1 }
    return Data(#"{"rates":[{"currencyCode":"USD","amount":1,"validFor":"\#(date)","rate":20.5}]}"#.utf8)
  }

  private static func refresh(_ folder: TemporaryFolder, on date: String) async throws -> (paths: Int, newest: Day) {
    let (server, today) = (try FakeServer.listening(), day(date))
    let now = Timestamp(startOf: today) + 17 * 3_600_000
    return try await ProviderRefreshTests.serving(folder, server, now: now) { (200, sheet($0, today: today)) } body: {
      core, address async throws in
      try await core.rates.refresh(.cnb, address: address)
      return (server.requests.count, try await core.rates.table(of: .cnb, on: nil).newest)
    }
  }

  @Test("after weeks without a refresh, the newest days load before older days")
  func afterWeeksWithoutARefreshTheNewestDaysLoadBeforeOlderDays() async throws {
    let folder = TemporaryFolder()
    _ = try await Self.refresh(folder, on: "2026-08-03")
    // Sixty days later, the first refresh gets today's rate. After the fourth refresh, no day is missing.
    let first = try await Self.refresh(folder, on: "2026-10-02")
    #expect(first.newest == day("2026-10-02"))
    #expect(first.paths == 12)
    var asked: [Int] = []
    for _ in 0..<5 { asked.append(try await Self.refresh(folder, on: "2026-10-02").paths) }
    #expect(asked.allSatisfy { $0 <= 25 })
    #expect(asked.suffix(2) == [1, 1])
    let stored = try await ProviderRefreshTests.lines(in: folder, of: .cnb)
    let days = (0...60).map { day("2026-08-03") + $0 }.filter { $0.weekday <= 5 }
    #expect(stored == Set(days.map { "USD CZK 0 20.5 \($0)" }))
  }

  @Test("after an interrupted refresh, later refreshes request the missing days")
  func afterAnInterruptedRefreshLaterRefreshesRequestTheMissingDays() async throws {
    let (folder, id, last) = (TemporaryFolder(), ProviderID("cnb"), day("2026-10-27"))
    _ = try await Self.refresh(folder, on: "2026-10-13")
    try await ProviderRefreshTests.serving(folder, now: Timestamp(startOf: last) + 17 * 3_600_000) { path in
      let asked = path.firstRange(of: "date=").flatMap { Day(iso: String(path[$0.upperBound...].prefix(10))) }
      return asked.map { $0 < last - 1 } ?? false ? (503, Data()) : (200, Self.sheet(path, today: last))
    } body: { core, address async throws -> Void in
      await #expect(throws: RatesFailure.self) { try await core.rates.refresh(id, address: address) }
    }
    for _ in 0..<2 { _ = try await Self.refresh(folder, on: "2026-10-27") }
    let stored = try await ProviderRefreshTests.lines(in: folder, of: id)
    let days = (0...14).map { day("2026-10-13") + $0 }.filter { $0.weekday <= 5 }
    #expect(stored == Set(days.map { "USD CZK 0 20.5 \($0)" }))
    #expect(try await Self.refresh(folder, on: "2026-10-27").paths == 1)
  }

  /// The providers without requests for past days. One has all days in its newest file. The others have no past rates.
  private static let withoutPast: Set<String> = [
    "rba", "open-er-api", "exchangerate-api", "floatrates", "coingecko", "openexchangerates", "fixer", "fixer-apilayer",
    "exchangeratesapi", "currencylayer",
  ]

  @Test(
    "after three weeks without a refresh, a refresh requests every missing day",
    arguments: ProviderDefinition.all.map(\.provider.id.name))
  func afterThreeWeeksWithoutARefreshARefreshRequestsEveryMissingDay(id: String) throws {
    let items = try #require(ProviderDefinition.all.first { $0.provider.id.name == id })
    for today in ["2026-10-30", "2026-11-03", "2027-01-08"].map(day) {
      let requests = items.endpoints.requests(closing: 21, today: today)
      guard !Self.withoutPast.contains(id) else {
        #expect(requests.map(\.command.path) == items.endpoints.latest.map { $0.filled(from: today, to: today).path })
        continue
      }
      // A prescribed rate is stored for its whole month, so the first missing day is in the next month.
      let first = items.provider.validity == .month ? ClosedRange.month(of: today - 21).upperBound + 1 : today - 20
      guard first <= today else { continue }
      for number in first.number...today.number {
        #expect(requests.contains { $0.days?.contains(Day(number: number)) ?? false }, "\(Day(number: number))")
      }
      #expect(requests.count <= 40)
    }
  }

  @Test(
    "rates that are published with tomorrow's date are requested",
    arguments: [("cbr", 21), ("cbr", 2), ("nbu", 21), ("nbu", 0)])
  func ratesThatArePublishedWithTomorrowsDateAreRequested(id: String, gap: Int) throws {
    let items = try #require(ProviderDefinition.all.first { $0.provider.id.name == id })
    let today = day("2026-10-30")
    let requests = items.endpoints.requests(closing: gap, today: today)
    #expect(requests.contains { $0.days.map { $0.upperBound > today } ?? ($0.command.name == "latest") })
  }

  @Test("a new month's rates are requested on its first day")
  func aNewMonthsRatesAreRequestedOnItsFirstDay() async throws {
    let folder = TemporaryFolder()
    var urls: [String] = []
    let october = try String(contentsOfFile: Fixtures.path("inforeuro", "month.json"), encoding: .utf8)
    for (date, value) in [("2026-10-15", "1.1798"), ("2026-11-01", "1.1702")] {
      let body = Data(october.replacing("1.1798", with: value).utf8)
      let now = Timestamp(startOf: day(date)) + 12 * 3_600_000
      let server = try FakeServer.listening()
      try await ProviderRefreshTests.serving(folder, server, now: now) { _ in (200, body) } body: {
        core, address async throws in
        try await core.rates.refresh(.inforEuro, address: address)
        #expect(try await core.rates.table(of: .inforEuro, on: nil).newest == day(date) - (day(date).civil.day - 1))
      }
      urls += server.urls
    }
    #expect(urls.map { String($0.suffix(8)) } == ["month=10", "month=11"])
  }
}
