// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ProviderList {
  @Child("used") var used: PreferencesGroup
  private(set) var unused: [ProviderSection: PreferencesGroup] = [:]
  private(set) var rows: [String: ProviderRow] = [:]
  private(set) var places: [String: PreferencesGroup] = [:]
  private var order: [String] = []
  private var shown: (used: [SettingsViewState.ProviderRow], unused: [SettingsViewState.ProviderRow]) = ([], [])
  /// The providers that the user switched on or off on the open page. Their rows stay in place until the page closes.
  private var switched: [String: (group: PreferencesGroup, place: Int)] = [:]
  var isNarrow = false { didSet { for row in rows.values { row.isNarrow = isNarrow } } }
  let send: @MainActor @Sendable (SettingsIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (SettingsIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
    for section in ProviderSection.allCases { unused[section] = try builder.object("unused-\(section.rawValue)") }
    for group in [self.used] + unused.values { group.leaveRowsOnTab() }
    self.used.onHidden { [weak self] in self?.moveSwitchedRows() }
  }

  func render(used: [SettingsViewState.ProviderRow], unused: [SettingsViewState.ProviderRow]) {
    shown = (used, unused)
    order = used.map(\.id)
    let all = Set((used + unused).map(\.id))
    for (id, group) in places where !all.contains(id) {
      if let row = rows.removeValue(forKey: id) { group.remove(row.row) }
      places[id] = nil
    }
    fill(self.used, rows(of: self.used, used, unused))
    for (section, group) in self.unused {
      let below = rows(of: group, unused.filter { $0.section == section }, used)
      fill(group, below)
      group.isVisible = !below.isEmpty
    }
  }

  private func rows(
    of group: PreferencesGroup, _ own: [SettingsViewState.ProviderRow], _ others: [SettingsViewState.ProviderRow]
  ) -> [SettingsViewState.ProviderRow] {
    var rows = own.filter { switched[$0.id].map { $0.group === group } ?? true }
    for row in others {
      guard let stays = switched[row.id], stays.group === group else { continue }
      rows.insert(row, at: min(stays.place, rows.count))
    }
    return rows
  }

  /// Moves the switched rows to the used or unused providers. Called after the page has closed.
  private func moveSwitchedRows() {
    switched = [:]
    render(used: shown.used, unused: shown.unused)
  }

  func mark(of id: String) -> Avatar? { rows[id]?.mark.avatar }

  private func fill(_ group: PreferencesGroup, _ states: [SettingsViewState.ProviderRow]) {
    let shown = states.compactMap { state -> ProviderRow? in
      guard let row = rows[state.id] ?? (try? ProviderRow(state.id, self)) else { return nil }
      rows[state.id] = row
      row.isNarrow = isNarrow
      // The title is set before the row is added, because newer libadwaita searches only a row's first title.
      row.render(state)
      put(row, state.id, in: group)
      return row
    }
    group.arrange(shown.map(\.row))
  }

  private func put(_ row: ProviderRow, _ id: String, in group: PreferencesGroup) {
    guard places[id] !== group else { return }
    let isFocused = row.isSwitchFocused
    places[id]?.remove(row.row)
    group.add(row.row)
    places[id] = group
    if isFocused { row.focusSwitch() }
  }
}

extension ProviderList {
  func switched(_ id: String, isOn: Bool) {
    if let row = rows[id]?.row, let group = places[id], used.isMapped, switched[id] == nil {
      switched[id] = (group, row.place)
    }
    send(.event(.providerSwitched(ProviderID(id), isOn: isOn)))
  }

  func move(_ row: SettingsViewState.ProviderRow, _ key: KeyPress) -> Bool {
    switch key.name {
    case "Up", "KP_Up": move(row.id, by: -1)
    case "Down", "KP_Down": move(row.id, by: 1)
    case "Home", "KP_Home": move(row.id, by: -order.count)
    case "End", "KP_End": move(row.id, by: order.count)
    default: return false
    }
    return true
  }

  func move(_ id: String, by steps: Int) {
    guard let place = order.firstIndex(of: id) else { return }
    let target = min(max(place + steps, 0), order.count - 1)
    if target != place { moved(id, .providerMoved(from: place, to: target)) }
  }

  private func moved(_ id: String, _ event: SettingsEvent) {
    switched[id] = nil
    send(.event(event))
  }

  func dropped(_ id: String, at target: Int) -> Bool {
    guard let place = order.firstIndex(of: id), order.indices.contains(target) else { return false }
    if target != place { moved(id, .providerMoved(from: place, to: target)) }
    return true
  }

  func run(_ action: SettingsAction, _ id: String) {
    switch action {
    case .useFirst: moved(id, .providerChosen(ProviderID(id)))
    case .moveUp: move(id, by: -1)
    case .moveDown: move(id, by: 1)
    }
  }
}

enum ProviderKind: String, CaseIterable, Sendable {
  case centralBank, service, market, own

  init(_ id: ProviderID) {
    self = id.isTeam ? .own : id.name == "coingecko" ? .market : bankName(of: id) == nil ? .service : .centralBank
  }

  var icon: String {
    switch self {
    case .centralBank: "org.kursapp.Kurs-bank-symbolic"
    case .service: "network-server-symbolic"
    case .market: "org.kursapp.Kurs-market-symbolic"
    case .own: "system-users-symbolic"
    }
  }
}
