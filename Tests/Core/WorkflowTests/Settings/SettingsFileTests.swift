// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import KursWorkflow
import Testing
import TestSupport

@Suite struct SettingsFileTests {
  let folder = TemporaryFolder()
  var path: String { folder.path + "/config/kurs/settings.ini" }
  var file: SettingsFile { SettingsFile(path: path, clock: { evening }) }

  func put(_ text: String) throws { try put(Data(text.utf8)) }

  func put(_ data: Data) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/config/kurs", withIntermediateDirectories: true)
    try data.write(to: URL(filePath: path))
  }

  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("without a settings file, the defaults apply") func withoutASettingsFileTheDefaultsApply() {
    #expect(file.read() == SettingsReading())
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/config"))
  }

  @Test("settings are read back as written") func settingsAreReadBackAsWritten() throws {
    var settings = Settings()
    settings.providers = [ProviderID("nbp"), .ecb]
    settings.addresses = [.ecb: "https://rates.example.org"]
    settings.symbols = ["$": currency("CAD"), "kr": currency("SEK")]
    settings.resultCurrencies = [.chf]
    settings.refreshInterval = .weekly
    settings.cacheSizes.disk = 7
    settings.isOffline = true
    try file.write(settings, over: Settings())
    #expect(file.read() == SettingsReading(settings))
    try file.write(Settings(), over: settings)
    #expect(file.read() == SettingsReading())
  }

  @Test("writing a setting leaves all other lines of the file unchanged")
  func writingASettingLeavesAllOtherLinesOfTheFileUnchanged() throws {
    let text = """
      # written by hand

      [Other]
      providers=['not ours']

      [Kurs]
      providers=[ "nbp" ,'ecb']
      a-later-kurs=(1, 'two')
      cache-disk=7

      [Another]
      x=1

      """
    try put(text)
    let before = file.read().settings
    var settings = before
    #expect(settings.providers == [ProviderID("nbp"), .ecb])
    #expect(settings.cacheSizes.disk == 7)
    settings.cacheSizes.disk = 8
    settings.isOffline = true
    try file.write(settings, over: before)
    #expect(try self.text() == text.replacing("cache-disk=7", with: "cache-disk=8\noffline=true"))
  }

  @Test("if a settings file has a key twice, the last is used") func ifASettingsFileHasAKeyTwiceTheLastIsUsed() throws {
    try put("[Kurs]\noffline=false\noffline=true\n[Kurs]\ncache-disk=3\n")
    #expect(file.read().settings.isOffline)
    #expect(file.read().settings.cacheSizes.disk == 3)
  }

  @Test("two programs that each write one setting keep both changes")
  func twoProgramsThatEachWriteOneSettingKeepBothChanges() throws {
    var (one, other) = (Settings(), Settings())
    one.isOffline = true
    other.cacheSizes.disk = 7
    try file.write(one, over: Settings())
    try file.write(other, over: Settings())
    #expect(file.read().settings.isOffline)
    #expect(file.read().settings.cacheSizes.disk == 7)
  }

  @Test("settings that would make the file too long aren't written", .fault("S32"))
  func tooLong() throws {
    var settings = Settings()
    settings.isOffline = true
    try file.write(settings, over: Settings())
    let before = try text()
    var longer = settings
    longer.symbols = Dictionary(
      uniqueKeysWithValues: (0..<5_000).map { ("\($0)xxxxxx", currency("CAD")) })
    #expect(throws: FileFailure.tooLong(path: path, limit: 65_536)) { try file.write(longer, over: settings) }
    #expect(try text() == before)
  }

  @Test("eight programs that write at the same time lose no change")
  func eightProgramsThatWriteAtTheSameTimeLoseNoChange() async throws {
    for _ in 0..<40 {
      try file.write(Settings(), over: file.read().settings)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            var settings = Settings()
            settings.symbols = ["$": currency("CAD")]
            switch number {
            case 0: settings.isOffline = true
            case 1: settings.cacheSizes.disk = 7
            case 2: settings.roundsToCash = true
            case 3: settings.resultCurrencies = [.chf]
            case 4: settings.isStrict = true
            case 5: settings.refreshInterval = .weekly
            case 6: settings.sendsReports = true
            default: settings.cacheSizes.memory = 7
            }
            try? file.write(settings, over: Settings())
          }
        }
      }
      let changed = file.read().settings.keys(differingFrom: Settings())
      #expect(changed.count == 9)
    }
  }

  @Test("a settings file that can't be read is reported and never replaced", arguments: [S_IFIFO, S_IFDIR])
  func aSettingsFileThatCantBeReadIsReportedAndNeverReplaced(kind: mode_t) throws {
    let parent = folder.path + "/config/kurs"
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    #expect((kind == S_IFIFO ? mkfifo(path, 0o600) : mkdir(path, 0o700)) == 0)
    #expect(file.read().problems == [.notReadable(path: path)])
    var settings = Settings()
    settings.isOffline = true
    #expect(throws: FileFailure.notReadable(path: path)) { try file.write(settings, over: Settings()) }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == kind)
  }

  @Test("a settings file with Windows line endings is read completely")
  func aSettingsFileWithWindowsLineEndingsIsReadCompletely() throws {
    try put("# by hand\r\n[Kurs]\r\noffline=true\r\ncache-disk=7\r\n")
    let reading = file.read()
    #expect(reading.problems == [])
    #expect(reading.settings.isOffline && reading.settings.cacheSizes.disk == 7)
    var settings = reading.settings
    settings.cacheSizes.disk = 8
    try file.write(settings, over: reading.settings)
    #expect(try text() == "# by hand\n[Kurs]\noffline=true\ncache-disk=8\n")
  }

  @Test("a damaged settings file is copied, and the readable lines are used")
  func aDamagedSettingsFileIsCopiedAndTheReadableLinesAreUsed() throws {
    let damaged = "nonsense\n[Kurs]\noffline=true\nproviders=['ecb'\ncache-disk=99999\nsymbols={'$': 'CAD'}\n"
    try put(damaged)
    let reading = file.read()
    #expect(reading.settings.isOffline)
    #expect(reading.settings.symbols == ["$": currency("CAD")])
    #expect(reading.settings.providers == [.ecb])
    #expect(reading.problems == [.line(1), .value(key: "providers"), .value(key: "cache-disk")])
    let recovered = try #require(reading.recoveredFile)
    #expect(recovered == "\(path).2026-10-30-61200000.aside")
    #expect(try String(contentsOfFile: recovered, encoding: .utf8) == damaged)
    #expect(file.read() == SettingsReading(reading.settings))
  }

  @Test("an unreadable settings file gives defaults and is reported", arguments: [
    Data(repeating: 0, count: 100), Data([0xFF, 0xFE, 0x5B, 0x4B]), Data("[Kurs]\noffline=tr\u{0}ue\n".utf8),
    Data("offline=true\n".utf8), Data("[Kurs\noffline=true".utf8), Data("[Kurs]\n=true".utf8),
    Data(repeating: UInt8(ascii: "#"), count: 70_000),
  ])
  func anUnreadableSettingsFileGivesDefaultsAndIsReported(data: Data) throws {
    try put(data)
    let reading = file.read()
    #expect(reading.settings == Settings())
    #expect(!reading.problems.isEmpty)
    #expect(try Data(contentsOf: URL(filePath: try #require(reading.recoveredFile))) == data)
    #expect(file.read() == SettingsReading())
  }

  /// Changes random bytes. Values must stay in their ranges, and the repaired file must be readable.
  @Test("a settings file with random wrong bytes never crashes the program")
  func aSettingsFileWithRandomWrongBytesNeverCrashesTheProgram() throws {
    var settings = Settings()
    settings.providers = [ProviderID("nbp"), .ecb]
    settings.symbols = ["$": currency("CAD")]
    settings.cacheSizes.disk = 7
    try file.write(settings, over: Settings())
    let whole = try Data(contentsOf: URL(filePath: path))
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var data = whole
      for _ in 0...Int.random(in: 0...2, using: &random) {
        data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try put(data)
      let reading = file.read()
      #expect(CacheSizes.diskRange.contains(reading.settings.cacheSizes.disk))
      #expect(file.read().problems.isEmpty)
    }
  }

  @Test("writing settings to an unwritable folder is reported")
  func writingSettingsToAnUnwritableFolderIsReported() throws {
    try Data().write(to: URL(filePath: folder.path + "/config"))
    let failure = #expect(throws: FileFailure.self) { try file.write(Settings(), over: Settings()) }
    #expect(failure == .notAllowed(path: folder.path + "/config/kurs"))
  }
}
