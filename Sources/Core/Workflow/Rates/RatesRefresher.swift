// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
public import KursModel

public struct Connectivity: Hashable, Sendable {
  public var isOnline: Bool
  public var isMetered: Bool
  public var isSavingBattery: Bool

  public init(isOnline: Bool = true, isMetered: Bool = false, isSavingBattery: Bool = false) {
    self.isOnline = isOnline
    self.isMetered = isMetered
    self.isSavingBattery = isSavingBattery
  }
}

public actor RatesRefresher {
  /// The maximum sleep in seconds. Longer sleeps are split, because timers are late after a suspend.
  public static let longestSleep: Int64 = 1800

  private let rates: RatesWorkflow
  private let keys: ProviderKeys
  private let seed: UInt64
  private let clock: @Sendable () -> Timestamp
  private let sleep: @Sendable (Duration) async throws -> Void
  private var plan = RefreshPlan()
  private var settings: Settings
  private var isStarted = false
  /// The running refresh. It is a separate task, so that cancelling a caller doesn't cancel the request.
  private var refreshTask: Task<Void, Never>?
  private var timer: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private var observers = Broadcast<[ProviderID: RefreshState]>()

  public init(
    rates: RatesWorkflow, keys: ProviderKeys, settings: Settings, seed: UInt64,
    clock: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.rates = rates
    self.keys = keys
    self.settings = settings
    self.seed = seed
    self.clock = clock
    self.sleep = sleep
    plan.use(settings)
  }

  /// Observes the settings immediately, but sends no automatic request before `delay` has passed.
  public func start(after delay: Duration, following values: AsyncStream<Settings>) {
    following = Task { [weak self] in for await settings in values { await self?.use(settings) } }
    timer = Task { [weak self, sleep] in
      guard (try? await sleep(delay)) != nil else { return }
      await self?.timerFired()
    }
  }

  public func states() -> AsyncStream<[ProviderID: RefreshState]> {
    observers.states(from: plan.states)
  }

  public func connectivityChanged(_ connectivity: Connectivity) {
    plan.connected(connectivity)
    advance()
  }

  /// Refreshes every due provider once. Returns the time of the next refresh. The caller can sleep until this time.
  @discardableResult
  public func refreshDue(_ connectivity: Connectivity) async -> Timestamp? {
    isStarted = true
    connectivityChanged(connectivity)
    await refreshTask?.value
    timer?.cancel()
    return plan.states.values.compactMap(\.next).min()
  }

  public func keyChanged(_ id: ProviderID) async {
    await restart(id)
    advance()
  }

  /// Refreshes these providers now, regardless of the timetable. Returns when all have responded or failed.
  public func refreshNow(_ ids: [ProviderID]) async {
    isStarted = true
    await makeSchedules()
    plan.request(ids)
    advance()
    await refreshTask?.value
  }

  private func timerFired() {
    isStarted = true
    timer = nil
    advance()
  }

  private func use(_ settings: Settings) async {
    guard settings != self.settings else { return }
    let before = self.settings.addresses
    self.settings = settings
    plan.use(settings)
    for id in settings.providers where settings.addresses[id] != before[id] { await restart(id) }
    advance()
  }

  private func restart(_ id: ProviderID) async {
    guard let schedule = await schedule(of: id) else { return }
    plan.restart(id, schedule, hasKey: await hasKey(id))
  }

  private func advance() {
    guard isStarted, refreshTask == nil else { return }
    timer?.cancel()
    timer = nil
    refreshTask = Task { await run() }
  }

  private func run() async {
    while true {
      await makeSchedules()
      let now = clock()
      switch plan.decide(at: now) {
      case .refresh(let id):
        await request(id, at: now)
      case .sleep(let until):
        publish()
        if let until { wake(at: until, now: now) }
        refreshTask = nil
        return
      }
    }
  }

  private func request(_ id: ProviderID, at now: Timestamp) async {
    let hadFailed = plan.states[id]?.failure != nil
    plan.requested(id, at: now)
    publish()
    do throws(RatesFailure) {
      let progress = try await rates.download.refresh(id, address: settings.addresses[id], key: await keys.key(for: id))
      plan.succeeded(id, at: clock(), newest: progress.newest)
      // Windows clear the old error after this announcement, even if no rate has changed.
      if hadFailed, !progress.isNews, let newest = progress.newest {
        await rates.announce(.newest(provider: id, newest))
      }
    } catch {
      plan.failed(id, at: clock(), error)
      // Only the first provider's failure is announced. The settings show the other failures.
      if id == plan.order.first { await rates.announce(.failed(error)) }
    }
  }

  private func makeSchedules() async {
    for id in plan.unscheduled {
      guard let schedule = await schedule(of: id) else { continue }
      plan.schedule(id, schedule, await rates.storedStatus(of: id), hasKey: await hasKey(id))
    }
  }

  private func schedule(of id: ProviderID) async -> RateSchedule? {
    guard let provider = try? await rates.provider(id), let endpoints = await rates.endpoints(of: id) else {
      return nil
    }
    // Each provider gets a different seed, so that two failed providers don't retry at the same time.
    let own = id.name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return RateSchedule(provider: provider, minimumInterval: endpoints.minimumInterval, seed: own)
  }

  private func hasKey(_ id: ProviderID) async -> Bool {
    guard let endpoints = await rates.endpoints(of: id), endpoints.key != .none else { return true }
    return await keys.key(for: id) != nil
  }

  private func wake(at time: Timestamp, now: Timestamp) {
    let span = min(max(time.milliseconds - now.milliseconds, 1000), Self.longestSleep * 1000)
    timer = Task { [weak self, sleep] in
      guard (try? await sleep(.milliseconds(span))) != nil else { return }
      await self?.timerFired()
    }
  }

  private func publish() {
    observers.send(plan.states)
  }
}
