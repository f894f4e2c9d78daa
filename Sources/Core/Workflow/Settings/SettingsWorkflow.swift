// SPDX-License-Identifier: GPL-3.0-or-later

public import KursItems
public import KursModel

/// Holds and changes the settings. All changes of settings go through this class.
@MainActor
public final class SettingsWorkflow: Store {
  nonisolated let rates: RatesWorkflow
  nonisolated let keys: ProviderKeys
  nonisolated let caches: SettingsCaches
  nonisolated let clock: @Sendable () -> Timestamp
  private nonisolated let track: Track
  var machine: SettingsMachine
  /// Receives each new state before `send` returns. While an observer is set, new rates update the providers' status.
  public var onChange: (@MainActor (SettingsState) -> Void)? {
    didSet { if (oldValue == nil) != (onChange == nil) { watch() } }
  }
  var watching: Task<Void, Never>?
  var store: any SettingsStore
  var savedSettings: Settings
  private var missing: Set<SettingsKey>
  /// The number of changes by the user. If it grows while the file is read, the read values are ignored.
  var choices = 0
  var refresher: RatesRefresher?
  var refreshObservers = Broadcast<[ProviderID: RefreshState]>()
  var followers = Broadcast<Settings>()
  private var team: Team?
  private var following: [Task<Void, Never>] = []
  let saves = OrderedWork()
  let work = OrderedWork()
  /// Runs the work with the keyring. It is separate from other work, because the keyring may wait for the user.
  let keyWork = OrderedWork()

  public nonisolated init(
    _ reading: SettingsReading, store: any SettingsStore, rates: RatesWorkflow, keys: ProviderKeys,
    directory: [ProviderDefinition] = ProviderDefinition.all, caches: SettingsCaches = .none,
    track: @escaping Track = { _ in },
    clock: @escaping @Sendable () -> Timestamp
  ) {
    machine = SettingsMachine(
      reading, directory: ProviderState.directory(directory),
      today: clock().localDay)
    savedSettings = reading.settings
    missing = reading.missing
    self.store = store
    self.rates = rates
    self.keys = keys
    self.caches = caches
    self.track = track
    self.clock = clock
  }

  public var state: SettingsState { machine.state }

  public var values: Settings { machine.state.settings }

  /// The settings, and the keys that the file lacks and that the user hasn't changed since the file was read.
  var written: (values: Settings, missing: Set<SettingsKey>) {
    (values, missing.subtracting(values.keys(differingFrom: savedSettings)))
  }

  public func changes() -> AsyncStream<Settings> {
    followers.states(from: values)
  }

  public func send(_ event: SettingsEvent) {
    let before = machine.inUse
    apply { $0.send(event) }
    if machine.inUse != before { track(.providersChanged(inUse: .init(machine.inUse.count))) }
  }

