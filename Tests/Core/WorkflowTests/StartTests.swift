// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Synchronization
import Testing
import TestSupport

@Suite struct StartTests {
  /// Runs a start to its end. Returns the calculator, or throws the failure.
  func start(_ environment: CoreEnvironment) async throws -> (CalculatorWorkflow, CalculatorState) {
    for await state in StartWorkflow.run(environment) {
      switch state {
      case .working: continue
      case .ready(let calculator, _): return (calculator, await calculator.state)
      case .failed(let failure): throw failure
      }
    }
    throw StartFailure.dataDamaged(name: "no end")
  }

  @Test("the first start immediately shows a converted amount")
  func theFirstStartImmediatelyShowsAConvertedAmount() async throws {
    let folder = TemporaryFolder()
    let (_, state) = try await start(environment(folder, country: "DE"))
    #expect(state.source == .eur)
    #expect(state.results.map(\.currency) == [.usd, .gbp, .jpy])
    #expect(value(state, 0) == "111.72")
    #expect(state.rates.newest == day("2026-10-30"))
  }

  /// After an empty battery, the clock can be in the past. Bundled rates must still be shown.
  @Test("with a clock set back, results and a warning are shown", arguments: ["1970-01-01", "2020-05-17"])
  func withAClockSetBackResultsAndAWarningAreShown(today: String) async throws {
    let folder = TemporaryFolder()
    var past = environment(folder, country: "DE")
    past.clock = { [start = Timestamp(startOf: day(today))] in start + 3_600_000 }
    let (_, state) = try await start(past)
    #expect(value(state, 0) == "111.72")
    #expect(state.rates.isClockBehind)
    #expect(try await Core(past).rates.ratesInUse(on: nil).leading.newest == day("2026-10-30"))
  }

  @Test("today is the date in the user's time zone") func todayIsTheDateInTheUsersTimeZone() async throws {
    let folder = TemporaryFolder()
    var kiritimati = environment(folder, country: "DE")
    kiritimati.clock = { Timestamp(milliseconds: evening.milliseconds, offset: 14 * 3600) }
    let (_, state) = try await start(kiritimati)
    #expect(state.rates.today == evening.day + 1)
    #expect(!state.rates.isClockBehind)
  }

  /// If the country's currency has no rate, its row comes first and names a bank with a rate.
  @Test(
    "the first amount is in the country's currency if rates exist",
    arguments: [("CH", "CHF", nil), ("US", "USD", nil), ("EG", "EUR", "EGP"), ("XX", "EUR", nil)] as [(String, String, String?)])
  func theFirstAmountIsInTheCountrysCurrencyIfRatesExist(country: String, code: String, missing: String?) async throws {
    let folder = TemporaryFolder()
    let (_, state) = try await start(environment(folder, country: country))
    #expect(state.source.code == code)
    #expect(state.results.prefix { $0.currency.code == missing }.count == (missing == nil ? 0 : 1))
    #expect(value(state, missing == nil ? 0 : 1) != nil)
  }

  @Test("the providers are introduced at the first start only")
  func theProvidersAreIntroducedAtTheFirstStartOnly() async throws {
    let folder = TemporaryFolder()
    let (calculator, state) = try await start(environment(folder, country: "DE"))
    #expect(state.rates.introducedProviders == [.ecb])
    // The first window sends this event when GTK has given the window its size.
    await calculator.send(.windowResized(WindowSize(width: 400, height: 720)))
    #expect(await calculator.state.rates.introducedProviders == [.ecb])
    await calculator.flush()
    #expect(try await start(environment(folder, country: "DE")).1.rates.introducedProviders == [])
  }

  @Test("a dismissed introduction is not shown again") func aDismissedIntroductionIsNotShownAgain() async throws {
    let folder = TemporaryFolder()
    let (calculator, _) = try await start(environment(folder, country: "DE"))
    await calculator.send(.introductionRead)
    #expect(await calculator.state.rates.introducedProviders == [])
    await calculator.flush()
    #expect(try await start(environment(folder, country: "DE")).1.rates.introducedProviders == [])
  }

