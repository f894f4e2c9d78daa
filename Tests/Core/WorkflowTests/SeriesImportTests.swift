// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursItems
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

/// A table of the user's own rates becomes a provider, completely or not at all.
@Suite struct SeriesImportTests {
  private let folder = TemporaryFolder()
  private static let blue = """
    date,from,to,rate
    2026-10-28,USD,ARS,1470.5
    2026-10-29,USD,ARS,1480
    2026-10-30,EUR,ARS,1650
    2026-10-30,USD,ARS,1490

    """

  private func table(_ text: String, _ columns: [TableColumn: ColumnChoice] = [:], _ core: Core) throws -> SeriesTable {
    let content = try TableContent(bytes: Array(text.utf8))
    var choices = TableChoices()
    choices.columns = columns
    return try SeriesTable(content, choices: choices, today: day("2026-10-30"), catalogue: core.catalogue) {
      CalculationReader(symbols: $0, catalogue: core.catalogue)
    }
  }

  private func blueCore() async throws -> Core {
    let core = try Core(environment(folder))
    try await core.rates.userSeries.save(table(Self.blue, [:], core), as: ProviderID("blue"), name: "Blue market")
    return core
  }

  private func rate(_ core: Core, _ from: String, _ to: String, on date: String) async throws -> Rational {
    try await core.rates.ratesInUse(on: day(date), of: [ProviderID("blue")]).resolver
      .route(from: currency(from), to: currency(to)).value
  }

  @Test("an imported table of rates becomes a provider with a history")
  func anImportedTableOfRatesBecomesAProviderWithAHistory() async throws {
    let core = try await blueCore()
    #expect(try await rate(core, "USD", "ARS", on: "2026-10-28") == Rational(text: "1470.5"))
    #expect(try await rate(core, "USD", "ARS", on: "2026-10-30") == Rational(text: "1490"))
    #expect(try await rate(core, "EUR", "USD", on: "2026-10-30") == Rational(1650) * Rational(1490).reciprocal)
    let provider = try await core.rates.provider(ProviderID("blue"))
    #expect(provider.attribution == "Blue market" && provider.home.code == "ARS" && provider.carryLimit == 14)
    let series = try await core.rates.series(
      of: ProviderID("blue"), from: .usd, to: currency("ARS"), between: day("2026-10-01"), and: day("2026-10-30"))
    #expect(series.points.count == 3)
  }

  @Test("an imported provider is used by its place in the provider order")
  func anImportedProviderIsUsedByItsPlaceInTheProviderOrder() async throws {
    let core = try await blueCore()
    await core.rates.use([ProviderID("blue"), .ecb])
    let resolver = try await core.rates.ratesInUse(on: day("2026-10-30")).resolver
    #expect(try resolver.route(from: .usd, to: currency("ARS")).provider == ProviderID("blue"))
    #expect(try resolver.route(from: .usd, to: .jpy).provider == .ecb)
  }

  @Test("after the database is lost, imported series are read from files", .fault("S22"))
  func afterTheDatabaseIsLostImportedSeriesAreReadFromFiles() async throws {
    _ = try await blueCore()
    let again = try Core(environment(folder))
    #expect(again.rates.userSeries.providers.map(\.id.name) == ["blue"])
    #expect(try await rate(again, "USD", "ARS", on: "2026-10-29") == Rational(1480))
    let listed = await MainActor.run { again.settings.state.providers.contains { $0.id.name == "blue" } }
    #expect(listed)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data")
    where name.hasPrefix("rates.sqlite") {
      try FileManager.default.removeItem(atPath: folder.path + "/data/" + name)
    }
    let fresh = try Core(environment(folder))
    #expect(try await rate(fresh, "USD", "ARS", on: "2026-10-29") == Rational(1480))
  }

