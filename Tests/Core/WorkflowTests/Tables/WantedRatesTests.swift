// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursCore
import KursItems
import KursModel
import KursStorage
import TestSupport
import Testing

@testable import KursWorkflow

/// Rates that a table needs and Kurs lacks are requested from the bank that has them.
@Suite struct WantedRatesTests {
  private static let today = day("2026-10-30")
  private static let nbp = ProviderID("nbp")

  @Test("for a missing rate, the days around the date are requested", arguments: [
    (RateError.noRates(provider: nbp), "2026-03-05", "2026-02-19..2026-04-05"),
    (.outsideHistory(day("2026-03-04"), provider: nbp, first: day("2002-01-02"), newest: today), "2026-03-05",
      "2026-02-18..2026-04-04"),
    (.notPrescribed(day("2026-10-20"), provider: nbp, last: day("2025-01-01")...day("2025-01-31")), "2026-10-20",
      "2026-10-06..2026-10-30"),
  ])
  func forAMissingRateTheDaysAroundTheDateAreRequested(error: RateError, about: String, days: String) {
    let asked = error.possibleSource(about: day(about), today: Self.today)
    #expect(asked?.provider == Self.nbp && asked?.days == ClosedRange(period: days))
  }

  @Test("a rate that no bank has is not requested", arguments: [
    RateError.outsideHistory(day("2001-12-31"), provider: nbp, first: day("2002-01-02"), newest: today),
    .outsideHistory(today + 1, provider: nbp, first: day("2002-01-02"), newest: today),
    .missing(.usd, provider: nbp, day: today, lastSeen: nil, elsewhere: nbp), .unknownCurrency("XYZ"),
  ])
  func aRateThatNoBankHasIsNotRequested(error: RateError) {
    #expect(error.possibleSource(about: Self.today, today: Self.today) == nil)
  }

  @Test("for a table, only the missing days are requested", arguments: [
    (
      "nbp", "2026-03-04..2026-08-07",
      [
        "/A/2026-05-07/2026-08-07/", "/B/2026-05-07/2026-08-07/", "/C/2026-05-07/2026-08-07/",
        "/A/2026-03-04/2026-05-06/", "/B/2026-03-04/2026-05-06/", "/C/2026-03-04/2026-05-06/",
      ]
    ),
    ("nbrb", "2026-09-30..2026-10-01", [
      "ondate=2026-10-01&periodicity=0", "ondate=2026-09-30&periodicity=0", "ondate=2026-10-01&periodicity=1",
      "ondate=2026-09-01&periodicity=1",
    ]), ("bnr", "2025-12-30..2026-01-05", ["nbrfxrates2026.xml", "nbrfxrates2025.xml"]),
    ("nbu", "2026-10-30..2026-11-02", ["start=20261030&end=20261102"]),
    ("bazg", "2026-08-31..2026-09-02", ["xmlavgmonth?j=2026&m=09", "xmlavgmonth?j=2026&m=08"]),
    ("hmrc", "2026-09-01..2026-09-30", ["monthly_xml_2026-9.xml"]),
    ("bmf", "2024-12-20..2025-01-10", ["uu-kurse-2025-csv.csv", "uu-kurse-2024-csv.csv"]),
    ("us-treasury", "2026-01-10..2027-01-10", ["record_date%3Agte%3A2026-01-10,record_date%3Alte%3A2026-10-30"]),
    ("tcmb", "2026-10-27..2026-10-28", ["202610/28102026.xml", "202610/27102026.xml"]),
    ("rba", "2026-01-01..2026-01-02", []), ("open-er-api", "2026-01-01..2026-01-02", []),
  ])
  func forATableOnlyTheMissingDaysAreRequested(id: String, days: String, parts: [String]) throws {
    let endpoints = try #require(ProviderDefinition.endpoints(of: ProviderID(id)))
    let paths = endpoints.requests(of: try #require(ClosedRange(period: days)), today: Self.today).map(\.command.path)
    #expect(paths.count == parts.count, "\(paths)")
    for (path, part) in zip(paths, parts) { #expect(path.contains(part), "\(path)") }
  }

  @MainActor private final class Shares {
    var all: [Int] = []
  }

  private static let table = Array("day,amount,currency\n2026-03-03,100,USD\n2026-02-28,1,USD\n2026-10-30,1,USD\n".utf8)

  @Test("for a legal date rule, a table's missing rates are requested")
  func forALegalDateRuleATablesMissingRatesAreRequested() async throws {
    let folder = TemporaryFolder()
    let span = try Data(contentsOf: URL(filePath: Fixtures.path("nbp", "span-a.json")))
    let server = try FakeServer.listening()
    try await ProviderRefreshTests.serving(folder, server) { path in
      path.contains("/A/") ? (200, span) : (404, Data())
    } body: { core, address async throws -> Void in
      let user = try UserDatabase(path: folder.path + "/person.sqlite")
      let converter = TableConverter(
        rates: core.rates, objects: try await UserObjects.ofCurrentMember(in: user) { evening },
        amounts: AmountReader(symbols: .english), catalogue: core.catalogue, target: currency("PLN"),
        rule: NamedRule("pl-vat"), clock: { evening })
      let before = try await converter.preview(TableContent(bytes: Self.table), [:]).get()
      #expect(before.lacksRates && before.wanted.days == [Self.nbp: day("2026-02-14")...day("2026-10-30")])
      let workflow = await TableWorkflow(
        converter,
        TableWorkflow.Desktop(table: { _ in .failure(.refused) }, word: { reason, _ in "\(reason)" }, copy: { _ in })
      ) { (id, days) async throws(RatesFailure) in
        try await core.rates.refresh(id, over: days, address: address)
      }
      await workflow.send(.opened(.cells(String(decoding: Self.table, as: UTF8.self))))
      await workflow.finish()
      #expect(await workflow.state.wanted.days.keys.first == Self.nbp)
      let shares = Shares()
      await MainActor.run {
        workflow.onChange = {
          if case .asking(let permille?) = $0.phase, shares.all.last != permille { shares.all.append(permille) }
        }
      }
      await workflow.send(.ratesPressed)
      // Waits for the request, and then for the table with the new rates.
      await workflow.finish()
      await workflow.finish()
      // The progress in thousandths. The first refresh gets all days but the last 16. The bank has no rates for these
      // 16 days, which the second refresh requests again.
      let told = await shares.all
      #expect(told == [0, 938])
      let state = await workflow.state
      let values = state.preview?.rows.map { try? $0.value.get().value.amount } ?? []
      #expect(values == [number("360.56"), number("3.5771"), nil])
      // The bank has no rate for the last row's day, so Kurs doesn't offer to request that day again.
      #expect(state.phase == .ready && state.wanted.days.isEmpty && state.problem == nil)
    }
    let paths = server.urls.filter { $0.contains("/A/") }
    #expect(paths.count == 4 && paths.last?.contains("/A/2026-10-15/2026-10-30") == true, "\(paths)")
  }
}
