// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursNetwork
import TestSupport
import Testing

@Suite struct ChartTailTests {
  /// Opens a chart over the bundled history, three days after its last rates.
  ///
  /// The automatic refresh starts after `delay`. It stops when the caller releases the returned `owners`.
  func chart(
    after delay: Duration = .seconds(3600), transport: @escaping @Sendable () -> any Transport
  ) async throws -> (ChartWorkflow, owners: (TemporaryFolder, CalculatorWorkflow)) {
    let folder = TemporaryFolder()
    var environment = environment(folder)
    environment.clock = { Timestamp(milliseconds: evening.milliseconds + 3 * 86_400_000) }
    environment.transport = transport
    environment.refreshDelay = delay
    let core = try Core(environment)
    try await core.rates.importer.importRates(core.bundle)
    for await case .ready(let calculator, _) in StartWorkflow.run(environment) {
      let subject = try #require(ChartSubject(text: "EUR/USD"))
      return (await calculator.chart(of: subject), (folder, calculator))
    }
    throw StartFailure.dataDamaged(name: "no end")
  }

  @Test("a chart shows stored rates immediately and adds newer rates later", .timeLimit(.minutes(1)))
  func aChartShowsStoredRatesImmediatelyAndAddsNewerRatesLater() async throws {
    let (chart, owners) = try await chart(after: .milliseconds(1)) {
      FakeServer(.ok(RefreshTests.daily))
    }
    let first = try #require(await chart.state.lines.first)
    #expect(first.days.first == day("1999-01-04"))
    for await state in await chart.states() where state.lines.first?.days.last == day("2026-11-02") { break }
    #expect(await chart.state.lines.first?.days.count == first.days.count + (first.days.last == day("2026-11-02") ? 0 : 1))
    withExtendedLifetime(owners) {}
  }

  /// The refresh setting and a metered connection limit a chart's requests, so opening a chart must not send one.
  @Test("opening a chart sends no request") func openingAChartSendsNoRequest() async throws {
    let transport = FakeServer(.ok(RefreshTests.daily))
    let (chart, owners) = try await chart { transport }
    for _ in 0..<10_000 { await Task.yield() }
    #expect(transport.requests.isEmpty)
    #expect(await chart.state.lines.first?.days.last == day("2026-10-30"))
    withExtendedLifetime(owners) {}
  }

  @Test("offline, the chart shows the stored rates") func offlineTheChartShowsTheStoredRates() async throws {
    let (chart, owners) = try await chart { FakeServer(failing: .resolve) }
    #expect(await chart.state.lines.first?.days.last == day("2026-10-30"))
    withExtendedLifetime(owners) {}
  }
}
