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

@MainActor
private final class SavedListRow: Cell {
  var widget: Widget { row }
  @Child("row") private var row: ColumnsContainer
  @Child("title") private var title: Label
  @Child("detail") private var detail: Label
  @Child("amounts") private var amounts: BoxContainer
  @Child("then_box") var thenBox: Widget
  @Child("then_note") private var thenNote: Label
  @Child("today_box") var todayBox: Widget
  @Child("today_note") private var todayNote: Label
  @Child("menu") private var menu: Button
  private let then: AmountColumn
  private let today: AmountColumn
  private var index = 0
  private(set) var spoken = ""

  init(onMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "kept-row")
    then = AmountColumn(numbers: try builder.object("then"), codes: try builder.object("then_codes"))
    today = AmountColumn(numbers: try builder.object("today"), codes: try builder.object("today_codes"))
    try builder.bind(self)
    widget.speakForLabels()
    menu.onClick { [weak self] in
      guard let self else { return }
      onMenu(index, menu)
    }
  }

  func show(_ state: SavedListsViewState.Row, at index: Int, isNarrow: Bool) {
    self.index = index
    let isStacked = isNarrow && (!state.today.isEmpty || Appearance.isTextLarge)
    row.move(amounts, column: isStacked ? 0 : 1, row: isStacked ? 1 : 0)
    amounts.isVertical = isNarrow && Appearance.isTextLarge
    title.text = ReadingOrder.held(state.title)
    detail.text = ReadingOrder.held(state.detail)
    then.show(state.then)
    thenNote.text = state.thenNote
    thenNote.isVisible = !state.thenNote.isEmpty
    today.show(state.today)
    todayNote.text = state.todayNote
    todayBox.isVisible = !state.today.isEmpty
    spoken = state.spoken
    widget.setAccessibleLabel(spoken)
    menu.setAccessibleLabel(tr("Menu of {calculation}", ["calculation": state.title]))
  }
}

/// Amounts below each other. Their codes are in a second column, so that the numbers end at one edge.
@MainActor
private final class AmountColumn {
  private let numbers: BoxContainer
  private let codes: BoxContainer
  private var rows: [(number: NumberLabel, code: Label)] = []

  init(numbers: BoxContainer, codes: BoxContainer) {
    (self.numbers, self.codes) = (numbers, codes)
  }

  func show(_ amounts: [SavedListsViewState.Amount]) {
    while rows.count < amounts.count {
      let row = (number: NumberLabel(), code: Label(text: ""))
      row.code.alignStart()
      numbers.append(row.number)
      codes.append(row.code)
      rows.append(row)
    }
    for (place, row) in rows.enumerated() {
      for each in [row.number, row.code] { each.isVisible = place < amounts.count }
    }
    for (row, amount) in zip(rows, amounts) {
      row.number.show(amount.text, brief: amount.brief)
      row.number.leaveSpace(like: amount.tail)
      row.code.text = amount.code
    }
  }
}
