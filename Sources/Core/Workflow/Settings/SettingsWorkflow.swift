// SPDX-License-Identifier: GPL-3.0-or-later

public import KursItems
public import KursModel

/// The settings behind their window, and the one place from which everything else learns of a change.
@MainActor
public final class SettingsWorkflow: Store {
  nonisolated let rates: RatesWorkflow
  nonisolated let keys: ProviderKeys
  nonisolated let caches: SettingsCaches
  nonisolated let clock: @Sendable () -> Timestamp
  private nonisolated let track: Track
  var machine: SettingsMachine
  /// Gets each new state, in the turn that made it; while somebody does, the figures follow the rates.
  public var onChange: (@MainActor (SettingsState) -> Void)? {
    didSet { if (oldValue == nil) != (onChange == nil) { watch() } }
  }
  var watching: Task<Void, Never>?
  var store: any SettingsStore
  /// The stored settings, as far as known.
  var kept: Settings
  /// Counts what was chosen here, so that a reading that is older than a choice does not undo it.
  var choices = 0
  var refresher: RatesRefresher?
  var refreshListeners = Broadcast<[ProviderID: RefreshState]>()
  var followers = Broadcast<Settings>()
  /// The team whose rates are one of the providers.
  private var team: Team?
  private var following: [Task<Void, Never>] = []
  let saves = OrderedWork()
  let work = OrderedWork()
  /// A task of its own: the keyring may wait for a person.
  let keyWork = OrderedWork()

  /// `reading`: what was read at the start; `store`: where changes go.
  public nonisolated init(
    _ reading: SettingsReading, store: any SettingsStore, rates: RatesWorkflow, keys: ProviderKeys,
    directory: [ProviderDefinition] = ProviderDefinition.all, caches: SettingsCaches = .none, track: @escaping Track = { _ in },
    clock: @escaping @Sendable () -> Timestamp
  ) {
    machine = SettingsMachine(
      reading, directory: ProviderState.directory(directory),
      today: clock().localDay)
    kept = reading.settings
    self.store = store
    self.rates = rates
    self.keys = keys
    self.caches = caches
    self.track = track
    self.clock = clock
  }

  public var state: SettingsState { machine.state }

  /// The current settings.
  public var values: Settings { machine.state.settings }

  /// The settings now and after each change, for whatever acts by them.
  public func changes() -> AsyncStream<Settings> {
    followers.states(from: values)
  }

  public func send(_ event: SettingsEvent) {
    let before = machine.inUse
    take { $0.send(event) }
    if machine.inUse != before { track(.providersChanged(inUse: .init(machine.inUse.count))) }
  }

  /// Keeps the settings elsewhere from now on and follows what others change there.
  ///
  /// The window's program does so once its first frame is drawn: GSettings is not opened before.
  public func use(_ store: any SettingsStore) async {
    self.store = store
    let changes = await store.changes()
    following.append(Task { [weak self] in for await _ in changes { await self?.reread() } })
    await reread()
  }

  /// Follows the timetable, whose doings the states then tell.
  public func follow(_ refresher: RatesRefresher) async {
    self.refresher = refresher
    if let connectivity = machine.connectivity { await refresher.connectivityChanged(connectivity) }
    let states = await refresher.states()
    following.append(Task { [weak self] in for await state in states { self?.refreshing(state) } })
  }

  /// The timetable's state of each provider, now and at each change.
  public func refreshes() -> AsyncStream<[ProviderID: RefreshState]> {
    refreshListeners.states(from: nil)
  }

  /// Offers these team rates and no others from now on; `source` fetches them, nil offers none.
  public func use(_ team: Team?, from source: TeamSource?) async {
    guard team != self.team else { return }
    self.team = team
    await rates.use(team, from: source)
    note { $0.offer(team.map { .team($0) }) }
    work.add { await self.useRates() }
    await work.finish()
    await lookAtRates()
    if let team { await refresher?.keyChanged(team.id) }
  }

  /// Deletes what is stored of a member's team; its place in the order goes with it.
  func wipeTeam(of member: MemberID) async throws {
    if Team(of: member) == team { await use(nil, from: nil) }
    try await rates.wipeTeam(of: member)
  }

  /// The desktop's network and battery state.
  public func connectivityChanged(_ connectivity: Connectivity) async {
    note { $0.connected(connectivity) }
    await refresher?.connectivityChanged(connectivity)
  }

  /// Waits until what was chosen is kept and done; windows call it before they close.
  public func flush() async {
    await saves.finish()
    await work.finish()
    await keyWork.finish()
  }

  /// Facts from storage, keyring, caches and the timetable.
  func note(_ fact: (inout SettingsMachine) -> Void) {
    take { machine in
      fact(&machine)
      return []
    }
  }
}

