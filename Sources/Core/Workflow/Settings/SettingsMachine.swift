// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel
import KursStorage

struct SettingsMachine: StateMachine {
  enum Action: Equatable, Sendable {
    case save
    case storeKey(ProviderID, Secret)
    case removeKey(ProviderID)
    case unlockKeys
    case test(ProviderID, address: String?)
    case refresh([ProviderID])
    case clear(CacheKind)
    case forgetMoves(ProviderID)
    case acceptQuarantined(Int64)
    case dropQuarantined(Int64)
  }

  var state: SettingsState
  private(set) var connectivity: Connectivity?

  init(_ reading: SettingsReading, directory: [ProviderState], today: Day) {
    state = SettingsState(settings: reading.settings, providers: directory, today: today)
    if !reading.problems.isEmpty { state.damage = reading }
    arrange()
  }

  mutating func send(_ event: SettingsEvent) -> [Action] {
    switch event {
    case .set(let key, let value): change { _ = key.set(value, in: &$0) }
    case .providerMoved(let start, let end): providerMoved(from: start, to: end)
    case .providerSwitched(let id, let isOn): providerSwitched(id, isOn: isOn)
    case .providerChosen(let id): providerChosen(id)
    case .addressTyped(let id, let text): addressTyped(id, text)
    case .keyTyped(let id, let secret): keyTyped(id, secret)
    case .keyRemoved(let id): state[id] == nil ? [] : [.removeKey(id)]
    case .unlockPressed: [.unlockKeys]
    case .connectionTested(let id): connectionTested(id)
    case .refreshPressed: [.refresh(inUse)]
    case .cacheCleared(let kind): [.clear(kind)]
    case .quarantineAccepted(let entry): [.acceptQuarantined(entry)]
    case .quarantineDropped(let entry): [.dropQuarantined(entry)]
    case .symbolChosen(let symbol, let currency): change { $0.symbols[symbol] = currency }
    case .accountServerTyped(let text): accountServerTyped(text)
    case .syncedValuesReceived(let values): syncedValuesReceived(values)
    case .backupRestored(let kept): backupRestored(kept)
    case .damageDismissed: damageDismissed()
    }
  }

  mutating func reread(_ reading: SettingsReading) {
    state.settings = reading.settings
    if !reading.problems.isEmpty { state.damage = reading }
    arrange()
  }

  mutating func offer(_ team: ProviderState?) {
    state.providers.removeAll { $0.id.isTeam }
    if let team { state.providers.append(team) }
    arrange()
  }

  mutating func connected(_ connectivity: Connectivity) {
    self.connectivity = connectivity
    arrange()
  }

  mutating func saved(_ failure: FileFailure?) { state.saveFailure = failure }

  /// The enabled providers that this version of Kurs knows. The settings may name unknown providers too.
  var inUse: [ProviderID] { state.providers.filter(\.isOn).map(\.id) }

  private mutating func providerMoved(from start: Int, to end: Int) -> [Action] {
    var order = inUse
    guard order.indices.contains(start), order.indices.contains(end), start != end else { return [] }
    order.insert(order.remove(at: start), at: end)
    return use(order)
  }

  private mutating func providerSwitched(_ id: ProviderID, isOn: Bool) -> [Action] {
    guard let provider = state[id], provider.isOn != isOn else { return [] }
    if isOn { return use(inUse + [id]) }
    return inUse.count > 1 ? use(inUse.filter { $0 != id }) : []
  }

  private mutating func providerChosen(_ id: ProviderID) -> [Action] {
    guard state[id] != nil, inUse.first != id else { return [] }
    return use([id] + inUse.filter { $0 != id })
  }

  private mutating func use(_ order: [ProviderID]) -> [Action] {
    let old = state.settings.providers
    var places = order
    // An unknown provider stays in the list, because it may be the team of another member.
    for (index, id) in old.enumerated() where state[id] == nil {
      let place = old[..<index].reversed().lazy.compactMap { places.firstIndex(of: $0) }.first
      places.insert(id, at: place.map { $0 + 1 } ?? 0)
    }
    return change { $0.providers = places }
  }

  private mutating func syncedValuesReceived(_ values: [String: String]) -> [Action] {
    let known = Set(state.providers.map(\.id))
    return change { settings in
      var taken = settings
      for (name, text) in values {
        guard let key = SettingsKey.named(name) else { continue }
        _ = key.value(in: taken).reading(variant: text).map { key.set($0, in: &taken) }
      }
      // Calculations need a known provider. If the received list has none, the old list is added at its end.
      if !taken.providers.contains(where: known.contains) {
        taken.providers += settings.providers.filter { !taken.providers.contains($0) }
      }
      settings = taken
    }
  }

