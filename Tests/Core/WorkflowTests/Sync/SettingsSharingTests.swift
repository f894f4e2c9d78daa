// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Testing
import TestSupport

/// Tests the settings that all computers of a member share.
///
/// Other settings stay on their computer.
@Suite(.timeLimit(.minutes(2))) struct SettingsSharingTests {
  final class Machine {
    let synced: SyncedMachine
    let folder = TemporaryFolder()
    private(set) var core: Core

    init(_ server: SharedServer, clock: HandClock = HandClock()) async throws {
      synced = try await SyncedMachine(server, clock: clock)
      core = try Self.core(folder)
    }

    private static func core(_ folder: TemporaryFolder) throws -> Core {
      var environment = environment(folder)
      environment.settingsFile = folder.path + "/settings.ini"
      return try Core(environment)
    }

    var settings: Settings { get async { await core.settings.values } }

    func agree() async { try? await synced.objects.reconcile(with: core.settings) }

    var file: String { folder.path + "/settings.ini" }

    func choose(_ event: SettingsEvent) async { await core.settings.did(event) }

    /// Restarts without saving changed settings first.
    func startAgain() async throws { core = try Self.core(folder) }

    func restart() async throws {
      await core.settings.flush()
      try synced.restart()
      core = try Self.core(folder)
    }

    /// Applies a change as the sync does: the object changes, and windows are notified.
    func arrives(_ id: UserObject.ID, _ value: String) async throws {
      let now = synced.clock.now()
      try await synced.database.changeObject(id, of: SyncedMachine.member) { object in
        var object = object
        object?.set(["value": value], now: now)
        return object
      }
      await synced.objects.announce([.objects(.setting)])
    }

    func sync(_ interruption: Interruption = .none) async throws {
      await agree()
      try await synced.sync(interruption)
      if interruption.kills { try await restart() }
      await agree()
    }
  }

  let server = SharedServer()

  @Test("a setting chosen on one computer applies on another computer")
  func aSettingChosenOnOneComputerAppliesOnAnotherComputer() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.choose(.set(.resultCurrencies, .list(["JPY", "CHF"])))
    await one.choose(.symbolChosen("$", Currency("CAD")))
    await one.choose(.providerChosen(ProviderID("nbp")))
    await one.choose(.set(.cashRounding, .flag(true)))
    try await one.sync()
    try await other.sync()
    let settings = await other.settings
    #expect(settings.resultCurrencies == [.jpy, .chf])
    #expect(settings.symbols == ["$": Currency("CAD")])
    #expect(settings.providers == [ProviderID("nbp"), .ecb])
    #expect(settings.roundsToCash)
    await other.choose(.set(.cashRounding, .flag(false)))
    try await other.sync()
    try await one.sync()
    #expect(await one.settings.roundsToCash == false)
  }

  @Test("settings of a single computer are not synced") func settingsOfASingleComputerAreNotSynced() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.choose(.set(.offline, .flag(true)))
    await one.choose(.set(.sendStatistics, .flag(true)))
    await one.choose(.set(.cacheDisk, .number(100)))
    await one.choose(.accountServerTyped("https://elsewhere.example"))
    try await one.sync()
    try await other.sync()
    #expect(await other.settings == Settings())
    #expect(server.withModel { $0.ids }.isEmpty)
  }

  @Test("a setting that the terminal program wrote is synced")
  func aSettingThatTheTerminalProgramWroteIsSynced() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    try await one.sync()
    let file = SettingsFile(path: one.folder.path + "/settings.ini") { evening }
    var written = Settings()
    written.resultCurrencies = [.gbp]
    try file.write(written, over: Settings())
    try await one.restart()
    try await one.sync()
    try await other.sync()
    #expect(await other.settings.resultCurrencies == [.gbp])
  }

  @Test(
    "a synced setting value that this version doesn't know stays unchanged",
    arguments: [("providers", "['series-of-mine']"), ("side", "'of-a-later-kurs'"), ("result-currencies", "['1x']")])
  func aSyncedSettingValueThatThisVersionDoesntKnowStaysUnchanged(name: String, value: String) async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    // Both computers have chosen values. Then a value arrives that this version of Kurs doesn't know.
    await one.choose(.set(.resultCurrencies, .list(["JPY"])))
    await one.choose(.set(.side, .text("buying")))
    await one.choose(.providerChosen(ProviderID("nbp")))
    for machine in [one, other] { try await machine.sync() }
    let id = UserObject.ID(.setting, named: name)
    one.synced.clock.advance(by: 10)
    try await one.arrives(id, value)
    try await one.synced.sync()
    for machine in [other, one, other, one] { try await machine.sync() }
    try await other.restart()
    for machine in [other, one, other] { try await machine.sync() }
    for machine in [one, other] {
      let object = try await machine.synced.database.object(id, of: SyncedMachine.member)
      #expect(object?["value"] == value)
    }
    #expect(await other.settings.providers.contains(ProviderID("nbp")))
  }

  @Test("after a member switch, that member's settings apply and stay unchanged")
  func afterAMemberSwitchThatMembersSettingsApplyAndStayUnchanged() async throws {
    let machine = try await Machine(server)
    await machine.choose(.set(.resultCurrencies, .list(["JPY"])))
    try await machine.sync()
    await machine.synced.objects.memberChanged(to: MemberID("other"))
    await machine.agree()
    #expect(try await machine.synced.database.objects(.setting, of: MemberID("other")).isEmpty)
    await machine.choose(.set(.resultCurrencies, .list(["GBP"])))
    await machine.agree()
    await machine.synced.objects.memberChanged(to: SyncedMachine.member)
    await machine.agree()
    #expect(await machine.settings.resultCurrencies == [.jpy])
    let kept = try await machine.synced.database.objects(.setting, of: SyncedMachine.member)
    #expect(kept.map { $0["value"] } == ["['JPY']"])
  }

  @Test("after a restart and a member switch, that member's settings apply", .fault("B08"))
  func switchAcrossRestarts() async throws {
    let machine = try await Machine(server)
    let bob = MemberID("bob")
    func show(_ member: MemberID) async throws {
      try await machine.restart()
      await machine.synced.objects.memberChanged(to: member)
      await machine.agree()
    }
    try await machine.synced.database.save(
      Member(id: bob, server: "https://example.org", email: ""), isSignedIn: true, at: evening)
    try await show(SyncedMachine.member)
    await machine.choose(.set(.resultCurrencies, .list(["CHF"])))
    await machine.agree()
    try await show(bob)
    await machine.choose(.set(.resultCurrencies, .list(["JPY"])))
    await machine.agree()
    for (member, currency) in [(SyncedMachine.member, Currency.chf), (bob, .jpy), (SyncedMachine.member, .chf)] {
      try await show(member)
      #expect(await machine.settings.resultCurrencies == [currency])
      let kept = try await machine.synced.database.objects(.setting, of: member)
      #expect(kept.map { $0["value"] } == ["['\(currency)']"])
    }
  }

  @Test("an unsynced setting stays in its account when the user switches accounts", .fault("B08"))
  func anUnsyncedSettingStaysInItsAccountWhenTheUserSwitchesAccounts() async throws {
    let machine = try await Machine(server)
    let database = machine.synced.database
    for id in [SyncedMachine.member, MemberID("bob")] {
      try await database.save(Member(id: id, server: "https://example.org", email: ""), isSignedIn: true, at: evening)
    }
    await machine.choose(.set(.resultCurrencies, .list(["CHF"])))
    await machine.agree()
    let trigger = "CREATE TRIGGER full BEFORE INSERT ON object_field BEGIN SELECT RAISE(ABORT, 'full'); END"
    try await database.file.write { try $0.execute(sql: trigger) }
    await machine.choose(.set(.resultCurrencies, .list(["JPY"])))
    await machine.agree()
    try await database.file.write { try $0.execute(sql: "DROP TRIGGER full") }
    await machine.synced.objects.memberChanged(to: MemberID("bob"))
    await machine.agree()
    #expect(try await database.objects(.setting, of: SyncedMachine.member).map { $0["value"] } == ["['JPY']"])
    #expect(try await database.objects(.setting, of: MemberID("bob")).isEmpty)
  }

  enum Loss: CaseIterable { case damagedValue, damagedLine, tooLong, unreadable, missing }

  @Test("a settings file of an unknown member overwrites no synced setting", .fault("B08"))
  func killedWhileSwitching() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.choose(.set(.resultCurrencies, .list(["CHF"])))
    try await one.sync()
    // The owner of the settings file is unknown, so its settings may be another member's.
    try await one.synced.database.noteSettingsOwner(SettingsBaseline.unknownOwner)
    await one.choose(.set(.resultCurrencies, .list(["JPY"])))
    try await one.restart()
    for machine in [one, other, one] { try await machine.sync() }
    #expect(await one.settings.resultCurrencies == [.chf])
    #expect(await other.settings.resultCurrencies == [.chf])
  }

  @Test("a program that still shows the previous member syncs no settings", .fault("B08"))
  func aProgramThatStillShowsThePreviousMemberSyncsNoSettings() async throws {
    let machine = try await Machine(server)
    await machine.choose(.set(.resultCurrencies, .list(["CHF"])))
    try await machine.sync()
    let now = machine.synced.clock.now()
    let bob = Member(id: MemberID("bob"), server: "https://example.org", email: "")
    try await machine.synced.database.save(bob, isSignedIn: true, at: now)
    try await machine.synced.database.makeCurrent(bob.id, at: now)
    await machine.choose(.set(.resultCurrencies, .list(["JPY"])))
    await machine.agree()
    let stored = try await machine.synced.database.objects(.setting, of: SyncedMachine.member)
    #expect(stored.map { $0["value"] } == ["['CHF']"])
  }

  @Test(
    "a damaged or lost settings file is replaced by the account's settings", .fault("B08"),
    arguments: Loss.allCases
  )
  func aDamagedOrLostSettingsFileIsReplacedByTheAccountsSettings(loss: Loss) async throws {
    let machine = try await Machine(server)
    await machine.choose(.set(.resultCurrencies, .list(["CHF"])))
    await machine.choose(.symbolChosen("kr", Currency("SEK")))
    try await machine.sync()
    await machine.core.settings.flush()
    let text = try String(contentsOfFile: machine.file, encoding: .utf8)
    let damaged =
      switch loss {
      case .damagedValue: text.replacing("symbols={", with: "symbols=#")
      case .damagedLine: text.replacing("symbols=", with: "symbols")
      case .tooLong: String(repeating: "#", count: 70_000)
      case .unreadable, .missing: ""
      }
    try FileManager.default.removeItem(atPath: machine.file)
    switch loss {
    case .damagedValue, .damagedLine, .tooLong:
      try damaged.write(to: URL(filePath: machine.file), atomically: true, encoding: .utf8)
    case .unreadable: try FileManager.default.createDirectory(atPath: machine.file, withIntermediateDirectories: false)
    case .missing: break
    }
    // Restarts twice. The first start repairs the file, and the second start reads the repaired file.
    for _ in 0..<2 { try await machine.restart() }
    try await machine.sync()
    let kept = try await machine.synced.database.objects(.setting, of: SyncedMachine.member)
    #expect(Set(kept.map { $0["value"] }) == ["['CHF']", "{'kr': 'SEK'}"])
    #expect(await machine.settings.resultCurrencies == [.chf])
    #expect(await machine.settings.symbols == ["kr": Currency("SEK")])
    // After the repair, the user's new choices are saved and synced.
    guard loss != .unreadable else { return }
    await machine.choose(.set(.resultCurrencies, .list(["GBP"])))
    try await machine.restart()
    try await machine.sync()
    #expect(await machine.settings.resultCurrencies == [.gbp])
  }

  @Test("synced settings that can't be saved are reported and applied later", .fault("B08"))
  func syncedSettingsThatCantBeSavedAreReportedAndAppliedLater() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.choose(.set(.resultCurrencies, .list(["CHF"])))
    for machine in [one, other] { try await machine.sync() }
    await other.core.settings.flush()
    let text = try Data(contentsOf: URL(filePath: other.file))
    one.synced.clock.advance(by: 10)
    await one.choose(.set(.resultCurrencies, .list(["JPY"])))
    try await one.sync()
    try await other.synced.sync()
    try FileManager.default.removeItem(atPath: other.file)
    try FileManager.default.createDirectory(atPath: other.file, withIntermediateDirectories: false)
    for _ in 0..<2 {
      await #expect(throws: FileFailure.notReadable(path: other.file)) {
        try await other.synced.objects.reconcile(with: other.core.settings)
      }
    }
    try FileManager.default.removeItem(atPath: other.file)
    try text.write(to: URL(filePath: other.file))
    try other.synced.restart()
    try await other.startAgain()
    for machine in [other, one] { try await machine.sync() }
    for machine in [one, other] { #expect(await machine.settings.resultCurrencies == [.jpy]) }
  }

  @Test("settings from before sign-in become settings of the member")
  func settingsFromBeforeSignInBecomeSettingsOfTheMember() async throws {
    let (one, other) = (try await Machine(server), try await Machine(server))
    await one.synced.objects.memberChanged(to: .withoutAccount)
    await one.choose(.set(.resultCurrencies, .list(["USD"])))
    await one.agree()
    try await one.sync()
    try await other.sync()
    #expect(await other.settings.resultCurrencies == [.usd])
  }

  @Test("a synced value that this version doesn't know changes no setting")
  func aSyncedValueThatThisVersionDoesntKnowChangesNoSetting() async throws {
    let machine = try await Machine(server)
    await machine.choose(.syncedValuesReceived(["cash-rounding": "perhaps", "unknown": "1"]))
    #expect(await machine.settings == Settings())
    // A provider that only another computer knows keeps its place, and the used providers stay.
    await machine.choose(.syncedValuesReceived(["providers": "['of-the-future']"]))
    var expected = Settings()
    expected.providers = [ProviderID("of-the-future")] + expected.providers
    #expect(await machine.settings == expected)
  }

  @Test("changed settings are synced, and synced changes apply, without a restart")
  func changedSettingsAreSyncedAndSyncedChangesApplyWithoutARestart() async throws {
    let machine = try await Machine(server)
    await machine.synced.objects.follow(machine.core.settings)
    await machine.choose(.set(.resultCurrencies, .list(["CHF"])))
    let id = UserObject.ID(.setting, named: "result-currencies")
    while try await machine.synced.database.object(id, of: SyncedMachine.member) == nil { await Task.yield() }
    try await machine.arrives(id, "['SEK']")
    for await settings in await machine.core.settings.changes() where settings.resultCurrencies == [Currency("SEK")] {
      break
    }
    await machine.synced.objects.leave()
  }

  @Test("settings synced by three computers with different clocks become equal", arguments: 1...12)
  func settingsSyncedByThreeComputersWithDifferentClocksBecomeEqual(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var machines: [Machine] = []
    for skew in [0, -3_600_000, 240_000] as [Int64] {
      machines.append(try await Machine(server, clock: HandClock(Timestamp(milliseconds: evening.milliseconds + skew))))
    }
    let currencies: [Currency] = [.eur, .usd, .jpy, .gbp, .chf]
    var chosen: Set<[Currency]> = [[]]
    for _ in 0..<60 {
      for machine in machines { machine.synced.clock.advance(by: Int64.random(in: 0...2, using: &random)) }
      let machine = machines[Int.random(in: 0...2, using: &random)]
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        let list = Array(currencies.shuffled(using: &random).prefix(2))
        chosen.insert(list)
        await machine.choose(.set(.resultCurrencies, .list(list.map(\.code))))
      case 1: await machine.choose(.set(.cashRounding, .flag(Bool.random(using: &random))))
      case 2: await machine.choose(.symbolChosen("$", currencies.randomElement(using: &random)))
      case 3: try await machine.restart()
      case 4: await machine.agree()
      default: try await machine.sync(Interruption.allCases.randomElement(using: &random) ?? .none)
      }
    }
    for machine in machines + machines { try await machine.sync() }
    var ends: Set<Settings> = []
    for machine in machines { ends.insert(await machine.settings) }
    #expect(ends.count == 1)
    #expect(chosen.contains(ends.first?.resultCurrencies ?? [.eur]))
    for machine in machines {
      #expect(try await machine.synced.database.unsentObjects(of: SyncedMachine.member, limit: 1).isEmpty)
    }
  }
}