  @Test("providers from the settings file are introduced at the first start")
  func providersFromTheSettingsFileAreIntroducedAtTheFirstStart() async throws {
    let folder = TemporaryFolder()
    var ownEnvironment = environment(folder, country: "PL")
    let file = folder.path + "/settings.ini"
    ownEnvironment.settingsFile = file
    try Data("[Kurs]\nproviders=['nbp', 'ecb']\n".utf8).write(to: URL(filePath: file))
    #expect(try await start(ownEnvironment).1.rates.introducedProviders.map(\.name) == ["nbp", "ecb"])
  }

  @Test("amount, currencies and window size are restored after a restart")
  func amountCurrenciesAndWindowSizeAreRestoredAfterARestart() async throws {
    let folder = TemporaryFolder()
    let (calculator, _) = try await start(environment(folder, country: "DE"))
    await calculator.send(.amountTyped("250.5"))
    await calculator.send(.resultAdded(currency("SEK")))
    await calculator.send(.sourceChosen(.chf))
    await calculator.send(.windowResized(WindowSize(width: 500, height: 700)))
    await calculator.flush()
    let (_, state) = try await start(environment(folder, country: "DE"))
    #expect(state.typed == "250.5")
    #expect(state.source == .chf)
    #expect(state.results.map(\.currency.code) == ["USD", "GBP", "JPY", "SEK"])
    #expect(state.window == WindowSize(width: 500, height: 700))
  }

  @Test("swapping currencies before and after a restart keeps the exact amount")
  func swappingCurrenciesBeforeAndAfterARestartKeepsTheExactAmount() async throws {
    let folder = TemporaryFolder()
    let (calculator, _) = try await start(environment(folder, country: "US"))
    await calculator.send(.amountTyped("100"))
    let yen = try #require(await calculator.state.results.firstIndex { $0.currency == .jpy })
    await calculator.send(.swapped(at: yen))
    #expect(await calculator.state.source == .jpy)
    #expect(await calculator.state.typed == "15725")
    await calculator.flush()
    let (reopened, _) = try await start(environment(folder, country: "US"))
    await reopened.send(.swapped(at: yen))
    #expect(await reopened.state.amount == Rational(100))
    #expect(await reopened.state.typed == "100.00")
  }

  @Test("pressing = formats an amount and leaves unreadable text unchanged")
  func pressingFormatsAnAmountAndLeavesUnreadableTextUnchanged() async throws {
    let folder = TemporaryFolder()
    let (calculator, _) = try await start(environment(folder, country: "DE"))
    await calculator.send(.amountTyped("12.5"))
    await calculator.send(.equalsPressed)
    #expect(await calculator.state.typed == "12.50")
    #expect(await calculator.state.amount == number("12.5"))
    await calculator.send(.amountTyped("nothing"))
    await calculator.send(.equalsPressed)
    #expect(await calculator.state.typed == "nothing")
  }

  @Test(
    "an unusable rates database is recreated, and the old file is kept", .fault("S02", "S03"),
    arguments: ["garbage", "half"])
  func anUnusableRatesDatabaseIsRecreatedAndTheOldFileIsKept(fault: String) async throws {
    let folder = TemporaryFolder()
    try await importRates(in: folder)
    let path = folder.path + "/data/rates.sqlite"
    switch fault {
    case "garbage": try Data(repeating: 0x55, count: 9000).write(to: URL(filePath: path))
    default:
      let whole = try Data(contentsOf: URL(filePath: path))
      try whole.prefix(whole.count / 2 / 4096 * 4096 + 100).write(to: URL(filePath: path))
    }
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    let (_, state) = try await start(environment(folder))
    let recovered = try #require(state.rates.recoveredFile?.path)
    #expect(FileManager.default.fileExists(atPath: recovered))
    #expect(recovered.contains("2026-10-30"))
    #expect(value(state, 0) != nil)
  }

  @Test(
    "a database of a newer version is refused and left unchanged", .fault("S09"),
    arguments: ["rates.sqlite", "person.sqlite"])
  func aDatabaseOfANewerVersionIsRefusedAndLeftUnchanged(name: String) async throws {
    let folder = TemporaryFolder()
    try await importRates(in: folder)
    let path = folder.path + "/data/" + name
    _ = try UserDatabase(path: folder.path + "/data/person.sqlite")
    try markAsNewer(path)
    let before = try Data(contentsOf: URL(filePath: path))
    await #expect(throws: StartFailure.storage(.newer(path: path))) { try await start(environment(folder)) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data").allSatisfy { !$0.contains("aside") })
  }