  @Test("rates are divided by the units that the table names", arguments: [
    "date,currency,unit,rate\n2026-10-30,JPY,100,0.57", "date,currency,rate,units\n2026-10-30,JPY,0.57,100",
    "date;country;currency;amount;code;rate\n30.10.2026;Japan;yen;100;JPY;0,57",
    "date,code,nominal,rate\n2026-10-30,JPY,100,0.57",
    "date,code,množství,kurs\n2026-10-30,JPY,100,0.57", "date,currency,rate per 100\n2026-10-30,JPY,0.57",
    "date,currency,Kurs za 100\n2026-10-30,JPY,0.57", "date,from,to,rate,Einheit\n2026-10-30,JPY,EUR,0.57,100",
  ])
  func ratesAreDividedByTheUnitsThatTheTableNames(text: String) async throws {
    let core = try Core(environment(folder))
    var columns: [TableColumn: ColumnChoice] = [.to: "EUR"]
    if text.contains("from,to") { columns = [:] }
    let table = try table(text, columns, core)
    #expect(table.rows.map { $0.value.rational } == [Rational(57) * Rational.powerOfTen(-4)])
  }

  @Test("a rate per penny is imported as a rate per pound") func aRatePerPennyIsImportedAsARatePerPound() throws {
    let core = try Core(environment(folder))
    let table = try table("date,from,to,rate\n2026-10-30,GBp,EUR,0.012\n2026-10-29,GBP,EUR,1.25", [:], core)
    #expect(table.rows.map { $0.value.text } == ["1.2", "1.25"])
  }

