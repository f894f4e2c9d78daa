// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursNetwork
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConnectionTestTests {
  func tested(_ id: ProviderID, _ network: FakeServer) async throws -> (ConnectionTest, Core) {
    let folder = TemporaryFolder()
    var environment = environment(folder)
    environment.transport = { network }
    let core = try Core(environment)
    await core.settings.did(.connectionTested(id))
    for await state in await core.settings.states() {
      if let test = state[id]?.test, test != .running, test != .untried { return (test, core) }
    }
    return (.untried, core)
  }

  @Test("a successful connection test counts rates and stores none")
  func aSuccessfulConnectionTestCountsRatesAndStoresNone() async throws {
    let (test, core) = try await tested(.frankfurter, FakeServer(.ok(RefreshTests.latest)))
    #expect(test == .succeeded(rates: 2, newest: day("2026-11-02"), milliseconds: 0))
    #expect(await core.rates.storedStatuses().isEmpty)
  }

  @Test("a connection test without the required API key sends nothing")
  func aConnectionTestWithoutTheRequiredAPIKeySendsNothing() async throws {
    let (test, _) = try await tested(ProviderID("fixer"), FakeServer(failing: .protocolError(code: 99)))
    #expect(test == .needsKey)
  }

  @Test("a failed connection test names the reason") func aFailedConnectionTestNamesTheReason() async throws {
    let (refused, _) = try await tested(.frankfurter, FakeServer(.ok("{}")))
    guard case .failed(.api(.frankfurter, .refused)) = refused else {
      Issue.record("\(refused)")
      return
    }
    let (unreachable, _) = try await tested(.ecb, FakeServer(failing: .resolve))
    #expect(unreachable == .failed(.api(provider: .ecb, .unreachable(.host))))
  }
}
