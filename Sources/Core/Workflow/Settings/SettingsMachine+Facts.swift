// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

// Facts from storage, keyring, caches and the timetable: no choices, so no actions follow.
extension SettingsMachine {
  mutating func update(_ id: ProviderID, _ body: (inout ProviderState) -> Void) {
    guard let index = state.providers.firstIndex(where: { $0.id == id }) else { return }
    body(&state.providers[index])
  }

  mutating func tested(_ id: ProviderID, _ outcome: ConnectionTest) { update(id) { $0.test = outcome } }

  mutating func keyFound(_ id: ProviderID, _ key: KeyState, failure: SecretFailure?) {
    update(id) { $0.key = key }
    state.keyFailure = failure
  }

  mutating func standing(_ standing: [ProviderID: StoredStanding], today: Day) {
    state.today = today
    for id in state.providers.map(\.id) {
      let found = standing[id]
      update(id) { ($0.newest, $0.answered, $0.moved) = (found?.newest, found?.answered, found?.moved) }
    }
  }

  mutating func refreshing(_ states: [ProviderID: RefreshState]) {
    for id in state.providers.map(\.id) { update(id) { $0.refresh = states[id] ?? RefreshState() } }
  }

  mutating func quarantined(_ quotes: [QuarantinedQuote]) { state.quarantine = quotes }

  mutating func counted(_ use: [CacheKind: Int]) { state.cacheUse = use }

  mutating func logged(_ lines: [String]) { state.log = lines }
}