  @Test("an imported table with wrong units or contradicting rates is refused", arguments: [
    ("date,from,to,rate\n2026-10-30,USD,EUR,0.9\n2026-10-30,EUR,USD,1.5", 3),
    ("date,from,to,rate\n2026-10-30,JPY,EUR,0.57\n2026-10-30,EUR,JPY,175", 3),
    ("date,from,to,unit,rate\n2026-10-30,JPY,EUR,12,0.57", 2), ("date,from,to,unit,rate\n2026-10-30,JPY,EUR,,0.57", 2),
    ("date,from,to,unit,rate\n2026-10-30,JPY,EUR,hundred,0.57", 2),
  ])
  func anImportedTableWithWrongUnitsOrContradictingRatesIsRefused(text: String, row: Int) throws {
    let core = try Core(environment(folder))
    do {
      _ = try table(text, [:], core)
      Issue.record("The table was imported.")
    } catch let fault as SeriesFault { #expect(fault.row == row) }
    _ = try table("date,from,to,rate\n2026-10-30,USD,EUR,0.9\n2026-10-30,EUR,USD,1.1111", [:], core)
  }

  private var seriesFolder: String { folder.path + "/data/series" }

  @Test("a flipped bit in the description of an imported series is noticed", .fault("S27"))
  func aFlippedBitInTheDescriptionOfAnImportedSeriesIsNoticed() async throws {
    _ = try await blueCore()
    let path = seriesFolder + "/blue.json"
    let whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let before = try #require(SeriesFolder(seriesFolder).read().whole.first)
    for place in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[place] ^= 1 << bit
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        let (series, damaged) = SeriesFolder(seriesFolder).read()
        // A flipped bit that changes only white space has no effect.
        #expect(damaged == [before.id] || series == [before], "byte \(place), bit \(bit)")
      }
    }
  }

  @Test("a damaged imported series is reported, and other banks' rates are used", .fault("S27"))
  func aDamagedImportedSeriesIsReportedAndOtherBanksRatesAreUsed() async throws {
    _ = try await blueCore()
    let path = seriesFolder + "/blue.json"
    let text = try #require(FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) })
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.replacing("ARS", with: "ARX").utf8))
    let core = try Core(environment(folder))
    await core.rates.use([ProviderID("blue"), .ecb])
    #expect(await core.rates.damagedSeries == [ProviderID("blue")])
    #expect(try await core.rates.ratesInUse(on: nil).leading.provider.id == .ecb)
    await #expect(throws: RatesFailure.damagedSeries(ProviderID("blue"))) {
      try await core.rates.provider(ProviderID("blue"))
    }
    try await core.rates.userSeries.save(table(Self.blue, [:], core), as: ProviderID("blue"), name: "Blue market")
    #expect(await core.rates.damagedSeries.isEmpty)
    #expect(try await core.rates.ratesInUse(on: nil).leading.provider.id.name == "blue")
  }

  @Test("an unreadable folder of series is reported", .fault("S27"), arguments: ["series", "providers"])
  func anUnreadableFolderOfSeriesIsReported(name: String) async throws {
    _ = try await blueCore()
    // The test replaces the folder by a file. Removing the folder's permissions wouldn't stop root from reading it.
    let path = folder.path + "/data/" + name
    try? FileManager.default.removeItem(atPath: path)
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let settings = folder.path + "/settings.ini"
    try Data("[Kurs]\nproviders=['blue','ecb']\n".utf8).write(to: URL(filePath: settings))
    var environment = environment(folder)
    environment.settingsFile = settings
    let core = try Core(environment)
    #expect(await core.rates.damagedSeries == (name == "series" ? [ProviderID("blue")] : []))
    let leading = try await core.rates.ratesInUse(on: nil).leading.provider.id
    #expect(leading == (name == "series" ? .ecb : ProviderID("blue")))
  }

  @Test("the damaged table of an imported series is not read again", .fault("S27"))
  func theDamagedTableOfAnImportedSeriesIsNotReadAgain() async throws {
    _ = try await blueCore()
    let path = seriesFolder + "/blue.csv"
    let text = try #require(FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) })
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.replacing("1490", with: "1498").utf8))
    // The stored rates are undamaged, so Kurs doesn't need the imported table.
    #expect(try await rate(Core(environment(folder)), "USD", "ARS", on: "2026-10-30") == Rational(1490))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data")
    where name.hasPrefix("rates.sqlite") {
      try FileManager.default.removeItem(atPath: folder.path + "/data/" + name)
    }
    let core = try Core(environment(folder))
    await core.rates.use([ProviderID("blue"), .ecb])
    #expect(try await core.rates.ratesInUse(on: nil).leading.provider.id == .ecb)
    #expect(await core.rates.damagedSeries == [ProviderID("blue")])
    #expect(try await core.rates.userSeries.remove(ProviderID("blue")))
    #expect(await core.rates.damagedSeries.isEmpty)
  }

  @Test("a series imported by an older version needs no checksum", .fault("S27"))
  func aSeriesImportedByAnOlderVersionNeedsNoChecksum() async throws {
    _ = try await blueCore()
    let json = #"{"name":"Blue market","home":"ARS","first":"2026-10-28","carry":14,"currencies":2}"# + "\n"
    _ = FileManager.default.createFile(atPath: seriesFolder + "/blue.json", contents: Data(json.utf8))
    let core = try Core(environment(folder))
    #expect(try await rate(core, "USD", "ARS", on: "2026-10-30") == Rational(1490))
    let series = try #require(SeriesFolder(seriesFolder).read().whole.first)
    #expect(String(decoding: series.bytes, as: UTF8.self) == json)
  }

  @Test("each point of an imported pair's history equals that day's conversion", arguments: [
    ("USD", "ARS"), ("ARS", "EUR"), ("EUR", "USD"), ("TRL", "USD"), ("TRY", "ARS"), ("TRL", "TRY"), ("AED", "EUR"),
  ])
  func eachPointOfAnImportedPairsHistoryEqualsThatDaysConversion(from: String, to: String) async throws {
    var (random, text) = (SplitMix64(seed: 37), "date,from,to,rate\n")
    let days = (day("2004-12-01").number...day("2005-03-31").number).map { Day(number: $0) }
    for code in ["USD", "EUR", "TRL", "TRY", "CHF", "JPY"] {
      for day in days {
        // USD is quoted on all days, and TRL only in 2004. The other currencies, such as the new lira TRY, are quoted
        // from 2005.
        let isQuoted = Int.random(in: 0..<3, using: &random) > 0 && (code == "TRL") == (day.year == 2004)
        guard isQuoted || code == "USD" else { continue }
        text += "\(day),\(code),ARS,\(Int.random(in: 1...9_999, using: &random))\n"
      }
    }
    let (core, id) = (try Core(environment(folder)), ProviderID("blue"))
    try await core.rates.userSeries.save(table(text, [:], core), as: id, name: "Blue market")
    var expected: [RateSeries.Point] = []
    for day in days {
      let resolver = try? await core.rates.ratesInUse(on: day, of: [id]).resolver
      let route = try? resolver?.route(from: currency(from), to: currency(to))
      guard let route, route.quotes.contains(where: { $0.observation.day == day }) else { continue }
      expected.append(RateSeries.Point(day: day, rate: route.value))
    }
    let series = try? await core.rates.series(
      of: id, from: currency(from), to: currency(to), between: days[0], and: days[days.count - 1])
    #expect(series?.points ?? [] == expected)
  }

  @Test("importing a series again replaces its rates") func importingASeriesAgainReplacesItsRates() async throws {
    let core = try await blueCore()
    let text = "date,from,to,rate\n2026-10-29,USD,ARS,1500\n"
    try await core.rates.userSeries.save(table(text, [:], core), as: ProviderID("blue"), name: "Blue")
    #expect(try await rate(core, "USD", "ARS", on: "2026-10-30") == Rational(1500))
    await #expect(throws: (any Error).self) { try await rate(core, "USD", "ARS", on: "2026-10-28") }
  }

  @Test("deleting an imported series removes its rates and files")
  func deletingAnImportedSeriesRemovesItsRatesAndFiles() async throws {
    let core = try await blueCore()
    #expect(try await core.rates.userSeries.remove(ProviderID("blue")))
    #expect(try await core.rates.userSeries.remove(ProviderID("blue")) == false)
    #expect(try await core.rates.userSeries.remove(.ecb) == false)
    await #expect(throws: (any Error).self) { try await rate(core, "USD", "ARS", on: "2026-10-30") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/series") == [])
    #expect(try await Core.ids(at: folder) == [])
  }

  @Test("a table without currency columns uses the given currencies", arguments: [
    ("Datum;Kurs\n30.10.2026;1.490,50\n29.10.2026;1.480,25\n", "1490.5"),
    ("day,buy,mid\n2026-10-30,1480,1490.5\n2026-10-29,1470,1480.25\n", "1490.5"),
  ])
  func aTableWithoutCurrencyColumnsUsesTheGivenCurrencies(text: String, value: String) async throws {
    let core = try Core(environment(folder))
    var columns: [TableColumn: ColumnChoice] = [.from: "USD", .to: "ARS"]
    if text.contains("mid") { columns[.amount] = "mid" }
    try await core.rates.userSeries.save(table(text, columns, core), as: ProviderID("blue"), name: "Blue")
    #expect(try await rate(core, "USD", "ARS", on: "2026-10-30") == Rational(text: value))
  }

  @Test("a faulty table is reported by row and column and not saved", .fault("S21"), arguments: [
    ("date,from,to,rate\n2026-10-30,USD,ARS,0\n", SeriesFault.Reason.notPositive, 2, "rate"),
    ("date,from,to,rate\n2026-10-30,USD,ARS,-3\n", .notPositive, 2, "rate"),
    ("date,from,to,rate\n2026-10-30,USD,ARS,1\n2026-12-24,USD,ARS,1\n", .future, 3, "date"),
    ("date,from,to,rate\n2026-10-30,USD,ARS,1\n2026-10-31,USD,ARS,1\n", .future, 3, "date"),
    ("date,from,to,rate\n2026-10-30,USD,ARS,1\n2026-10-30,USD,ARS,2\n", .twice(Day(iso: "2026-10-30")!), 3, "rate"),
    ("date,from,to,rate\n2026-10-30,USD,ARS,1\n2026-10-30,CHF,JPY,2\n", .mixed(.chf, .jpy), 3, "from"),
    ("date,from,to,rate\n2026-10-30,USD,USD,1\n", .same, 2, "from"),
    (
      "date,from,to,rate\n2026-10-30,USD,ARS,1490.5\n2026-10-29,USD,ARS,1,490.5\n", .tooManyFields(5, expected: 4), 3, nil
    ),
    (
      "date,from,to,rate\n2026-10-30,USD,ARS,1\n2026-10-30,USD,QQQ,1\n",
      .row(.currency("QQQ"), dates: .yearFirst), 3, "to"
    ),
    (
      "date,from,to,rate\n2026-10-30,USD,ARS,1\n2026-13-30,USD,ARS,1\n",
      .row(.day("2026-13-30"), dates: .yearFirst), 3, "date"
    ),
  ] as [(String, SeriesFault.Reason, Int, String?)])
  func faults(text: String, reason: SeriesFault.Reason, row: Int, column: String?) throws {
    let core = try Core(environment(folder))
    #expect(throws: SeriesFault(reason: reason, row: row, column: column)) { try table(text, [:], core) }
  }

  @Test("a faulty table leaves the stored series unchanged", .fault("S21"), arguments: [
    "2026-10-31,CHF,JPY,3\n", "2026-10-27,USD,ARS,abc\n", "2026-10-27,USD,ARS,0\n", "2026-10-27,USD,ARS,1490,5\n",
    "yesterday,USD,ARS,1\n", "2026-10-30,USD,ARS,1491\n", "2026-12-24,USD,ARS,1\n", "2026-10-27,ARS,ARS,1\n",
  ])
  func aFaultyTableLeavesTheStoredSeriesUnchanged(line: String) async throws {
    let core = try await blueCore()
    let files = folder.path + "/data/series"
    let before = try contents(of: files)
    #expect(before.keys.sorted() == ["blue.csv", "blue.json"])
    await #expect(throws: SeriesFault.self) {
      try await core.rates.userSeries.save(table(Self.blue + line, [:], core), as: ProviderID("blue"), name: "Other")
    }
    await #expect(throws: SeriesFault.self) {
      try await core.rates.userSeries.save(table(Self.blue + line, [:], core), as: ProviderID("new"), name: "New")
    }
    #expect(try contents(of: files) == before)
    let again = try Core(environment(folder))
    #expect(again.rates.userSeries.providers.map(\.attribution) == ["Blue market"])
    #expect(try await rate(again, "USD", "ARS", on: "2026-10-28") == Rational(text: "1470.5"))
    #expect(try await rate(again, "USD", "ARS", on: "2026-10-30") == Rational(1490))
  }

  @Test("an interrupted import keeps either the old table or the new table", .fault("S33"), arguments: [
    (isDescribed: false, rate: 1490), (true, 1520),
  ])
  func anInterruptedImportKeepsEitherTheOldTableOrTheNewTable(isDescribed: Bool, rate: Int) async throws {
    let core = try await blueCore()
    let before = try contents(of: seriesFolder)
    let text = Self.blue.replacing("1490", with: "1520")
    try await core.rates.userSeries.save(table(text, [:], core), as: ProviderID("blue"), name: "Blue market")
    let after = try contents(of: seriesFolder)
    let files = [
      "blue.csv": before["blue.csv"], "blue.csv.new": after["blue.csv"],
      "blue.json": (isDescribed ? after : before)["blue.json"],
    ]
    for (name, bytes) in files { try bytes?.write(to: URL(filePath: "\(seriesFolder)/\(name)")) }
    let again = try Core(environment(folder))
    try await again.rates.database.wipe(ProviderID("blue"))
    #expect(try await self.rate(again, "USD", "ARS", on: "2026-10-30") == Rational(Int64(rate)))
    #expect(await again.rates.damagedSeries.isEmpty)
  }

  private func contents(of folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
  }

  @Test("a table whose numbers have unquoted commas is refused")
  func tooManyCells() throws {
    let core = try Core(environment(folder))
    #expect(throws: TableFault.tooManyCells(row: 2, count: 5, expected: 4)) {
      try table("date,from,to,rate\n2026-10-30,USD,ARS,1490,5\n", [:], core)
    }
  }

  @Test("a table without dates or rows is refused as a series")
  func aTableWithoutDatesOrRowsIsRefusedAsASeries() throws {
    let core = try Core(environment(folder))
    #expect(throws: SeriesFault(reason: .noDays, row: 0, column: nil)) {
      try table("from,to,rate\nUSD,ARS,1\n", [:], core)
    }
    #expect(throws: TableFault.empty) { try table("", [:], core) }
    #expect(throws: TableFault.empty) { try table("date,from,to,rate\n", [:], core) }
    #expect(throws: TableFault.noColumn("price", among: ["date", "from", "to", "rate"])) {
      try table(Self.blue, [.amount: "price"], core)
    }
  }

  @Test("a monthly series' rate is used for up to 62 days")
  func aMonthlySeriesRateIsUsedForUpTo62Days() async throws {
    let core = try Core(environment(folder))
    let text = "date,from,to,rate\n2026-06-01,USD,ARS,1\n2026-07-01,USD,ARS,2\n2026-08-01,USD,ARS,3\n"
    let provider = try await core.rates.userSeries.save(table(text, [:], core), as: ProviderID("plan"), name: "Plan")
    #expect(provider.carryLimit == 62)
  }
}

extension Core {
  fileprivate static func ids(at folder: TemporaryFolder) async throws -> [String] {
    try Core(environment(folder)).rates.userSeries.providers.map(\.id.name)
  }
}