  @Test("a data folder that other users can write to is refused", .fault("S15"))
  func aDataFolderThatOtherUsersCanWriteToIsRefused() async throws {
    let folder = TemporaryFolder()
    let data = folder.path + "/data"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: data)
    await #expect(throws: StartFailure.storage(.writableByOthers(path: data))) { try await start(environment(folder)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: data).isEmpty)
  }

  @Test("a database value of the wrong type is reported, and Kurs starts")
  func aDatabaseValueOfTheWrongTypeIsReportedAndKursStarts() async throws {
    let folder = TemporaryFolder()
    try await importRates(in: folder)
    let path = folder.path + "/data/rates.sqlite"
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "UPDATE document SET fetched_ms = 'x'") }
    try queue.close()
    let told = Mutex([QuarantinedFile]())
    var ownEnvironment = environment(folder)
    ownEnvironment.noteRecoveredFile = { recovered in told.withLock { $0.append(recovered) } }
    let inUse = try await Core(ownEnvironment).rates.ratesInUse(on: nil)
    #expect(inUse.leading.newest == day("2026-10-30"))
    #expect(told.withLock { $0.map(\.file) } == [path])
    let again = try Core(ownEnvironment)
    let before = try await again.rates.ratesInUse(on: day("1999-01-04"))
    #expect(before.leading.newest == day("1999-01-04"))
    #expect(again.recoveredFile == nil && told.withLock(\.count) == 1)
  }

  /// Saves a custom rate. The file is closed on return.
  private func keepAnOwnRate(in folder: TemporaryFolder) async throws {
    let core = try Core(environment(folder))
    let objects = await core.objects(try core.openUser())
    try await objects.set(try #require(CustomRate(from: .eur, to: .usd, value: number("2"))))
  }

  /// The calculator's first read can find the damage before an observer exists.
  @Test("damage found while opening the user's file is shown")
  func damageFoundWhileOpeningTheUsersFileIsShown() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/data/person.sqlite"
    try await keepAnOwnRate(in: folder)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "UPDATE object_field SET edited_ms = 'x'") }
    try queue.close()
    let (_, state) = try await start(environment(folder))
    #expect(state.rates.recoveredFile?.file == path)
  }

  @Test("a flipped bit in stored rates is noticed and repaired", arguments: DamagedPlace.allCases)
  func aFlippedBitInStoredRatesIsNoticedAndRepaired(place: DamagedPlace) async throws {
    let folder = TemporaryFolder()
    try await importRates(in: folder)
    try damage(place, in: folder.path + "/data/rates.sqlite")
    let core = try Core(environment(folder))
    let table = try await core.rates.table(of: .ecb, on: place == .newest ? nil : day("2026-10-30"))
    #expect(try table.route(from: .eur, to: .usd).published?.text == "1.1172")
    let before = try await core.rates.table(of: .ecb, on: day("1999-01-04"))
    #expect(before.newest == day("1999-01-04"))
  }

  @Test("an unwritable data folder is reported", .fault("S18")) func anUnwritableDataFolderIsReported() async throws {
    let folder = TemporaryFolder()
    let saveError = StorageError.notWritable(path: folder.path + "/data")
    try Data().write(to: URL(filePath: folder.path + "/data"))
    let (_, state) = try await start(environment(folder))
    #expect(state.rates.saveError == saveError && value(state, 0) != nil)
    let user = try Core(environment(folder)).openUser()
    await #expect(throws: saveError) { try await user.saveSession(["a": "b"]) }
    #expect(try await user.session().isEmpty)
  }

  @Test("an error about missing data files names the searched folders")
  func anErrorAboutMissingDataFilesNamesTheSearchedFolders() async throws {
    let folder = TemporaryFolder()
    let failure = await #expect(throws: StartFailure.self) {
      try await start(environment(folder, resources: "/nowhere/data"))
    }
    guard case .dataMissing(let name, let searched)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(name == "currencies/iso-4217.json")
    #expect(searched.contains("/nowhere/data"))
  }

  /// Runs a complete import. Its files are closed on return.
  private func importRates(in folder: TemporaryFolder) async throws {
    let core = try Core(environment(folder))
    try await core.rates.importer.importRates(core.bundle)
  }

  private func value(_ state: CalculatorState, _ index: Int) -> String? {
    guard case .value(let money, _) = state.results[index].outcome else { return nil }
    return money.text(minorUnit: 2)
  }
}