extension SettingsWorkflow {
  func carryOut(_ action: SettingsMachine.Action) {
    switch action {
    case .keep:
      choices += 1
      saves.add { await self.save() }
      changed()
    case .storeKey(let id, let secret):
      keyWork.add { await self.keyChanged(id, await self.keys.store(secret, for: id)) }
    case .removeKey(let id): keyWork.add { await self.keyChanged(id, await self.keys.remove(id)) }
    case .unlockKeys:
      keyWork.add {
        await self.keys.unlock()
        await self.lookForKeys()
      }
    case .test(let id, let address): Task { await test(id, at: address) }
    case .refresh(let order): Task { [refresher] in await refresher?.refreshNow(order) }
    case .clear(let kind):
      work.add {
        await self.caches.clear(kind)
        await self.countCaches()
      }
    case .forgetMoves(let id): changeRates { try? await $0.forgetMoves(of: id) }
    // A refusal shows in the list itself: the entry stays.
    case .acceptQuarantined(let entry): changeRates { _ = try? await $0.acceptQuarantined(entry) }
    case .dropQuarantined(let entry): changeRates { _ = try? await $0.dropQuarantined(entry) }
    }
  }

  private func changeRates(_ change: @escaping @Sendable (RatesWorkflow) async -> Void) {
    work.add {
      await change(self.rates)
      await self.lookAtRates()
    }
  }

  /// Asks a provider for the rates of some days, whether it is in use or not; returns how many came.
  public func ask(_ id: ProviderID, over days: ClosedRange<Day>) async throws(RatesFailure) -> Int {
    let key = await keys.key(for: id)
    return try await rates.refresh(id, over: days, address: values.addresses[id], key: key).changed
  }

  /// One write follows the one before; what changes meanwhile goes with the next.
  private func save() async {
    let settings = values
    guard settings != kept || state.saveFailure != nil else { return }
    do throws(FileFailure) {
      try await store.write(settings, over: kept)
      kept = settings
      note { $0.saved(nil) }
    } catch {
      note { $0.saved(error) }
    }
  }

  private func changed() {
    // This comes before the timetable hears of it, which would ask at once, be refused, and wait for its next turn.
    caches.switchNetwork(!values.isOffline)
    followers.tell(values)
    work.add {
      await self.useRates()
      await self.caches.apply(self.values)
    }
  }

  func useRates() async {
    await rates.use(machine.inUse, isStrict: values.isStrict, side: values.side)
  }

  func reread() async {
    await saves.finish()
    let (choices, reading) = (choices, await store.read())
    guard choices == self.choices, reading != SettingsReading(values) else { return }
    let before = values
    kept = reading.settings
    note { $0.reread(reading) }
    if values != before { changed() }
  }

  func refreshing(_ states: [ProviderID: RefreshState]) {
    refreshListeners.tell(states)
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
    let outcome = isLocked ? .needsKey : await rates.test(id, address: address, key: key)
    note { $0.tested(id, outcome) }
  }
}

extension SettingsWorkflow {
  /// Looks around, and after each change of the rates, for as long as somebody gets the states.
  func watch() {
    watching?.cancel()
    guard onChange != nil else { return }
    watching = Task { [weak self] in
      guard let updates = await self?.rates.updates() else { return }
      await self?.lookAtRates()
      await self?.countCaches()
      await self?.lookForKeys()
      for await _ in updates { await self?.lookAtRates() }
    }
  }

  func lookAtRates() async {
    let (standing, quotes) = (await rates.standing(), try? await rates.quarantined())
    let log = onChange == nil ? nil : await caches.log()
    note { machine in
      machine.standing(standing, today: clock().localDay)
      if let quotes { machine.quarantined(quotes) }
      if let log { machine.logged(log) }
    }
  }

  func countCaches() async {
    let usage = await caches.usage()
    note { $0.counted(usage) }
  }

  func lookForKeys() async {
    var found: [ProviderID: KeyState] = [:]
    for provider in state.providers where provider.needsKey { found[provider.id] = await keys.state(of: provider.id) }
    let failure = await keys.failure
    note { machine in for (id, key) in found { machine.keyFound(id, key, failure: failure) } }
  }
}

extension SettingsWorkflow {
  /// Offers the provider that a file describes from now on.
  ///
  /// Throws as `RatesWorkflow.addProvider` does; nothing has changed then.
  @discardableResult
  public func addProvider(from path: String) async throws -> ProviderID {
    let id = try await rates.addProvider(from: path).id
    guard let items = await rates.items[id] else { return id }
    note { $0.add(.described(items)) }
    await refresher?.keyChanged(id)
    await lookAtRates()
    return id
  }

  /// Forgets it; where it was the only one in use, the first of all takes its place.
  public func removeProvider(_ id: ProviderID) async throws(RatesFailure) {
    guard try await rates.removeProvider(id) else { return }
    take { $0.remove(id) }
    await lookAtRates()
  }

  /// The file of a provider, to be given on; nil for one that comes with Kurs.
  public func file(of id: ProviderID) async -> [UInt8]? { await rates.file(of: id) }
}

extension SettingsMachine {
  /// Puts a provider among those that can be used, in place of one of that name.
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
