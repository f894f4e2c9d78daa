// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import Testing

@testable import KursWorkflow

/// A warning about a suspicious rate appears next to the results of the rate's currency.
@Suite struct SuspiciousRateTests {
  private static let monday = Timestamp(milliseconds: evening.milliseconds + 3 * 86_400_000)

  private static func environment(_ folder: TemporaryFolder) -> CoreEnvironment {
    var environment = WorkflowTests.environment(folder, country: "DE")
    environment.clock = { monday }
    return environment
  }

  /// Starts a calculator whose store has a quarantined dollar rate, a hundred times too high.
  private static func start(_ folder: TemporaryFolder) async throws -> CalculatorWorkflow {
    let core = try Core(environment(folder))
    try await core.rates.importer.importRates(core.bundle)
    let path = folder.path + "/daily.xml"
    try Data(QuarantineTests.daily("2026-11-02", "USD=111.72 JPY=176.00").utf8).write(to: URL(filePath: path))
    try await core.rates.importer.importFile(path, of: .ecb)
    return try await StartTests().start(environment(folder)).0
  }

  private static func suspiciousRates(
    _ calculator: CalculatorWorkflow, where fits: ([SuspiciousRate]) -> Bool
  ) async -> [SuspiciousRate] {
    for await state in await calculator.states() where fits(state.suspiciousRates) { return state.suspiciousRates }
    return []
  }

  @Test("a suspicious rate is reported until the user accepts or rejects it", arguments: [true, false])
  func aSuspiciousRateIsReportedUntilTheUserAcceptsOrRejectsIt(isAccepted: Bool) async throws {
    let calculator = try await Self.start(TemporaryFolder())
    await calculator.send(.trendsWanted)
    let suspiciousRate = try #require(await Self.suspiciousRates(calculator) { !$0.isEmpty }.first)
    #expect(suspiciousRate.concerns(.usd))
    #expect(!suspiciousRate.concerns(.jpy))
    #expect(!suspiciousRate.concerns(.eur))
    #expect(suspiciousRate.publisher == "European Central Bank")
    let decision: CalculatorEvent =
      isAccepted ? .suspiciousRateAccepted(suspiciousRate.id) : .suspiciousRateDropped(suspiciousRate.id)
    await calculator.send(decision)
    await calculator.loaded()
    #expect(await Self.suspiciousRates(calculator) { $0.isEmpty } == [])
    let table = try await calculator.rates.table(of: .ecb, on: nil)
    #expect(try table.route(from: .eur, to: .usd).published?.text == (isAccepted ? "111.72" : "1.1172"))
    #expect(try await calculator.rates.quarantined().isEmpty)
  }

  @Test("after a newer rate, an older suspicious rate is no longer reported")
  func afterANewerRateAnOlderSuspiciousRateIsNoLongerReported() async throws {
    let folder = TemporaryFolder()
    _ = try await Self.start(folder)
    let core = try Core(Self.environment(folder))
    let path = folder.path + "/next.xml"
    try Data(QuarantineTests.daily("2026-11-03", "USD=1.1201").utf8).write(to: URL(filePath: path))
    try await core.rates.importer.importFile(path, of: .ecb)
    #expect(try await core.rates.suspiciousRates().isEmpty)
    #expect(try await core.rates.quarantined().count == 1)
  }
}
