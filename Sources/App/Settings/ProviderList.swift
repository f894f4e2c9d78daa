// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// The providers in use, in their order, and the others below them.
@MainActor
final class ProviderList {
  private let used: PreferencesGroup
  private let unused: PreferencesGroup
  private var rows: [String: ProviderRow] = [:]
  private var places: [String: PreferencesGroup] = [:]
  private var order: [String] = []
  let send: @MainActor @Sendable (SettingsIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (SettingsIntent) -> Void) throws(BuilderError) {
    used = try builder.object("used")
    unused = try builder.object("unused")
    self.send = send
  }

  func render(used: [SettingsViewState.ProviderRow], unused: [SettingsViewState.ProviderRow]) {
    order = used.map(\.id)
    fill(self.used, used)
    fill(self.unused, unused)
    self.unused.isVisible = !unused.isEmpty
  }

  /// The rows in the order in which they stand.
  var rowsOnScreen: (used: [ActionRow], unused: [ActionRow]) {
    (rows(in: used), rows(in: unused))
  }

  /// Where the mark of a provider shows.
  func mark(of id: String) -> Avatar? { rows[id]?.mark.avatar }

  private func rows(in group: PreferencesGroup) -> [ActionRow] {
    rows.filter { places[$0.key] === group }.map(\.value.row).sorted { $0.place < $1.place }
  }

  private func fill(_ group: PreferencesGroup, _ states: [SettingsViewState.ProviderRow]) {
    let shown = states.compactMap { state -> ProviderRow? in
      guard let row = rows[state.id] ?? (try? ProviderRow(state.id, self)) else { return nil }
      rows[state.id] = row
      put(row, state.id, in: group)
      row.render(state)
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
    send(.event(.providerSwitched(ProviderID(id), isOn: isOn)))
  }

  /// Alt with an arrow; whether the key was used.
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
    if target != place { send(.event(.providerMoved(from: place, to: target))) }
  }

  /// A row was dragged onto another one.
  func dropped(_ id: String, at target: Int) -> Bool {
    guard let place = order.firstIndex(of: id), order.indices.contains(target) else { return false }
    if target != place { send(.event(.providerMoved(from: place, to: target))) }
    return true
  }

  func run(_ action: SettingsAction, _ id: String) {
    switch action {
    case .useFirst: send(.event(.providerChosen(ProviderID(id))))
    case .moveUp: move(id, by: -1)
    case .moveDown: move(id, by: 1)
    case .details: send(.detailsPressed(id))
    }
  }
}
