// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The settings behind their window, and the one place from which everything else learns of a change.
public actor SettingsWorkflow {
  let rates: RatesWorkflow
  let keys: ProviderKeys
  let caches: SettingsCaches
  let clock: @Sendable () -> Timestamp
  private let track: Track
  private let reading: SettingsReading
  var store: any SettingsStore
  /// As the store has them, as far as is known.
  var kept: Settings
  /// Made when a window or a change first asks for it: a start shows numbers without.
  var made: SettingsMachine?
  var refreshStates: [ProviderID: RefreshState] = [:]
  var refresher: RatesRefresher?
  var refreshListeners = Listeners<[ProviderID: RefreshState]>()
  private var connectivity: Connectivity?
  /// Whose team rates are one of the providers.
  private var team: Team?
  var listeners = Listeners<SettingsState>()
  var followers = Listeners<Settings>()
  /// Windows that show the state.
  var readers = 0
  private var following: [Task<Void, Never>] = []
  var watching: Task<Void, Never>?
  var saving: Task<Void, Never>?
  /// Counts what was chosen here, so that a reading that is older than a choice does not undo it.
  var choices = 0

  /// `reading`: what was read at the start; `store`: where changes go.
  public init(
    _ reading: SettingsReading, store: any SettingsStore, rates: RatesWorkflow, keys: ProviderKeys,
    caches: SettingsCaches = .none, track: @escaping Track = { _ in }, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.reading = reading
    kept = reading.settings
    self.store = store
    self.rates = rates
    self.keys = keys
    self.caches = caches
    self.track = track
    self.clock = clock
  }

  public var state: SettingsState { machine.state }

  /// What is chosen now.
  public var values: Settings { made?.state.settings ?? reading.settings }

  /// The state now and after each change; only the newest waits for a slow reader. The figures follow.
  public func states() -> AsyncStream<SettingsState> {
    readers += 1
    if readers == 1 { watch() }
    return listeners.states(from: machine.state) { [weak self] in Task { await self?.readerLeft() } }
  }

  /// The settings now and after each change, for whatever acts by them.
  public func changes() -> AsyncStream<Settings> {
    followers.states(from: values)
  }

  public func send(_ event: SettingsEvent) async {
    let before = machine.inUse
    let actions = machine.receive(event)
    if machine.inUse != before { track(.providersChanged(inUse: .init(machine.inUse.count))) }
    publish()
    for action in actions { await carryOut(action) }
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
    if let connectivity { await refresher.connectivityChanged(connectivity) }
    let states = await refresher.states()
    following.append(Task { [weak self] in for await state in states { await self?.refreshing(state) } })
  }

  /// What is done with each provider from now on, whenever the timetable starts to be followed.
  public func refreshes() -> AsyncStream<[ProviderID: RefreshState]> {
    refreshListeners.states(from: nil)
  }

  /// Offers these team rates and no others from now on; `source` fetches them, nil offers none.
  public func use(_ team: Team?, from source: TeamSource?) async {
    guard team != self.team else { return }
    self.team = team
    await rates.use(team, from: source)
    if made != nil {
      machine.offer(team.map { .team($0) })
      await rates.use(machine.inUse, isStrict: machine.state.settings.isStrict, side: machine.state.settings.side)
      await lookAtRates()
    } else {
      await rates.use(reading.settings.providers, isStrict: reading.settings.isStrict, side: reading.settings.side)
    }
    if let team { await refresher?.keyChanged(team.id) }
  }

  /// Deletes what is stored of a member's team; its place in the order goes with it.
  func wipeTeam(of member: MemberID) async throws {
    if Team(of: member) == team { await use(nil, from: nil) }
    try await rates.wipeTeam(of: member)
  }

  /// What the desktop says of the network and the battery.
  public func connectivityChanged(_ connectivity: Connectivity) async {
    self.connectivity = connectivity
    if made != nil {
      machine.connected(connectivity)
      publish()
    }
    await refresher?.connectivityChanged(connectivity)
  }

  /// Waits until what was chosen is kept; windows call it before they close.
  public func flush() async { await saving?.value }
}

extension SettingsWorkflow {
  var machine: SettingsMachine {
    get {
      if let made { return made }
      var machine = SettingsMachine(
        reading, directory: ProviderState.directory() + (team.map { [.team($0)] } ?? []), today: clock().localDay)
      machine.refreshing(refreshStates)
      if let connectivity { machine.connected(connectivity) }
      made = machine
      return machine
    }
    set { made = newValue }
  }
}
