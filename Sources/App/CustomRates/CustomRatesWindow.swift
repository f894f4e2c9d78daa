// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel

@MainActor
final class CustomRatesWindow {
  @Child("window") var window: Window
  @Child("toasts") private var toasts: ToastOverlay
  @Child("list") private var list: ListBox
  @Child("scroller") private var scroller: Scroller
  @Child("nothing") private var nothing: Widget
  @Child("add") private var add: Widget
  private var rows: [CustomRateRow] = []
  private var shown = CustomRatesViewState()
  private var removed: CustomRate?
  private let send: @MainActor @Sendable (CustomRatesIntent) -> Void

  init(send: @escaping @MainActor @Sendable (CustomRatesIntent) -> Void) throws(BuilderError) {
    self.send = send
    try Builder(ui: "own-rates").bind(self)
    connect()
  }

  func render(_ state: CustomRatesViewState) {
    while rows.count > state.rows.count { list.remove(rows.removeLast().row) }
    while rows.count < state.rows.count {
      guard let row = try? CustomRateRow(onRemove: { [weak self] in self?.remove($0) }) else { return }
      list.insert(row.row)
      rows.append(row)
    }
    for (row, state) in zip(rows, state.rows) { row.render(state) }
    scroller.isVisible = !state.rows.isEmpty
    nothing.isVisible = state.rows.isEmpty
    shown = state
  }

  func present(above parent: Window) { window.present(above: parent, focusing: rows.first?.row ?? add) }

  private func connect() {
    let send = self.send
    list.onActivate { [weak self] index in
      guard let self, shown.rows.indices.contains(index) else { return }
      send(.edited(shown.rows[index].own))
    }
    window.install(CustomRatesAction.self) { [weak self] action, _ in
      switch action {
      case .add: send(.added)
      case .undo: self?.restore()
      }
    }
    window.onKey { [weak self] key in
      guard key.hasControl, key.name == "z", self?.removed != nil else { return false }
      self?.restore()
      return true
    }
    window.onEscape { [weak self] in self?.window.close() }
    window.onCloseRequest { send(.closed) }
  }

  private func remove(_ row: CustomRatesViewState.Row) {
    removed = row.own
    send(.removed(row.own))
    toasts.show(tr("{rate} removed", ["rate": row.rate]), button: (tr("Undo"), CustomRatesAction.undo.name))
  }

  private func restore() {
    guard let removed else { return }
    self.removed = nil
    send(.restored(removed))
  }
}

enum CustomRatesAction: String, Action {
  case add
  case undo

  static let scope = "win"
}

enum CustomRatesIntent: Equatable, Sendable {
  case added
  case edited(CustomRate)
  case removed(CustomRate)
  case restored(CustomRate)
  case closed
}

@MainActor
final class CustomRateRow {
  @Child("row") var row: Widget
  @Child("rate") private var rate: Label
  @Child("detail") private var detail: Label
  @Child("badge") private var badge: Label
  @Child("remove") private var remove: Button
  private var shown: CustomRatesViewState.Row?

  init(onRemove: @escaping @MainActor @Sendable (CustomRatesViewState.Row) -> Void) throws(BuilderError) {
    try Builder(ui: "own-rates-row").bind(self)
    row.speakForLabels()
    remove.onClick { [weak self] in self?.shown.map(onRemove) }
    row.onKey { [weak self] key in
      guard let shown = self?.shown, key.name == "Delete" || key.name == "KP_Delete" else { return false }
      onRemove(shown)
      return true
    }
  }

  func render(_ state: CustomRatesViewState.Row) {
    guard state != shown else { return }
    shown = state
    rate.text = state.rate
    detail.text = state.detail
    badge.text = state.badge?.word ?? ""
    badge.isVisible = state.badge != nil
    badge.style("expired", state.badge == .expired)
    row.setAccessibleLabel(state.spoken)
    remove.setAccessibleLabel(tr("Remove {rate}", ["rate": state.rate]))
  }
}
