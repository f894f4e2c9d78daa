// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import Synchronization
import Testing

/// A Secret Service that does not run, or whose keyring stays locked.
struct DeafSecretStore: SecretStore {
  var failure = SecretFailure.noService

  func secret(for name: SecretName) async throws(SecretFailure) -> Secret? { throw failure }
  func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure) { throw failure }
  func remove(_ name: SecretName) async throws(SecretFailure) { throw failure }
  func unlock() async throws(SecretFailure) { throw failure }
}

/// Stored settings that another program can change.
actor SharedSettings: SettingsStore {
  private(set) var settings = Settings()
  private var continuation: AsyncStream<Void>.Continuation?
  var failure: FileFailure?

  func read() -> SettingsReading { SettingsReading(settings) }

  func write(_ settings: Settings, over before: Settings) throws(FileFailure) {
    if let failure { throw failure }
    self.settings = settings
  }

  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.continuation = continuation
    return stream
  }

  func elsewhere(_ change: @Sendable (inout Settings) -> Void) {
    change(&settings)
    continuation?.yield()
  }

  func fail(_ failure: FileFailure?) { self.failure = failure }
}

@Suite(.timeLimit(.minutes(2))) struct SettingsWorkflowTests {
  let folder = TemporaryFolder()

  func core(_ change: (inout CoreEnvironment) -> Void = { _ in }) throws -> Core {
    var environment = environment(folder)
    environment.settingsFile = folder.path + "/settings.ini"
    change(&environment)
    return try Core(environment)
  }

  func state(of settings: SettingsWorkflow, where holds: (SettingsState) -> Bool) async throws -> SettingsState {
    for await state in await settings.states() where holds(state) { return state }
    throw SettingsEnded()
  }

  struct SettingsEnded: Error {}

  @Test("the settings list every provider, with used providers first")
  func theSettingsListEveryProviderWithUsedProvidersFirst() async throws {
    let core = try core()
    await core.settings.did(.providerSwitched(ProviderID("nbu"), isOn: true))
    await core.settings.did(.providerMoved(from: 1, to: 0))
    let state = await core.settings.state
    #expect(state.providers.count == 29)
    #expect(state.providers.prefix(3).map(\.id.name) == ["nbu", "ecb", "frankfurter"])
    #expect(state.providers.map(\.rank).prefix(3) == [0, 1, nil])
    #expect(state[ProviderID("fixer")]?.needsKey == true)
    #expect(state[ProviderID("frankfurter-v2")]?.title == "Frankfurter (frankfurter-v2)")
    #expect(state[.ecb]?.title == "European Central Bank")
    #expect(state.providers.allSatisfy { !$0.ownAddress.isEmpty && !$0.provider.attribution.isEmpty })
  }

  @Test("a choice of provider applies immediately and survives a restart")
  func aChoiceOfProviderAppliesImmediatelyAndSurvivesARestart() async throws {
    let first = try core()
    await first.settings.did(.providerSwitched(ProviderID("nbp"), isOn: true))
    await first.settings.did(.providerMoved(from: 1, to: 0))
    #expect(await first.rates.order == [ProviderID("nbp"), .ecb])
    await first.settings.flush()
    let second = try core()
    #expect(await second.rates.order == [ProviderID("nbp"), .ecb])
    #expect(await second.settings.state.providers.prefix(2).map(\.id.name) == ["nbp", "ecb"])
  }

  @Test("switching off the last provider has no effect") func switchingOffTheLastProviderHasNoEffect() async throws {
    let core = try core()
    await core.settings.did(.providerSwitched(.ecb, isOn: false))
    #expect(await core.rates.order == [.ecb])
  }

  @Test("a provider unknown to this version keeps its place in the settings")
  func aProviderUnknownToThisVersionKeepsItsPlaceInTheSettings() async throws {
    var settings = Settings()
    settings.providers = [ProviderID("of-tomorrow"), .ecb]
    try SettingsFile(path: folder.path + "/settings.ini", clock: { evening }).write(settings, over: Settings())
    let core = try core()
    #expect(await core.settings.state.providers.first?.id == .ecb)
    await core.settings.did(.providerSwitched(ProviderID("nbp"), isOn: true))
    #expect(await core.settings.values.providers.map(\.name) == ["of-tomorrow", "ecb", "nbp"])
    #expect(try await core.rates.ratesInUse(on: nil).leading.provider.id == .ecb)
  }

  @Test("a damaged settings file is reported once") func aDamagedSettingsFileIsReportedOnce() async throws {
    let file = SettingsFile(path: folder.path + "/settings.ini", clock: { evening })
    try WholeFile.write(Array("[Kurs]\ncache-disk=lots\noffline=true\n".utf8), to: file.path)
    let first = try core()
    #expect(await first.settings.state.damage?.problems == [.value(key: "cache-disk")])
    #expect(await first.settings.state.damage?.recoveredFile != nil)
    #expect(await first.settings.state.settings.isOffline)
    await first.settings.did(.damageDismissed)
    #expect(await first.settings.state.damage == nil)
    #expect(await (try core()).settings.state.damage == nil)
  }

  @Test("a setting changed by another program is used") func aSettingChangedByAnotherProgramIsUsed() async throws {
    let (core, shared) = (try core(), SharedSettings())
    await core.settings.use(shared)
    await shared.elsewhere { ($0.providers, $0.isOffline) = ([ProviderID("cnb"), .ecb], true) }
    let state = try await state(of: core.settings) { $0.settings.isOffline }
    #expect(state.providers.first?.id == ProviderID("cnb"))
    while await core.rates.order.first != ProviderID("cnb") { await Task.yield() }
  }

  @Test("a setting that can't be saved applies and is reported")
  func aSettingThatCantBeSavedAppliesAndIsReported() async throws {
    let (core, shared) = (try core(), SharedSettings())
    await core.settings.use(shared)
    await shared.fail(.diskFull(path: "settings.ini"))
    await core.settings.did(.set(.refreshOnMetered, .flag(true)))
    await core.settings.flush()
    #expect(await core.settings.state.saveFailure == .diskFull(path: "settings.ini"))
    #expect(await core.settings.values.refreshesOnMetered)
    await shared.fail(nil)
    await core.settings.did(.set(.refreshInterval, .text("daily")))
    await core.settings.flush()
    #expect(await core.settings.state.saveFailure == nil)
    #expect(await shared.settings.refreshesOnMetered)
  }

  @MainActor @Test("switching offline mode immediately stops or allows network requests")
  func switchingOfflineModeImmediatelyStopsOrAllowsNetworkRequests() throws {
    let (core, switched) = (try core(), Switches())
    let caches = SettingsCaches(usage: { [:] }, clear: { _ in }, switchNetwork: { switched.add($0) }, apply: { _ in })
    let settings = SettingsWorkflow(
      SettingsReading(Settings()), store: SharedSettings(), rates: core.rates, keys: core.keys, caches: caches,
      clock: { evening })
    settings.send(.set(.offline, .flag(true)))
    #expect(switched.all == [false])
    settings.send(.set(.offline, .flag(false)))
    #expect(switched.all == [false, true])
  }

  final class Switches: Sendable {
    private let state = Mutex<[Bool]>([])
    var all: [Bool] { state.withLock { $0 } }

    func add(_ isOn: Bool) { state.withLock { $0.append(isOn) } }
  }

  @Test("an invalid provider address is reported and not saved")
  func anInvalidProviderAddressIsReportedAndNotSaved() async throws {
    let core = try core()
    await core.settings.did(.addressTyped(.ecb, "http://rates.example.org"))
    #expect(await core.settings.state[.ecb]?.addressProblem == .insecure)
    #expect(await core.settings.values.addresses.isEmpty)
    await core.settings.did(.addressTyped(.ecb, "rates.example.org/"))
    #expect(await core.settings.state[.ecb]?.addressProblem == nil)
    #expect(await core.settings.state[.ecb]?.address == "https://rates.example.org")
    await core.settings.did(.addressTyped(.ecb, "https://www.ecb.europa.eu"))
    #expect(await core.settings.values.addresses.isEmpty)
  }
}

