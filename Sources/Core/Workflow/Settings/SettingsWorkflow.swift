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
  var refreshListeners = Listeners<[ProviderID: RefreshState]>()
  var followers = Listeners<Settings>()
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
    directory: [ProviderItems] = ProviderItems.all, caches: SettingsCaches = .none, track: @escaping Track = { _ in },
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

  /// Takes over values chosen on another machine, by the names of settings; the values here after that.
  func adopt(_ values: [String: String]) -> [String: String] {
    send(.valuesTaken(values))
    let here = self.values
    return Dictionary(
      values.keys.compactMap { name in SettingsKey.named(name).map { (name, $0.value(in: here).variant) } },
      uniquingKeysWith: { first, _ in first })
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
