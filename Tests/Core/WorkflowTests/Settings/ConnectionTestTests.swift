// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursNetwork
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConnectionTestTests {
  func tested(_ id: ProviderID, _ answer: @escaping StageNetwork.Answer) async throws -> (ConnectionTest, Core) {
    let (folder, network) = (TemporaryFolder(), StageNetwork(answer))
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
  func aGoodAnswerIsCountedAndNotStored() async throws {
    let (test, core) = try await tested(.frankfurter, StageNetwork.document(RefreshTests.latest))
    #expect(test == .succeeded(rates: 2, newest: day("2026-11-02"), milliseconds: 0))
    #expect(await core.rates.standing().isEmpty)
  }

  @Test("a connection test without its key sends nothing") func withoutItsKeyNothingIsSent() async throws {
    let (test, _) = try await tested(ProviderID("fixer"), { _ in .failure(.protocolError(code: 99)) })
    #expect(test == .needsKey)
  }

  @Test("a failed connection test names the reason") func aFailedConnectionTestNamesTheReason() async throws {
    let (refused, _) = try await tested(.frankfurter, StageNetwork.document("{}"))
    guard case .failed(.api(.frankfurter, .refused)) = refused else {
      Issue.record("\(refused)")
      return
    }
    let (unreachable, _) = try await tested(.ecb, { _ in .failure(.resolve) })
    #expect(unreachable == .failed(.api(provider: .ecb, .unreachable(.host))))
  }
}
