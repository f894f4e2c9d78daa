// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import XCTest

@testable import KursApp
@testable import KursDesktop
@testable import KursGtk

/// A temporary settings file, and the values that a test puts into it.
private struct Place: Sendable {
  let path = NSTemporaryDirectory() + "kurs-settings-\(UUID().uuidString)/settings.ini"

  var folder: String { String(path.dropLast("/settings.ini".count)) }
  var file: SettingsFile { SettingsFile(path: path, clock: { Timestamp(milliseconds: 0) }) }

  @MainActor func desktop() throws -> DesktopSettings {
    let locator = ResourceLocator(environment: System.environment(), executable: System.executable())
    return try XCTUnwrap(DesktopSettings(file: path, schemas: try? locator.path(of: "gschemas.compiled")), "scripts/stage .build/debug has not run")
  }

  var chosen: Settings {
    var settings = Settings()
    settings.providers = [ProviderID("nbp"), .ecb]
    settings.addresses = [.ecb: "https://rates.example.org"]
    settings.refreshInterval = .weekly
    settings.isOffline = true
    settings.cacheSizes.disk = 7
    settings.symbols = ["$": Currency("CAD") ?? .usd, "'": .chf, "\\": .gbp, "й": .jpy]
    settings.resultCurrencies = [.chf, .jpy]
    settings.accountServer = "https://kurs.example.org:8443"
    return settings
  }
}

/// Compares GSettings with the core's own reader and writer of the same file.
final class DesktopSettingsTests: WidgetTestCase {
  private let place = Place()

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: place.folder)
    super.tearDown()
  }

  func testHostNamesAreLookedUpByTheSOCKSProxyOfTheDesktop() {
    let pairs = [
      ("socks://h:1", "socks5h://h:1"), ("socks5://h:1", "socks5h://h:1"), ("socks4://h:1", "socks4a://h:1"),
      ("http://h:1", "http://h:1"), ("https://h:1", "https://h:1"), ("direct://", ""),
    ]
    for (desktop, curl) in pairs { XCTAssertEqual(Proxies.curlName(of: desktop), curl) }
  }

  func testWithoutASettingsFileGSettingsAndTheCoreHaveTheSameDefaults() throws {
    try onMain { [place] in
      XCTAssertEqual(try place.desktop().values(SettingsKey.all.map(\.name)).filter { !$0.value.hasPrefix("@") }.count, 20)
      for (name, text) in try place.desktop().values(SettingsKey.all.map(\.name)) {
        let value = try XCTUnwrap(SettingsKey.named(name)).value(in: Settings())
        XCTAssertEqual(value.reading(variant: text), value, name)
      }
    }
  }

  func testTheCoreReadsSettingsFilesThatGSettingsWrote() throws {
    try onMain { [place] in
      let variants = Dictionary(uniqueKeysWithValues: place.chosen.values.map { ($0.name, $1.variant) })
      XCTAssertTrue(try place.desktop().set(variants))
      MainLoop.run(milliseconds: 50)
      XCTAssertEqual(place.file.read(), SettingsReading(place.chosen))
    }
  }

  func testGSettingsReadsSettingsFilesThatTheCoreWrote() throws {
    try onMain { [place] in
      try place.file.write(place.chosen, over: Settings())
      for (name, text) in try place.desktop().values(SettingsKey.all.map(\.name)) {
        let value = try XCTUnwrap(SettingsKey.named(name)).value(in: place.chosen)
        XCTAssertEqual(value.reading(variant: text), value, name)
      }
    }
  }

  func testAnInvalidSettingIsRefusedAndChangesNothing() throws {
    try onMain { [place] in
      let desktop = try place.desktop()
      for (name, text) in [
        ("cache-disk", "9999"), ("cache-disk", "'a'"), ("refresh-interval", "'hourly'"), ("providers", "['a'"), ("no-key", "1"),
      ] {
        XCTAssertFalse(desktop.set([name: text]), "\(name)=\(text)")
      }
      XCTAssertEqual(place.file.read(), SettingsReading())
    }
  }

  func testASettingChangedByAnotherProgramIsNoticed() throws {
    try onMain { [place] in
      try place.file.write(Settings(), over: place.chosen)
      let desktop = try place.desktop()
      var heard = 0
      let task = Task { for await _ in desktop.changes() { heard += 1 } }
      MainLoop.run(milliseconds: 200)
      try place.file.write(place.chosen, over: Settings())
      for _ in 0..<50 where heard == 0 { MainLoop.run(milliseconds: 100) }
      XCTAssertGreaterThan(heard, 0)
      XCTAssertEqual(desktop.values(["cache-disk"]), ["cache-disk": "7"])
      task.cancel()
    }
  }

  func testAnUnwritableSettingsFolderIsReported() throws {
    // A file replaces the folder, so that writing fails even for root, who may write to any folder.
    XCTAssertTrue(FileManager.default.createFile(atPath: place.folder, contents: nil))
    try onMain { [place] in
      let store = GSettingsStore(place.file, try place.desktop())
      var failure: FileFailure?
      let chosen = place.chosen
      do throws(FileFailure) { try store.write(chosen, over: Settings()) } catch { failure = error }
      XCTAssertEqual(failure, .notAllowed(path: place.folder))
    }
  }

  func testObserversOfTheNetworkConnectionGetItsKindImmediately() {
    onMain {
      var first: Connection?
      let task = Task { for await connection in Desktop.gio.connection() { first = first ?? connection } }
      MainLoop.run(milliseconds: 300)
      task.cancel()
      XCTAssertNotNil(first)
    }
  }

  func testADirectConnectionGivesNoProxy() {
    onMain {
      var answer: [String]?
      let task = Task { answer = await Desktop.gio.proxies("http://127.0.0.1:1/") }
      for _ in 0..<50 where answer == nil { MainLoop.run(milliseconds: 100) }
      task.cancel()
      XCTAssertEqual(answer, [])
    }
  }
}