  /// Applies settings from another computer, a value for each name. Returns the values that now apply.
  func adopt(_ values: [String: String]) -> [String: String] {
    send(.syncedValuesReceived(values))
    let here = self.values
    return Dictionary(
      values.keys.compactMap { name in SettingsKey.named(name).map { (name, $0.value(in: here).variant) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Uses another store for settings. Call this function after the first frame, because opening GSettings is slow.
  public func use(_ store: any SettingsStore) async {
    self.store = store
    let changes = await store.changes()
    following.append(Task { [weak self] in for await _ in changes { await self?.reread() } })
    await reread()
  }

  public func follow(_ refresher: RatesRefresher) async {
    self.refresher = refresher
    if let connectivity = machine.connectivity { await refresher.connectivityChanged(connectivity) }
    let states = await refresher.states()
    following.append(Task { [weak self] in for await state in states { self?.refreshing(state) } })
  }

  public func refreshes() -> AsyncStream<[ProviderID: RefreshState]> {
    refreshObservers.states(from: nil)
  }

  /// Adds the team to the list of providers, or removes it if `team` is nil. `source`: requests the team's rates.
  public func use(_ team: Team?, from source: TeamSource?) async {
    guard team != self.team else { return }
    self.team = team
    await rates.use(team, from: source)
    note { $0.offer(team.map { .team($0) }) }
    work.add { await self.useRates() }
    await work.finish()
    await loadRatesStatus()
    if let team { await refresher?.keyChanged(team.id) }
  }

  func wipeTeam(of member: MemberID) async throws {
    if Team(of: member) == team { await use(nil, from: nil) }
    try await rates.wipeTeam(of: member)
  }

  public func connectivityChanged(_ connectivity: Connectivity) async {
    note { $0.connected(connectivity) }
    await refresher?.connectivityChanged(connectivity)
  }

  /// Waits until all changes are saved and applied. Windows call this function before they close.
  public func flush() async {
    await saves.finish()
    await work.finish()
    await keyWork.finish()
  }

  /// Tries to save the changes that aren't saved yet. Throws if this fails.
  func saveAgain() async throws(FileFailure) {
    saves.add { await self.save() }
    await saves.finish()
    if let failure = state.saveFailure { throw failure }
  }

  func note(_ fact: (inout SettingsMachine) -> Void) {
    apply { machine in
      fact(&machine)
      return []
    }
  }

  func carryOut(_ action: SettingsMachine.Action) {
    switch action {
    case .save:
      choices += 1
      saves.add { await self.save() }
      changed()
    case .storeKey(let id, let secret):
      keyWork.add { await self.keyChanged(id, await self.keys.store(secret, for: id)) }
    case .removeKey(let id): keyWork.add { await self.keyChanged(id, await self.keys.remove(id)) }
    case .unlockKeys:
      keyWork.add {
        await self.keys.unlock()
        await self.loadKeyStates()
      }
    case .test(let id, let address): Task { await test(id, at: address) }
    case .refresh(let order): Task { [refresher] in await refresher?.refreshNow(order) }
    case .clear(let kind):
      work.add {
        await self.caches.clear(kind)
        await self.countCaches()
      }
    case .forgetMoves(let id): changeRates { try? await $0.download.forgetMoves(of: id) }
    // An error is ignored here, because the user sees that the entry stays in the list.
    case .acceptQuarantined(let entry): changeRates { _ = try? await $0.acceptQuarantined(entry) }
    case .dropQuarantined(let entry): changeRates { _ = try? await $0.dropQuarantined(entry) }
    }
  }

  private func changeRates(_ change: @escaping @Sendable (RatesWorkflow) async -> Void) {
    work.add {
      await change(self.rates)
      await self.loadRatesStatus()
    }
  }

  public func ask(_ id: ProviderID, over days: ClosedRange<Day>) async throws(RatesFailure) -> Int {
    let key = await keys.key(for: id)
    return try await rates.refresh(id, over: days, address: values.addresses[id], key: key).changed
  }

  /// Saves the settings, one write at a time. Changes during a write are saved by the next write.
  private func save() async {
    let settings = values
    guard settings != savedSettings || state.saveFailure != nil else { return }
    do throws(FileFailure) {
      try await store.write(settings, over: savedSettings)
      missing.subtract(settings.keys(differingFrom: savedSettings))
      savedSettings = settings
      note { $0.saved(nil) }
    } catch {
      note { $0.saved(error) }
    }
  }

  private func changed() {
    // The network is switched on or off first. Otherwise the next refreshes would still be blocked.
    caches.switchNetwork(!values.isOffline)
    followers.send(values)
    work.add {
      await self.useRates()
      await self.caches.apply(self.values)
    }
  }

  func useRates() async {
    await rates.use(machine.inUse, isStrict: values.isStrict, side: values.side, maxAge: values.maxAge)
  }

  func reread() async {
    await saves.finish()
    let (choices, reading) = (choices, await store.read())
    guard choices == self.choices else { return }
    missing = reading.missing
    guard reading != SettingsReading(values) else { return }
    let before = values
    savedSettings = reading.settings
    note { $0.reread(reading) }
    if values != before { changed() }
  }

  func refreshing(_ states: [ProviderID: RefreshState]) {
    refreshObservers.send(states)
    note { $0.refreshing(states) }
  }

  private func keyChanged(_ id: ProviderID, _ key: KeyState) async {
    let failure = await keys.failure
    note { $0.keyFound(id, key, failure: failure) }
    await refresher?.keyChanged(id)
  }

  private func test(_ id: ProviderID, at address: String?) async {
    let key = await keys.key(for: id)
    let isLocked = state[id]?.needsKey == true && key == nil
    let outcome = isLocked ? .needsKey : await rates.download.test(id, address: address, key: key)
    note { $0.tested(id, outcome) }
  }

  func watch() {
    watching?.cancel()
    guard onChange != nil else { return }
    watching = Task { [weak self] in
      guard let updates = await self?.rates.updates() else { return }
      await self?.loadRatesStatus()
      await self?.countCaches()
      await self?.loadKeyStates()
      for await _ in updates { await self?.loadRatesStatus() }
    }
  }

  func loadRatesStatus() async {
    let (statuses, quotes) = (await rates.storedStatuses(), try? await rates.quarantined())
    let log = onChange == nil ? nil : await caches.log()
    note { machine in
      machine.statusesRead(statuses, today: clock().localDay)
      if let quotes { machine.quarantined(quotes) }
      if let log { machine.logRead(log) }
    }
  }

  func countCaches() async {
    let usage = await caches.usage()
    note { $0.cacheUseRead(usage) }
  }

  func loadKeyStates() async {
    var found: [ProviderID: KeyState] = [:]
    for provider in state.providers where provider.needsKey { found[provider.id] = await keys.state(of: provider.id) }
    let failure = await keys.failure
    note { machine in for (id, key) in found { machine.keyFound(id, key, failure: failure) } }
  }

  /// Adds the provider that a file defines. If `UserProviders.add` throws, nothing changes.
  @discardableResult
  public func addProvider(from path: String) async throws -> ProviderID {
    let id = try await rates.userProviders.add(from: path).id
    guard let items = rates.directory[id] else { return id }
    note { $0.add(.described(items)) }
    await refresher?.keyChanged(id)
    await loadRatesStatus()
    return id
  }

  /// Removes a provider. If no enabled provider is left, enables the European Central Bank.
  public func removeProvider(_ id: ProviderID) async throws(RatesFailure) {
    guard try await rates.userProviders.remove(id) else { return }
    apply { $0.remove(id) }
    await loadRatesStatus()
  }

  public func file(of id: ProviderID) async -> [UInt8]? { rates.userProviders.file(of: id) }
}

extension SettingsMachine {
  mutating func add(_ provider: ProviderState) {
    state.providers.removeAll { $0.id == provider.id }
    state.providers.append(provider)
    arrange()
  }

  mutating func remove(_ id: ProviderID) -> [Action] {
    state.providers.removeAll { $0.id == id }
    var rest = state.settings.providers.filter { $0 != id }
    if !rest.contains(where: { state[$0] != nil }) { rest.append(.ecb) }
    return change {
      $0.providers = rest
      $0.addresses[id] = nil
    }
  }
}

public struct SettingsCaches: Sendable {
  /// Returns the size of each cache in bytes. A cache that doesn't exist is missing from the dictionary.
  public var usage: @Sendable () async -> [CacheKind: Int]
  public var clear: @Sendable (CacheKind) async -> Void
  public var switchNetwork: @Sendable (Bool) -> Void
  public var apply: @Sendable (Settings) async -> Void
  public var log: @Sendable () async -> [String]

  public init(
    usage: @escaping @Sendable () async -> [CacheKind: Int], clear: @escaping @Sendable (CacheKind) async -> Void,
    switchNetwork: @escaping @Sendable (Bool) -> Void = { _ in }, apply: @escaping @Sendable (Settings) async -> Void,
    log: @escaping @Sendable () async -> [String] = { [] }
  ) {
    self.usage = usage
    self.clear = clear
    self.switchNetwork = switchNetwork
    self.apply = apply
    self.log = log
  }

  public static let none = SettingsCaches(usage: { [:] }, clear: { _ in }, apply: { _ in })
}
