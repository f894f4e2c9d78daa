// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursCore
import KursItems
import KursModel
import KursStorage
import Testing
import TestSupport

@testable import KursWorkflow

@Suite(.timeLimit(.minutes(2))) struct BackupTests {
  /// A computer with a user's files.
  struct Machine {
    let folder = TemporaryFolder()
    let core: Core
    let database: UserDatabase
    let objects: UserObjects
    let backup: BackupWorkflow
    let secrets = MemorySecretStore()

    init() throws {
      var environment = environment(folder)
      environment.secrets = secrets
      environment.settingsFile = folder.path + "/settings.ini"
      core = try Core(environment)
      database = try core.openUser()
      objects = UserObjects(database: database, clock: environment.clock)
      backup = core.backup(of: objects)
    }

    func put(_ objects: [UserObject]) async throws {
      for object in objects { try await database.put(object, of: .withoutAccount) }
    }

    /// Returns the stored objects without the fields that only the server uses.
    func all() async throws -> [UserObject.ID: [String: UserObject.Field]] {
      var all: [UserObject.ID: [String: UserObject.Field]] = [:]
      for kind in Backup.kinds {
        for object in try await objects.objects(kind) { all[object.id] = object.fields }
      }
      return all
    }

    func fault(_ text: String) async -> BackupFault? {
      do throws(BackupFault) {
        _ = try await backup.restore(Array(text.utf8))
        return nil
      } catch {
        return error
      }
    }
  }

  private static func object(_ random: inout SplitMix64, from kinds: [UserObject.Kind] = Backup.kinds) -> UserObject {
    let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
    var object = UserObject(id: UserObject.ID(kind, named: "\(Int.random(in: 0..<40, using: &random))"), kind: kind)
    let letters = ["", "é", "e\u{301}", "\"", "\\", "\u{1}", "\n", "🧮", "100 EUR", "مرحبا"]
    for name in ["rate", "note", "title"].prefix(Int.random(in: 1...3, using: &random)) {
      let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      let moment = Timestamp(milliseconds: Int64.random(in: 0...1_793_379_600_000, using: &random))
      object.set([name: text.joined()], now: moment)
    }
    return object
  }

  private static func settings(_ random: inout SplitMix64) -> Settings {
    var settings = Settings()
    if Bool.random(using: &random) { settings.providers = [ProviderID("nbp"), .ecb] }
    if Bool.random(using: &random) { settings.addresses = [ProviderID("nbp"): "https://rates.example"] }
    if Bool.random(using: &random) { settings.symbols = ["$": currency("CAD"), "kr": currency("SEK")] }
    if Bool.random(using: &random) { settings.resultCurrencies = [currency("JPY"), currency("CHF")] }
    if Bool.random(using: &random) { settings.cacheSizes.disk = Int.random(in: CacheSizes.diskRange, using: &random) }
    settings.roundsToCash = .random(using: &random)
    settings.refreshInterval = RefreshInterval.allCases.randomElement(using: &random) ?? .daily
    return settings
  }

  @Test("a backup is read back unchanged") func aBackupIsReadBackUnchanged() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<500 {
      let backup = Backup(
        made: Timestamp(milliseconds: Int64.random(in: 0...1_800_000_000_000, using: &random)),
        settings: Self.settings(&random).chosen,
        objects: (0..<Int.random(in: 0...12, using: &random)).map { _ in Self.object(&random) })
      let text = BackupDocument.text(of: backup)
      let read = try BackupDocument.read(try JSONReader().read(Array(text.utf8)))
      #expect(read.made == backup.made && read.settings == backup.settings)
      #expect(read.objects.map(\.id) == backup.objects.map(\.id))
      #expect(read.objects.map(\.kind) == backup.objects.map(\.kind))
      #expect(read.objects.map(\.fields) == backup.objects.map(\.fields))
    }
  }

  @Test("on an empty computer, a backup restores all objects and settings")
  func onAnEmptyComputerABackupRestoresAllObjectsAndSettings() async throws {
    let (old, new) = (try Machine(), try Machine())
    var random = SplitMix64(seed: 5)
    try await old.put((0..<60).map { _ in Self.object(&random) })
    await old.core.settings.did(.symbolChosen("$", currency("CAD")))
    await old.core.settings.did(.set(.resultCurrencies, .list(["JPY", "CHF"])))
    await old.core.settings.did(.providerChosen(ProviderID("nbp")))
    let path = old.folder.path + "/backup.json"
    try await old.backup.export(to: path)
    let counts = try await new.backup.restore(from: path)
    let values = { (all: [UserObject.ID: [String: UserObject.Field]]) in all.mapValues { $0.mapValues(\.value) } }
    #expect(try await values(new.all()) == values(old.all()))
    #expect(await new.core.settings.values == old.core.settings.values)
    #expect(counts.added == (try await old.all().count))
    #expect((counts.changed, counts.known, counts.settings, counts.settingsKept) == (0, 0, 3, 0))
    // A second restore adds nothing, and the settings survive a restart.
    let again = try await new.backup.restore(from: path)
    #expect((again.added, again.changed, again.known, again.settings) == (0, 0, counts.added, 0))
    let kept = SettingsFile(path: new.folder.path + "/settings.ini", clock: { evening }).read().settings
    #expect(kept.symbols["$"] == currency("CAD"))
  }

  @Test("a backup of over 16 MiB can be restored")
  func aBackupOfOver16MiBCanBeRestored() async throws {
    let (old, new) = (try Machine(), try Machine())
    let line = String(repeating: "100 EUR + ", count: 50_000)
    try await old.put(
      (0..<40).map { number in
        var object = UserObject(id: UserObject.ID(.saved, named: "\(number)"), kind: .saved)
        let text = String(repeating: line, count: number == 0 ? 10 : 1)
        object.set(["title": "\(number)", "calculation": text], now: evening)
        return object
      })
    let path = old.folder.path + "/backup.json"
    try await old.backup.export(to: path)
    #expect(try await new.backup.restore(from: path).added == 40)
    #expect(try await new.all() == old.all())
  }

  @Test("restoring a backup keeps all data that is already stored")
  func restoringABackupKeepsAllDataThatIsAlreadyStored() async throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<12 {
      let (here, there) = (try Machine(), try Machine())
      let (mine, theirs) = ((0..<25).map { _ in Self.object(&random) }, (0..<25).map { _ in Self.object(&random) })
      try await here.put(mine)
      try await there.put(theirs)
      let (before, kept) = (try await here.all(), try await there.all())
      let counts = try await here.backup.restore(try await there.backup.contents())
      let after = try await here.all()
      #expect(Set(after.keys) == Set(before.keys).union(kept.keys))
      #expect(counts.added == Set(kept.keys).subtracting(before.keys).count)
      #expect(counts.added + counts.changed + counts.known == kept.count)
      for (id, fields) in after {
        for (name, field) in fields {
          // Each value is the newer of the stored value and the backup's value. An object that wasn't stored here
          // counts as edited now, so that an older deletion on the server can't remove it.
          if before[id] == nil {
            #expect(field == UserObject.Field(kept[id]?[name]?.value ?? "", edited: evening))
            continue
          }
          let candidates = [before[id]?[name], kept[id]?[name]].compactMap { $0 }
          #expect(candidates.contains(field))
          #expect(candidates.allSatisfy { $0.edited <= field.edited })
        }
        let names = Set((before[id] ?? [:]).keys).union((kept[id] ?? [:]).keys)
        #expect(Set(fields.keys) == names)
      }
    }
  }

  @Test("a favourite deleted after a backup returns when the backup is restored")
  func aFavouriteDeletedAfterABackupReturnsWhenTheBackupIsRestored() async throws {
    let machine = try Machine()
    let favourites = CurrencyList(of: machine.objects)
    for code in ["EUR", "JPY", "CHF"] { try await favourites.add(currency(code)) }
    let file = try await machine.backup.contents()
    try await favourites.remove(currency("JPY"))
    let counts = try await machine.backup.restore(file)
    #expect(try await favourites.currencies() == [currency("EUR"), currency("JPY"), currency("CHF")])
    #expect((counts.added, counts.changed, counts.known) == (1, 0, 2))
  }

  @Test("a restored backup replaces no setting chosen here and gives no consent")
  func aRestoredBackupReplacesNoSettingChosenHereAndGivesNoConsent() async throws {
    let (here, there) = (try Machine(), try Machine())
    await here.core.settings.did(.symbolChosen("$", currency("AUD")))
    for event: SettingsEvent in [
      .symbolChosen("$", currency("CAD")), .set(.cashRounding, .flag(true)), .set(.sendStatistics, .flag(true)),
      .set(.sendReports, .flag(true)), .set(.offline, .flag(true)),
    ] { await there.core.settings.did(event) }
    let counts = try await here.backup.restore(try await there.backup.contents())
    let values = await here.core.settings.values
    #expect(values.symbols == ["$": currency("AUD")])
    #expect(values.roundsToCash)
    #expect(!values.sendsStatistics && !values.sendsReports && !values.isOffline)
    #expect((counts.settings, counts.settingsKept) == (1, 1))
  }

  @Test("if restored settings can't be saved, the restore reports the failure", .fault("B08"))
  func ifRestoredSettingsCantBeSavedTheRestoreReportsTheFailure() async throws {
    let (here, there) = (try Machine(), try Machine())
    await there.core.settings.did(.set(.cashRounding, .flag(true)))
    try await CurrencyList(of: there.objects).add(.jpy)
    let backup = try await there.backup.contents()
    let store = SharedSettings()
    await here.core.settings.use(store)
    await store.fail(.diskFull(path: "settings.ini"))
    await #expect(throws: BackupFault.settingsNotSaved(.diskFull(path: "settings.ini"))) {
      try await here.backup.restore(backup)
    }
    #expect(try await here.objects.objects(.favourite).count == 1)
  }

  @Test("the backup contains no API key, password or token")
  func theBackupContainsNoAPIKeyPasswordOrToken() async throws {
    let machine = try Machine()
    let canary = "a-canary-of-a-key"
    for name: SecretName in [.providerKey(ProviderID("fixer")), .password(MemberID("1")), .session(MemberID("1"))] {
      await machine.secrets.store(Secret(canary), for: name)
    }
    await machine.core.settings.did(.keyTyped(ProviderID("fixer"), Secret(canary)))
    await machine.core.settings.did(.accountServerTyped("https://kurs.example.org"))
    let text = String(decoding: try await machine.backup.contents(), as: UTF8.self)
    #expect(text.contains("https://kurs.example.org"))
    #expect(!text.contains(canary))
  }

  @Test("an unusable backup changes nothing and gives the reason")
  func anUnusableBackupChangesNothingAndGivesTheReason() async throws {
    let machine = try Machine()
    try await CurrencyList(of: machine.objects).add(.eur)
    let before = try await machine.all()
    let good = String(decoding: try await machine.backup.contents(), as: UTF8.self)
    #expect(await machine.fault(String(good.dropLast(3))) == .notJSON(offset: good.utf8.count - 3))
    #expect(await machine.fault("") == .notJSON(offset: 0))
    #expect(await machine.fault("[1]") == .foreign)
    #expect(await machine.fault(#"{"format":"other","version":1}"#) == .foreign)
    #expect(await machine.fault(good.replacing("\"version\":1", with: "\"version\":2")) == .later(version: 2))
    let secret = good.replacing("\"favourite\"", with: "\"secret\"")
    #expect(await machine.fault(secret) == .unreadable(place: "/objects/0/kind"))
    #expect(
      await machine.fault(good.replacing("\"settings\":{}", with: "\"settings\":{\"cash-rounding\":\"perhaps\"}"))
        == .unreadable(place: "/settings/cash-rounding"))
    #expect(await machine.fault(good.replacing("\"settings\":{}", with: "\"settings\":{\"of-tomorrow\":7}")) == nil)
    #expect(try await machine.all() == before)
    await #expect(throws: BackupFault.notReadable) { _ = try await machine.backup.restore(from: "/none/backup.json") }
    await #expect(throws: BackupFault.file(.noSuchFolder(path: "/none/backup.json"))) {
      try await machine.backup.export(to: "/none/backup.json")
    }
  }

  @Test("a damaged backup never crashes the program") func aDamagedBackupNeverCrashesTheProgram() async throws {
    let machine = try Machine()
    var random = SplitMix64(seed: 21)
    try await machine.put((0..<5).map { _ in Self.object(&random) })
    let good = try await machine.backup.contents()
    var refused = 0
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<2 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 32...126, using: &random) }
      let before = try await machine.all()
      do throws(BackupFault) {
        _ = try await machine.backup.restore(bytes)
      } catch {
        refused += 1
        #expect(try await machine.all() == before)
      }
    }
    #expect(refused > 100)
  }
}
