// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class SettingsAlerts {
  @Child("alerts") private var group: PreferencesGroup
  @Child("no_alerts") private var nothing: Widget
  @Child("add_alert") var add: Button
  private(set) var rows: [AlertRow] = []
  private var notice: String?
  private(set) var removed: RateAlert?
  private weak var pages: PreferencesWindow?
  private let send: @MainActor @Sendable (SettingsIntent) -> Void

  init(
    _ builder: Builder, in pages: PreferencesWindow, send: @escaping @MainActor @Sendable (SettingsIntent) -> Void
  ) throws(BuilderError) {
    self.pages = pages
    self.send = send
    try builder.bind(self)
    add.onClick { send(.addAlertPressed) }
  }

  func render(_ state: AlertsViewState) {
    nothing.isVisible = state.rows.isEmpty
    group.setDescription(state.description)
    let hadFocus = rows.contains { $0.remove.hasFocus }
    while rows.count > state.rows.count { group.remove(rows.removeLast().row) }
    while rows.count < state.rows.count {
      guard let row = try? AlertRow(onAction: { [weak self] in self?.perform($0, $1) }) else { return }
      group.add(row.row)
      rows.append(row)
    }
    for (row, state) in zip(rows, state.rows) { row.render(state) }
    if hadFocus, !rows.contains(where: { $0.remove.hasFocus }) { (rows.first?.remove ?? add).grabFocus() }
    if state.notice != notice, let sentence = state.notice { pages?.toast(sentence) }
    notice = state.notice
  }

  func restore() {
    guard let removed else { return }
    self.removed = nil
    send(.alert(.set(removed)))
  }

  private func perform(_ state: AlertsViewState.Row, _ event: AlertsEvent) {
    send(.alert(event))
    guard case .removed = event else { return }
    removed = state.alert
    pages?.toast(
      tr("Alert deleted: {condition}", ["condition": state.sentence]),
      button: (tr("Undo"), AlertListAction.restore.name))
  }
}

@MainActor
final class AlertRow {
  @Child("row") var row: ActionRow
  @Child("waits") var waits: Switch
  @Child("remove") var remove: Button
  private var shown: AlertsViewState.Row?
  private var isRendering = false

  init(
    onAction: @escaping @MainActor @Sendable (AlertsViewState.Row, AlertsEvent) -> Void
  ) throws(BuilderError) {
    try Builder(ui: "settings-alert-row").bind(self)
    waits.onToggle { [weak self] in
      guard let self, !isRendering, let shown else { return }
      onAction(shown, waits.isActive ? .resumed(shown.alert.id) : .paused(shown.alert.id))
    }
    remove.onClick { [weak self] in self?.shown.map { onAction($0, .removed($0.alert.id)) } }
  }

  func render(_ state: AlertsViewState.Row) {
    guard state != shown else { return }
    shown = state
    isRendering = true
    defer { isRendering = false }
    row.title = state.sentence
    row.subtitle = state.detail
    waits.isActive = state.isWaiting
    waits.setAccessibleLabel(state.sentence)
    remove.setAccessibleLabel(tr("Delete alert: {condition}", ["condition": state.sentence]))
  }
}
