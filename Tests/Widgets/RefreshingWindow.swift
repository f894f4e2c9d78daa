// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursNetwork
import KursWorkflow
import TestSupport

@testable import KursApp
@testable import KursGtk

/// A calculator window with the real core. Its only provider is a server on this computer.
@MainActor
final class RefreshingWindow {
  let server: FakeServer
  let id: ProviderID
  let window: CalculatorWindow
  private let core: Core
  private let refresher: RatesRefresher
  private let calculator: CalculatorWorkflow
  private let words: Words
  private let folder: String
  private var standingNotice: String?

  /// Opens the window with the rates of the provider's correct response.
  init(_ id: ProviderID, _ server: FakeServer) async throws {
    (self.id, self.server) = (id, server)
    folder = NSTemporaryDirectory() + "kurs-" + UUID().uuidString
    let environment = try Self.environment(folder, id, server)
    core = try Core(environment)
    words = Words(
      numbers: NumberStrings(separator: ".") { $0.text(places: $1) }, catalogue: core.catalogue,
      monthName: { "month \($0)" })
    refresher = await core.startRefreshing(after: .zero)
    await refresher.refreshNow([id])
    let inUse = try await core.rates.ratesInUse(on: nil)
    calculator = await CalculatorWorkflow.open(
      rates: core.rates, settings: core.settings, objects: await core.objects(try core.openUser()),
      inUse: inUse,
      catalogue: core.catalogue, defaults: .init(country: nil, catalogue: core.catalogue, rates: inUse),
      amounts: environment.amounts, recoveredFile: nil, clock: environment.clock)
    let (calculator, words) = (calculator, words)
    window = try CalculatorWindow { if case .event(let event) = $0 { calculator.send(event) } }
    window.render(CalculatorViewState(calculator.state, words))
    standingNotice = window.shown.notice?.sentence
    calculator.onChange = { [window] in window.render(CalculatorViewState($0, words)) }
    window.present()
  }

  /// Refreshes the rates like the timetable. Returns the error, or nil.
  func refresh() async -> RatesFailure? {
    await refresher.refreshNow([id])
    for await states in await refresher.states() { return states[id]?.failure }
    return nil
  }

  /// Whether the window reports this result of the last refresh.
  ///
  /// After a success, the window still shows the notice that it had at the start. That notice reports a wrong clock,
  /// because the fixtures are older than the end of the bundled history.
  func says(_ failure: RatesFailure?) -> Bool {
    window.shown.notice?.sentence == (failure.map { sentence(for: $0, words) } ?? standingNotice)
  }

  /// Returns all stored rates and the window's label about their source.
  func standing() async throws -> [String] {
    let table = try await core.rates.table(of: id, on: nil)
    let rates = try table.currencies.map { "\(try table.route(from: table.provider.home, to: $0).value)" }
    return rates + ["\(table.newest)", window.shown.provenance]
  }

  func close() {
    calculator.onChange = nil
    window.window.destroy()
    server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func environment(
    _ folder: String, _ id: ProviderID, _ server: FakeServer
  ) throws -> CoreEnvironment {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = "[Kurs]\nproviders=['\(id)']\naddresses={'\(id)': '\(server.address)'}\n"
    try settings.write(toFile: folder + "/settings.ini", atomically: true, encoding: .utf8)
    let network = LiveNetwork(version: "test", cacheFolder: folder + "/cache")
    // 2026-04-13T17:00:00Z, the evening after the fixtures' rates were published.
    let evening = Timestamp(milliseconds: 1_776_099_600_000)
    // The time-out is three seconds, because a correct transfer can pause for one second on a busy computer.
    var environment = CoreEnvironment(
      dataFolder: folder + "/data", cacheFolder: folder + "/cache",
      resources: ResourceLocator(environment: ProcessInfo.processInfo.environment, executable: "/nowhere/bin/kurs"),
      clock: { evening }, amounts: AmountReader(symbols: .english), country: nil,
      transport: { HurriedTransport(network.transport, stall: .seconds(3)) })
    environment.settingsFile = folder + "/settings.ini"
    return environment
  }
}
