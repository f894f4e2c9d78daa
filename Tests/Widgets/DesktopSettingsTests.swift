// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import XCTest

@testable import KursApp
@testable import KursDesktop
@testable import KursGtk

/// GSettings and the core's own reader over one and the same file.
final class DesktopSettingsTests: WidgetTestCase {
  private let path = NSTemporaryDirectory() + "kurs-settings-\(UUID().uuidString)/settings.ini"

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: String(path.dropLast("/settings.ini".count)))
  }

  @MainActor private func desktop() throws -> DesktopSettings {
    let locator = DataLocator(environment: System.environment(), executable: System.executable())
    return try XCTUnwrap(DesktopSettings(file: path, locator: locator), "scripts/compile-resources has not run")
  }

  private var file: SettingsFile { SettingsFile(path: path, clock: { Timestamp(milliseconds: 0) }) }

  private var chosen: Settings {
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

  func testWithoutAFileTheSchemaAndTheCoreHaveTheSameDefaults() throws {
    try onMain {
      XCTAssertEqual(try desktop().values(SettingsKey.all.map(\.name)).filter { !$0.value.hasPrefix("@") }.count, 13)
      for (name, text) in try desktop().values(SettingsKey.all.map(\.name)) {
        let value = try XCTUnwrap(SettingsKey.named(name)).value(in: Settings())
        XCTAssertEqual(value.reading(variant: text), value, name)
      }
    }
  }

  func testWhatGSettingsWritesTheCoreReads() throws {
    try onMain {
      XCTAssertTrue(try desktop().set(chosen.variants))
      MainLoop.run(milliseconds: 50)
      XCTAssertEqual(file.read(), SettingsReading(chosen))
    }
  }

  func testWhatTheCoreWritesGSettingsReads() throws {
    try onMain {
      try file.write(chosen, over: Settings())
      for (name, text) in try desktop().values(SettingsKey.all.map(\.name)) {
        let value = try XCTUnwrap(SettingsKey.named(name)).value(in: chosen)
        XCTAssertEqual(value.reading(variant: text), value, name)
      }
    }
  }

  func testWhatNoKeyCanHaveIsRefusedAndChangesNothing() throws {
    try onMain {
      let desktop = try desktop()
      for (name, text) in [
        ("cache-disk", "9999"), ("cache-disk", "'a'"), ("refresh-interval", "'hourly'"), ("providers", "['a'"), ("no-key", "1"),
      ] {
        XCTAssertFalse(desktop.set([name: text]), "\(name)=\(text)")
      }
      XCTAssertEqual(file.read(), SettingsReading())
    }
  }

  func testAChangeByAnotherProgramIsHeard() throws {
    try onMain {
      try file.write(Settings(), over: chosen)
      let desktop = try desktop()
      var heard = 0
      let task = Task { for await _ in desktop.changes() { heard += 1 } }
      MainLoop.run(milliseconds: 200)
      try file.write(chosen, over: Settings())
      for _ in 0..<50 where heard == 0 { MainLoop.run(milliseconds: 100) }
      XCTAssertGreaterThan(heard, 0)
      XCTAssertEqual(desktop.values(["cache-disk"]), ["cache-disk": "7"])
      task.cancel()
    }
  }

  func testAFolderThatMayNotBeWrittenIsSaid() throws {
    // Root may write anywhere: a file stands where the folder would be.
    let folder = String(path.dropLast("/settings.ini".count))
    XCTAssertTrue(FileManager.default.createFile(atPath: folder, contents: nil))
    try onMain {
      let store = GSettingsStore(file, try desktop())
      var failure: FileFailure?
      let chosen = chosen
      let task = Task {
        do throws(FileFailure) { try await store.write(chosen, over: Settings()) } catch { failure = error }
      }
      MainLoop.run(milliseconds: 300)
      task.cancel()
      XCTAssertEqual(failure, .notAllowed(path: path))
    }
  }

  func testTheConnectionIsSaidAtOnce() throws {
    onMain {
      var first: Connection?
      let task = Task { for await connection in Desktop.gio.connection() { first = first ?? connection } }
      MainLoop.run(milliseconds: 300)
      task.cancel()
      XCTAssertNotNil(first)
    }
  }
}
