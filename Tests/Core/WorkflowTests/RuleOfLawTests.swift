// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursItems
import KursModel
import KursStorage
import TestSupport
import Testing

@testable import KursWorkflow

/// Tests legal date rules with examples from their laws, and days that the rules refuse.
@Suite struct RuleOfLawTests {
  private func observed(_ name: String, _ date: String) async throws -> ConversionPath {
    let rule = try #require(NamedRule(name))
    return try await shippedHistory().rates.ratesInUse(by: rule, on: day(date)).resolver.route(from: .eur, to: .usd)
  }

  @Test(
    "each legal date rule uses the day that its law prescribes",
    arguments: [
      // Articles 366 and 369h of Directive 2006/112/EC: the rate of the quarter's last day, or of the next publication.
      // 31 March 2024 was Easter Sunday.
      ("eu-oss", "2024-01-15", "2024-04-02", "1.0749"), ("eu-oss", "2024-03-31", "2024-04-02", "1.0749"),
      ("eu-oss", "2023-11-30", "2024-01-02", "1.0956"), ("eu-oss", "2024-06-30", "2024-07-01", "1.0745"),
      ("eu-oss", "2025-09-30", "2025-09-30", "1.1741"), ("eu-oss", "2024-12-31", "2024-12-31", "1.0389"),
      // Article 369u of Directive 2006/112/EC: the rate of the month's last day, or of the next publication.
      ("eu-ioss", "2024-03-02", "2024-04-02", "1.0749"), ("eu-ioss", "2024-02-01", "2024-02-29", "1.0826"),
      ("eu-ioss", "2026-01-31", "2026-02-02", nil), ("eu-ioss", "2025-05-10", "2025-06-02", nil),
      ("eu-ioss", "2025-11-30", "2025-12-01", nil),
      // Article 91(2) of Directive 2006/112/EC: the latest rate published when the tax becomes chargeable.
      ("eu-vat", "2026-04-05", "2026-04-02", nil), ("eu-vat", "2026-04-07", "2026-04-07", nil),
      // Article 146 of Regulation (EU) 2015/2447: the rate of the second-last Wednesday of a month is used in the next
      // month.
      ("eu-customs", "2026-10-01", "2026-09-23", nil), ("eu-customs", "2026-10-31", "2026-09-23", nil),
      ("eu-customs", "2026-11-30", "2026-10-21", nil), ("eu-customs", "2025-01-02", "2024-12-18", nil),
    ] as [(String, String, String, String?)])
  func eachLegalDateRuleUsesTheDayThatItsLawPrescribes(
    name: String, date: String, expected: String, rate: String?
  ) async throws {
    let route = try await observed(name, date)
    #expect(route.observed == day(expected) && !route.isCarried)
    if let rate { #expect(route.value == number(rate)) }
  }

  @Test(
    "a date rule refuses days whose rates are due but missing",
    arguments: [
      ("before", "2026-10-31", nil), ("before", "2026-11-02", nil), ("eu-vat", "2026-11-01", nil),
      ("before", "2026-11-03", RateError.notPublished(day("2026-11-02"), provider: .ecb)),
      ("eu-vat", "2026-11-02", .notPublished(day("2026-11-02"), provider: .ecb)),
      ("month-end", "2026-10-15", nil), ("month-average", "2026-10-02", nil),
      ("month-end", "2026-11-15", .notPublished(day("2026-11-30"), provider: .ecb)),
      ("eu-customs", "2026-12-01", .notPublished(day("2026-11-18"), provider: .ecb)),
      ("eu-oss", "2026-10-15", .notPublished(day("2026-12-31"), provider: .ecb)),
      ("eu-ioss", "2026-10-15", .notPublished(day("2026-11-02"), provider: .ecb)),
      ("after", "2026-10-30", .notPublished(day("2026-11-02"), provider: .ecb)),
    ] as [(String, String, RateError?)])
  func aDateRuleRefusesDaysWhoseRatesAreDueButMissing(name: String, date: String, expected: RateError?) async throws {
    let rule = try #require(NamedRule(name))
    do {
      _ = try await shippedHistory().rates.ratesInUse(by: rule, on: day(date), of: [.ecb])
      #expect(expected == nil)
    } catch {
      #expect(error as? RatesFailure == expected.map { RatesFailure.rate($0) })
    }
  }

  /// Refreshes a provider from responses with one USD rate for each weekday except `closed`.
  private func zlotys(
    _ folder: TemporaryFolder, _ spans: [String], closed: Set<String> = [], now: Timestamp = evening,
    body: @escaping @Sendable (RatesWorkflow) async throws -> Void
  ) async throws {
    try await ProviderRefreshTests.serving(folder, now: now) { path in
      guard path.contains("/A/") else { return (404, Data()) }
      let days = path.split { "/?".contains($0) }.compactMap { Day(iso: String($0)) }
      let first = days.first ?? day("2026-10-30")
      let tables = (first.number...(days.last ?? first).number).map { Day(number: $0) }
        .filter { $0.weekday <= 5 && !closed.contains($0.description) }.map {
          #"{"table":"A","no":"1","effectiveDate":"\#($0)","rates":[{"currency":"d","code":"USD","mid":3.7}]}"#
        }
      return (200, Data("[\(tables.joined(separator: ","))]".utf8))
    } body: { core, address async throws -> Void in
      for span in spans {
        let period = try #require(ClosedRange<Day>(period: span))
        try await core.rates.refresh(.nbp, over: period, address: address)
      }
      try await body(core.rates)
    }
  }

  @Test("a date rule reports missing days and gives a rate after download")
  func aDateRuleReportsMissingDaysAndGivesARateAfterDownload() async throws {
    let folder = TemporaryFolder()
    let rule = try #require(NamedRule("pl-vat"))
    try await zlotys(folder, ["2026-09-21..2026-10-05"]) { rates in
      let lack = RateError.notStored(day("2026-10-06")...day("2026-10-19"), count: 10, provider: .nbp)
      await #expect(throws: RatesFailure.rate(lack)) { try await rates.ratesInUse(by: rule, on: day("2026-10-20")) }
      #expect(lack.possibleSource(about: nil, today: day("2026-10-30"))?.days == day("2026-10-06")...day("2026-10-19"))
    }
    try await zlotys(folder, ["2026-10-06..2026-10-20"], closed: ["2026-10-19"]) { rates in
      // A day on which the bank is closed was requested without result, so it doesn't count as missing.
      let route = try await rates.ratesInUse(by: rule, on: day("2026-10-20")).resolver
        .route(from: .usd, to: currency("PLN"))
      #expect(route.observed == day("2026-10-16") && !route.isCarried)
    }
  }

  @Test("a month for which the server responds 404 still counts as missing")
  func aMonthForWhichTheServerResponds404StillCountsAsMissing() async throws {
    let (folder, rule) = (TemporaryFolder(), try #require(NamedRule("pl-vat")))
    try await zlotys(folder, ["2026-10-05..2026-10-05"]) { _ in }
    let october = try #require(ClosedRange<Day>(period: "2026-10"))
    try await ProviderRefreshTests.serving(folder) { _ in (404, Data()) } body: { core, address async throws -> Void in
      await #expect(throws: RatesFailure.api(provider: .nbp, .status(404))) {
        try await core.rates.refresh(.nbp, over: october, address: address)
      }
      await #expect(throws: RatesFailure.self) { try await core.rates.ratesInUse(by: rule, on: day("2026-10-20")) }
    }
  }

  /// Returns the bank's response for a path. Table A has weekdays up to `usual`, table B has Wednesdays up to `rare`.
  /// The response is 404 if the table has no day in the requested period.
  private static func tables(_ path: String, usual: String, rare: String) -> (Int, Data) {
    let days = path.split { "/?".contains($0) }.compactMap { Day(iso: String($0)) }
    guard let first = days.first, let last = days.last, path.contains("/A/") || path.contains("/B/") else {
      return (404, Data())
    }
    let (isRare, code) = (path.contains("/B/"), path.contains("/B/") ? "KWD" : "USD")
    let tables = (first.number...last.number).map { Day(number: $0) }
      .filter { $0 <= day(isRare ? rare : usual) && (isRare ? $0.weekday == 3 : $0.weekday <= 5) }
      .map {
        #"{"table":"A","no":"1","effectiveDate":"\#($0)","rates":[{"currency":"d","code":"\#(code)","mid":3.7}]}"#
      }
    return tables.isEmpty ? (404, Data()) : (200, Data("[\(tables.joined(separator: ","))]".utf8))
  }

  private func rate(_ core: Core, _ code: String, on date: String) async throws -> ConversionPath {
    let rule = try #require(NamedRule("pl-vat"))
    return try await core.rates.ratesInUse(by: rule, on: day(date)).resolver
      .route(from: currency(code), to: currency("PLN"))
  }

  @Test("a failed request for one table affects only that table's currencies")
  func aFailedRequestForOneTableAffectsOnlyThatTablesCurrencies() async throws {
    let folder = TemporaryFolder()
    try await ProviderRefreshTests.serving(folder) {
      Self.tables($0, usual: "2026-10-30", rare: "2026-09-30")
    } body: { core, address async throws -> Void in
      for month in ["2026-09", "2026-10"] {
        let period = try #require(ClosedRange<Day>(period: month))
        try await core.rates.refresh(.nbp, over: period, address: address)
      }
      #expect(try await rate(core, "USD", on: "2026-10-20").observed == day("2026-10-19"))
      #expect(try await rate(core, "KWD", on: "2026-10-06").observed == day("2026-09-30"))
      let lack = RateError.notStored(day("2026-10-07")...day("2026-10-14"), count: 2, provider: .nbp)
      await #expect(throws: lack) { try await rate(core, "KWD", on: "2026-10-20") }
    }
  }

  @Test("after a file import, days are complete only for the file's currencies", arguments: ["A", "B"])
  func afterAFileImportDaysAreCompleteOnlyForTheFilesCurrencies(table: String) async throws {
    let folder = TemporaryFolder()
    try await ProviderRefreshTests.serving(folder) {
      Self.tables($0, usual: "2026-09-30", rare: "2026-09-30")
    } body: { core, address async throws -> Void in
      let september = try #require(ClosedRange<Day>(period: "2026-09"))
      try await core.rates.refresh(.nbp, over: september, address: address)
      let file = folder.path + "/october.json"
      let path = "/\(table)/2026-10-01/2026-10-30/"
      try Self.tables(path, usual: "2026-10-30", rare: "2026-10-30").1.write(to: URL(filePath: file))
      _ = try await core.rates.importer.importFile(file, of: .nbp)
      let (known, unknown) = table == "A" ? ("USD", "KWD") : ("KWD", "USD")
      // Only one of the tables has rates up to the newest day.
      #expect(try await rate(core, known, on: "2026-10-15").observed == day("2026-10-14"))
      await #expect(throws: RateError.self) { try await rate(core, unknown, on: "2026-10-15") }
    }
  }

  @Test("importing a file that lacks a currency leaves that currency's days incomplete")
  func importingAFileThatLacksACurrencyLeavesThatCurrencysDaysIncomplete() async throws {
    let folder = TemporaryFolder()
    var environment = environment(folder)
    environment.clock = { Timestamp(startOf: day("2026-11-27")) }
    let core = try Core(environment)
    try await core.rates.importer.importHistory()
    let days = (2...20).map { day("2026-11-01") + ($0 - 1) }.filter { $0.weekday <= 5 }
    let rows = days.map { "<Cube time='\($0)'><Cube currency='USD' rate='1.12'/></Cube>" }
    let text =
      "<gesmes:Envelope xmlns:gesmes='http://www.gesmes.org/xml/2002-08-01'><Cube>\(rows.joined())</Cube>"
      + "</gesmes:Envelope>"
    let file = folder.path + "/dollars.xml"
    try Data(text.utf8).write(to: URL(filePath: file))
    _ = try await core.rates.importer.importFile(file, of: .ecb)
    let resolver = try await core.rates.ratesInUse(by: try #require(NamedRule("eu-vat")), on: day("2026-11-12")).resolver
    #expect(try resolver.route(from: .usd, to: .eur).observed == day("2026-11-12"))
    let lack = RateError.notStored(day("2026-11-02")...day("2026-11-12"), count: 9, provider: .ecb)
    #expect(throws: lack) { try resolver.route(from: .gbp, to: .eur) }
    let period = day("2026-10-20")...day("2026-11-05")
    let means = try await core.rates.ratesInUse(.mean(period), of: [.ecb]).resolver
    #expect(try means.route(from: .gbp, to: .eur).means.map { [$0.count, $0.missing] } == [[9, 4]])
    #expect(try means.route(from: .usd, to: .eur).means.map { [$0.count, $0.missing] } == [[13, 0]])
  }

  @Test("a day's rates are final half a day after publication")
  func aDaysRatesAreFinalHalfADayAfterPublication() {
    #expect(Provider.ecb.lastSettledDay(at: evening) == day("2026-10-29"))
    #expect(Provider.ecb.lastSettledDay(at: evening + 12 * 3_600_000) == day("2026-10-30"))
    #expect(Provider.nbu.lastSettledDay(at: evening) == day("2026-10-30"))
  }

  @Test("a legal date rule uses the middle rate, whatever the user chose")
  func aLegalDateRuleUsesTheMiddleRateWhateverTheUserChose() async throws {
    let (core, zloty) = (try Core(environment(TemporaryFolder())), currency("PLN"))
    for name in ["latest-a.json", "latest-c.json"] {
      _ = try await core.rates.importer.importFile(Fixtures.path("nbp", name), of: .nbp)
    }
    let own = try #require(CustomRate(from: .usd, to: zloty, value: number("5")))
    for side in QuoteSide.allCases {
      await core.rates.use([.ecb], side: side)
      for rule in ["pl-vat", "pl-vat-invoice", "pl-income-tax"] {
        let law = try #require(NamedRule(rule))
        var resolver = try await core.rates.ratesInUse(by: law, on: day("2026-03-03")).resolver
        resolver.use([own])
        let route = try resolver.route(from: .usd, to: zloty)
        #expect(route.value == number("3.6056") && route.quotes.allSatisfy { $0.side == .middle })
      }
    }
    var before = try await core.rates.ratesInUse(by: .before, on: day("2026-03-03"), of: [.nbp]).resolver
    before.use([own])
    #expect(try before.route(from: .usd, to: zloty).isOwn)
  }

  @Test("a period's average reports the number of missing days")
  func aPeriodsAverageReportsTheNumberOfMissingDays() async throws {
    try await zlotys(TemporaryFolder(), ["2026-03-01..2026-03-06", "2026-03-23..2026-03-31"]) { rates in
      let zloty = currency("PLN")
      let month = try #require(ClosedRange<Day>(period: "2026-03"))
      let mean = try await rates.ratesInUse(.mean(month), of: [.nbp]).resolver.route(from: .usd, to: zloty).means[0]
      #expect(mean.count == 12 && mean.missing == 10)
      let average = try await rates.averages(of: .nbp, from: .usd, to: zloty, in: [month])[0]
      #expect(average.count == 12 && average.missing == 10)
      await #expect(throws: RatesFailure.self) {
        try await rates.ratesInUse(by: .monthAverage, on: day("2026-03-09"), of: [.nbp])
      }
    }
  }

  @Test("a period without an average does not affect other periods")
  func averagesOfEnded() async throws {
    let rates = try await shippedHistory().rates
    let year = try #require(ClosedRange<Day>(period: "2008"))
    let quarters = try await rates.averages(of: .ecb, from: .eur, to: currency("ISK"), in: year.parts(months: 3))
    #expect(quarters.map(\.days.lowerBound.civil.month) == [1, 4, 7])
    let rubles = try await rates.averages(
      of: .ecb, from: .eur, to: currency("RUB"), in: try #require(ClosedRange<Day>(period: "2022")).parts(months: 1))
    #expect(!rubles.isEmpty)
  }

  @Test(
    "a year's average converts values from before a redenomination",
    arguments: [("2005", "RON", "3.62090", 5, 257), ("2005", "ROL", "36209", 0, 257)])
  func aYearsAverageConvertsValuesFromBeforeARedenomination(
    year: String, code: String, expected: String, places: Int, count: Int
  ) async throws {
    let period = try #require(ClosedRange<Day>(period: year))
    let rates = try await shippedHistory().rates
    let route = try await rates.ratesInUse(.mean(period), of: [.ecb]).resolver.route(from: .eur, to: currency(code))
    #expect(route.value.rounded(places: places) == number(expected) && route.means.map(\.count) == [count])
    let average = try await rates.averages(of: .ecb, from: .eur, to: currency(code), in: [period])[0]
    #expect(average.mean == route.value && average.count == count)
  }

  @Test(
    "a chart's yearly average equals the yearly average of conversions",
    arguments: [("TRY", "EUR"), ("EUR", "TRY"), ("USD", "JPY")])
  func aChartsYearlyAverageEqualsTheYearlyAverageOfConversions(from: String, to: String) async throws {
    let rates = try await shippedHistory().rates
    let period = try #require(ClosedRange<Day>(period: "2024"))
    let mean = try await rates.ratesInUse(.mean(period), of: [.ecb]).resolver
      .route(from: currency(from), to: currency(to)).value
    let subject = try #require(ChartSubject(base: currency(from), counters: [currency(to)]))
    let state = try await ChartLoader(rates).chart(
      of: subject, provider: .ecb, options: ChartOptions(), range: .all, today: day("2026-10-30"))
    let line = state.lines[0]
    let inside = line.indices(in: DaySpan(first: period.lowerBound, last: period.upperBound))
    #expect(line.mean(of: inside).text(significant: 8) == mean.text(significant: 8))
  }
}
