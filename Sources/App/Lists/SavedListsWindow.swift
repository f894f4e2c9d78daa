// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
final class SavedListsWindow {
  @Child("window") var window: Window
  @Child("toasts") private var toasts: ToastOverlay
  @Child("history") private var history: ToggleButton
  @Child("saved") private var saved: ToggleButton
  @Child("clear") private var clear: Button
  @Child("search") private var search: Entry
  @Child("list") private var list: ListView
  @Child("scroller") private var scroller: Widget
  @Child("nothing") private var nothing: StatusPage
  private var shown = SavedListsViewState(page: .history)
  private var isRendering = false
  private var isNarrow = false
  private let thenColumn = SizeGroup()
  private let todayColumn = SizeGroup()
  private let send: @MainActor @Sendable (SavedListsIntent) -> Void

  init(send: @escaping @MainActor @Sendable (SavedListsIntent) -> Void) throws(BuilderError) {
    self.send = send
    try Builder(ui: "kept").bind(self)
    list.setRows(
      make: { [weak self] in
        let row = try? SavedListRow { self?.openMenu(of: $0, at: $1) }
        if let self, let row {
          thenColumn.add(row.thenBox)
          todayColumn.add(row.todayBox)
        }
        return row
      },
      fill: { [weak self] row, index in
        guard let self, shown.rows.indices.contains(index) else { return false }
        row.show(shown.rows[index], at: index, isNarrow: isNarrow)
        return true
      })
    connect()
  }

  func render(_ state: SavedListsViewState) {
    isRendering = true
    defer { isRendering = false }
    let before = shown
    shown = state
    saved.isActive = state.page == .saved
    history.isActive = state.page == .history
    if state.rows != before.rows { list.show(count: state.rows.count) }
    scroller.isVisible = state.nothing == nil
    nothing.isVisible = state.nothing != nil
    clear.isVisible = state.canClear
    if let nothing = state.nothing { self.nothing.show(icon: nothing.icon, nothing.title, nothing.sentence) }
    if let removed = state.removed, removed != before.removed {
      toasts.show(removed, button: (tr("Undo"), SavedListsAction.undo.name))
    }
    if let failure = state.failure, failure != before.failure { toasts.show(failure) }
  }

  func present(above parent: Window) {
    window.present(above: parent, focusing: search)
    fitRows()
    window.onLayout { [weak self] in self?.fitRows() }
  }

  private func fitRows() {
    let least = Appearance.isTextLarge ? 2 * Window.narrow : Window.narrow
    guard isNarrow != (window.extent.width < least) else { return }
    isNarrow.toggle()
    list.show(count: shown.rows.count)
  }

  private func connect() {
    let send = self.send
    history.onToggle { [weak self] in
      guard let self, !isRendering, history.isActive else { return }
      send(.historyShown)
    }
    saved.onToggle { [weak self] in
      guard let self, !isRendering, saved.isActive else { return }
      send(.savedShown)
    }
    clear.onClick { send(.cleared) }
    search.onSearch { [weak self] in
      guard let self else { return }
      send(.searched(search.text))
    }
    search.onStopSearch { [weak self] in self?.window.close() }
    // The window handles Ctrl+Z first, because the search field would use it to undo typing.
    window.onKey(first: true) { [weak self] key in
      guard key.hasControl, key.name == "z", self?.shown.removed != nil else { return false }
      send(.removalUndone)
      return true
    }
    window.onEscape { [weak self] in self?.window.close() }
    search.onActivate { [weak self] in
      guard let row = self?.shown.rows.first else { return }
      send(.opened(row))
    }
    search.onKey(first: true) { [weak self] key in
      guard key.name == "Down" || key.name == "KP_Down" else { return false }
      return self?.list.focusFirst { _ in true } ?? false
    }
    list.onActivate { [weak self] index in
      guard let row = self?.row(index) else { return }
      send(.opened(row))
    }
    window.install(SavedListsAction.self) { [weak self] action, target in self?.run(action, target) }
    window.onCloseRequest { send(.closed) }
  }

  private func row(_ index: Int) -> SavedListsViewState.Row? {
    shown.rows.indices.contains(index) ? shown.rows[index] : nil
  }

  private func run(_ action: SavedListsAction, _ target: String) {
    if action == .undo { return send(.removalUndone) }
    guard let row = Int(target).flatMap({ row($0) }) else { return }
    let send = self.send
    switch action {
    case .open: send(.opened(row))
    case .compare: send(.compared(row))
    case .save: TitleDialog.ask(tr("Save List"), title: row.title, above: window) { send(.saved(row, title: $0)) }
    case .rename:
      TitleDialog.ask(tr("Rename"), title: row.title, accept: tr("Rename"), above: window) {
        send(.renamed(row, title: $0))
      }
    case .remove: send(.removed(row))
    case .undo: break
    }
  }

  private func openMenu(of index: Int, at button: Widget) {
    if let row = row(index) { button.popUp(Self.menu(of: row, at: index)) }
  }

  static func menu(of row: SavedListsViewState.Row, at index: Int) -> Menu {
    let menu = Menu()
    if row.comparison != nil { menu.append(tr("Compare With Today"), action: "\(SavedListsAction.compare.name)::\(index)") }
    switch row.subject {
    case .history: menu.append(tr("Save…"), action: "\(SavedListsAction.save.name)::\(index)")
    case .saved: menu.append(tr("Rename…"), action: "\(SavedListsAction.rename.name)::\(index)")
    }
    let rest = Menu()
    rest.append(tr("Delete"), action: "\(SavedListsAction.remove.name)::\(index)")
    menu.append(section: rest)
    return menu
  }
}