  private mutating func addressTyped(_ id: ProviderID, _ text: String) -> [Action] {
    let isEmpty = text.allSatisfy { $0 == " " }
    switch isEmpty ? nil : ServerAddress.reading(text) {
    case nil:
      return forgettingMoves(of: id) + change { $0.addresses[id] = nil }
    case .success(let address):
      let isOwn = address.text == state[id]?.ownAddress
      return forgettingMoves(of: id) + change { $0.addresses[id] = isOwn ? nil : address.text }
    case .failure(let problem):
      update(id) { $0.addressProblem = problem }
      return []
    }
  }

  private mutating func forgettingMoves(of id: ProviderID) -> [Action] {
    update(id) { ($0.addressProblem, $0.test, $0.moved) = (nil, .untried, nil) }
    return [.forgetMoves(id)]
  }

  private mutating func keyTyped(_ id: ProviderID, _ secret: Secret) -> [Action] {
    guard let provider = state[id], provider.needsKey else { return [] }
    update(id) { $0.test = .untried }
    return secret.isEmpty ? [.removeKey(id)] : [.storeKey(id, secret)]
  }

  private mutating func connectionTested(_ id: ProviderID) -> [Action] {
    guard let provider = state[id], provider.test != .running else { return [] }
    update(id) { $0.test = .running }
    return [.test(id, address: provider.address)]
  }

  private mutating func backupRestored(_ kept: [String: SettingsValue]) -> [Action] {
    let restored = state.settings.restoring(kept).0
    let actions = change { $0 = restored }
    arrange()
    return actions
  }

  private mutating func accountServerTyped(_ text: String) -> [Action] {
    if text.allSatisfy({ $0 == " " }) {
      state.accountServerProblem = nil
      return change { $0.accountServer = "" }
    }
    switch ServerAddress.reading(text) {
    case .success(let address):
      state.accountServerProblem = nil
      return change { $0.accountServer = address.text }
    case .failure(let problem):
      state.accountServerProblem = problem
      return []
    }
  }

  private mutating func damageDismissed() -> [Action] {
    state.damage = nil
    return []
  }

  mutating func change(_ body: (inout Settings) -> Void) -> [Action] {
    var settings = state.settings
    body(&settings)
    guard settings != state.settings else { return [] }
    state.settings = settings
    arrange()
    return [.save]
  }

  /// Updates the list of providers and `skipReason`. Call this function after each change of the settings.
  mutating func arrange() {
    let settings = state.settings
    let ranked = settings.providers.filter { id in state.providers.contains { $0.id == id } }
    var (on, off): ([ProviderState], [ProviderState]) = ([], [])
    for var provider in state.providers {
      provider.rank = ranked.firstIndex(of: provider.id)
      provider.address = settings.addresses[provider.id]
      if provider.isOn { on.append(provider) } else { off.append(provider) }
    }
    state.providers =
      on.sorted { ($0.rank ?? 0) < ($1.rank ?? 0) } + off.sorted { $0.place < $1.place }
    let conditions = connectivity.map { RateSchedule.Conditions(settings, $0) }
    state.skipReason = conditions.map { RateSchedule.skipReason(under: $0) } ?? .offline
  }

  mutating func update(_ id: ProviderID, _ body: (inout ProviderState) -> Void) {
    guard let index = state.providers.firstIndex(where: { $0.id == id }) else { return }
    body(&state.providers[index])
  }

  mutating func tested(_ id: ProviderID, _ outcome: ConnectionTest) { update(id) { $0.test = outcome } }

  mutating func keyFound(_ id: ProviderID, _ key: KeyState, failure: SecretFailure?) {
    update(id) { $0.key = key }
    state.keyFailure = failure
  }

  mutating func statusesRead(_ statuses: [ProviderID: StoredRatesStatus], today: Day) {
    state.today = today
    for id in state.providers.map(\.id) {
      let found = statuses[id]
      update(id) { ($0.newest, $0.answered, $0.moved) = (found?.newest, found?.answered, found?.moved) }
    }
  }

  mutating func refreshing(_ states: [ProviderID: RefreshState]) {
    for id in state.providers.map(\.id) { update(id) { $0.refresh = states[id] ?? RefreshState() } }
  }

  mutating func quarantined(_ quotes: [QuarantinedQuote]) { state.quarantine = quotes }

  mutating func cacheUseRead(_ use: [CacheKind: Int]) { state.cacheUse = use }

  mutating func logRead(_ lines: [String]) { state.log = lines }
}