@Suite(.timeLimit(.minutes(2))) struct ProviderKeyTests {
  let fixer = ProviderID("fixer")

  @Test("an API key is stored only in the keyring") func anAPIKeyIsStoredOnlyInTheKeyring() async throws {
    let (folder, secrets) = (TemporaryFolder(), MemorySecretStore())
    var environment = environment(folder)
    environment.settingsFile = folder.path + "/settings.ini"
    environment.secrets = secrets
    let core = try Core(environment)
    await core.settings.did(.keyTyped(fixer, Secret("abcDEF123")))
    await core.settings.did(.providerSwitched(fixer, isOn: true))
    await core.settings.flush()
    #expect(await core.settings.state[fixer]?.key == .stored)
    #expect(await secrets.secret(for: .providerKey(fixer)) == Secret("abcDEF123"))
    #expect(try !String(contentsOfFile: folder.path + "/settings.ini", encoding: .utf8).contains("abcDEF123"))
    #expect(!"\(await core.settings.state)".contains("abcDEF123"))
    await core.settings.did(.keyRemoved(fixer))
    #expect(await core.settings.state[fixer]?.key == .missing)
    #expect(await secrets.secret(for: .providerKey(fixer)) == nil)
  }

  @Test("without a keyring, an API key is kept until the program ends")
  func withoutAKeyringAnAPIKeyIsKeptUntilTheProgramEnds() async throws {
    let folder = TemporaryFolder()
    var environment = environment(folder)
    environment.secrets = DeafSecretStore()
    let core = try Core(environment)
    await core.settings.did(.keyTyped(fixer, Secret("abcDEF123")))
    #expect(await core.settings.state[fixer]?.key == .thisRunOnly)
    #expect(await core.settings.state.keyFailure == .noService)
    #expect(await core.keys.key(for: fixer) != nil)
    #expect(await (try Core(environment)).keys.key(for: fixer) == nil)
  }

  @Test("a locked keyring is reported and not treated as empty")
  func aLockedKeyringIsReportedAndNotTreatedAsEmpty() async throws {
    let folder = TemporaryFolder()
    var environment = environment(folder)
    environment.secrets = DeafSecretStore(failure: .locked)
    let core = try Core(environment)
    for await state in await core.settings.states() where state.keyFailure != nil {
      #expect(state[fixer]?.key == .unreadable)
      #expect(state.keyFailure == .locked)
      break
    }
  }

  @Test(
    "an API key that could change a request's address is refused",
    arguments: ["a b", "abc&base=USD", "../../x", "", "ключ"])
  func anAPIKeyThatCouldChangeARequestsAddressIsRefused(text: String) async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    await core.settings.did(.keyTyped(fixer, Secret(text)))
    #expect(await core.settings.state[fixer]?.key == (text.isEmpty ? .missing : .malformed))
    #expect(await core.keys.key(for: fixer) == nil)
  }
}
