// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursBus
import KursCore
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

/// Row A19 of docs/FAULTS.md: the account window starts while the desktop's Secret Service accepts requests but never
/// responds.
final class SilentKeyringTests: WidgetTestCase {
  // fault: A19
  func testASilentKeyringDelaysNoFrameAndIsReportedAfterFiveSeconds() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kurs-silent-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let service = try Self.silentService()
    defer { service.terminate() }
    try onMain {
      // The window is not on screen, because a busy display server would also delay its clients.
      let window = try AccountWindow { _ in }
      defer { window.window.destroy() }
      try FrameWatch.assertNoFrameIsLate("a silent keyring") { turn in
        let core = try Self.core("\(folder)/\(turn)")
        let user = try core.openUser()
        let now = Timestamp(milliseconds: 1_793_379_600_000)
        try await user.save(AccountViewStateTests.ada, isSignedIn: true, at: now)
        try await user.makeCurrent(AccountViewStateTests.ada.id, at: now)
        let account = core.account(user)
        return {
          let began = ContinuousClock.now
          await account.start()
          for await state in await account.states() {
            await window.show(state)
            if state.phase == .locked { break }
          }
          XCTAssertGreaterThan(ContinuousClock.now - began, .seconds(5))
          XCTAssertLessThan(ContinuousClock.now - began, .seconds(7))
          await account.close()
        }
      }
    }
  }

  private static func core(_ folder: String) throws -> Core {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let network = LiveNetwork(version: "test", cacheFolder: folder + "/cache")
    var environment = CoreEnvironment(
      dataFolder: folder + "/data", cacheFolder: folder + "/cache",
      resources: ResourceLocator(environment: ProcessInfo.processInfo.environment, executable: "/nowhere/bin/kurs"),
      clock: { Timestamp(milliseconds: 1_793_379_600_000) }, amounts: AmountReader(symbols: .english), country: nil,
      transport: { network.transport })
    environment.secrets = SecretServiceStore()
    return try Core(environment)
  }

  /// Starts a process that owns the Secret Service's name on this desktop's bus, and waits until the name is owned.
  private static func silentService() throws -> Process {
    let script = URL(filePath: #filePath).appending(path: "../../BlackBox/secret_service.py").standardizedFileURL
    let (service, said) = (Process(), Pipe())
    service.executableURL = URL(filePath: "/usr/bin/python3")
    service.arguments = [script.path, "silent"]
    service.standardOutput = said
    try service.run()
    XCTAssertEqual(String(decoding: said.fileHandleForReading.availableData.prefix(5), as: UTF8.self), "owned")
    return service
  }
}

extension AccountWindow {
  fileprivate func show(_ state: AccountState) {
    render(AccountViewState(state, AccountForm(server: "https://a.example")))
  }
}
