// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursCore
import KursModel
import KursWorkflow

enum TableIntent: Equatable, Sendable {
  case chosen(TableColumn, ColumnChoice)
  case anotherCurrency(TableColumn)
  case openPressed
  case pastePressed
  case savePressed
  case copyPressed
  case ratesPressed
  case providerPressed(ProviderID)
  case cancelled
  case closed
}

@MainActor
final class TableWindow {
  let window: Window
  private let stack: Stack
  private let title: WindowTitle
  let questions: [TableColumn: ComboRow]
  private let rows: ListBox
  private let remark: Label
  private let problem: Label
  private let progress: ProgressBar
  private let cancel: Button
  let save: Button
  let offer: Button
  private let offerLabel: Label
  private let copy: Button
  private let open: Button
  private var shownRows: [ActionRow] = []
  private var shown = TableViewState()
  private var isRendering = false
  private let send: @MainActor @Sendable (TableIntent) -> Void

  init(send: @escaping @MainActor @Sendable (TableIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.table, domain: Paths.domain)
    window = try builder.object("window")
    stack = try builder.object("stack")
    title = try builder.object("title")
    questions = [
      .amount: try builder.object("amount"), .from: try builder.object("from"), .day: try builder.object("day"),
      .rule: try builder.object("rule"), .to: try builder.object("to"),
    ]
    rows = try builder.object("rows")
    remark = try builder.object("remark")
    problem = try builder.object("problem")
    progress = try builder.object("progress")
    cancel = try builder.object("cancel")
    save = try builder.object("save")
    offer = try builder.object("offer")
    offerLabel = try builder.object("offer_label")
    copy = try builder.object("copy")
    open = try builder.object("choose")
    self.send = send
    for (id, intent) in [
      ("open", TableIntent.openPressed), ("choose", .openPressed), ("paste", .pastePressed), ("take", .pastePressed),
    ] {
      try builder.object(id, as: Button.self).onClick { send(intent) }
    }
    save.onClick { send(.savePressed) }
    copy.onClick { send(.copyPressed) }
    cancel.onClick { send(.cancelled) }
    offer.onClick { [weak self] in if let intent = self?.shown.offer?.intent { send(intent) } }
    for (column, row) in questions { row.onSelect { [weak self] in self?.selected(column) } }
    window.onFileDrop { [weak self] path in self?.dropped?(path) }
    window.onEscape { [weak self] in self?.escape() }
    window.onCloseRequest { send(.closed) }
    render(shown)
  }

  var dropped: (@MainActor @Sendable (String) -> Void)?

  func present(above parent: Window) { window.present(above: parent, focusing: open) }

  func render(_ state: TableViewState) {
    isRendering = true
    defer { isRendering = false }
    title.set(state.title, subtitle: "")
    stack.page = state.hasTable ? "table" : "empty"
    for (column, row) in questions {
      guard let question = state.questions[column] else { continue }
      if question.labels != shown.questions[column]?.labels { row.setChoices(question.labels) }
      if row.selected != question.selected { row.selected = question.selected }
      row.isSensitive = !state.isLocked
    }
    render(state.rows)
    for label in [remark, problem] {
      label.text = state.remark
      label.isVisible = !state.remark.isEmpty
      label.style("error", state.isFault)
    }
    // Without a table the remark is in the middle of the window.
    if !state.hasTable { remark.isVisible = false }
    offer.isVisible = state.offer != nil && !state.isBusy
    if state.offer != shown.offer, let label = state.offer?.label {
      offerLabel.text = label
      offer.setAccessibleLabel(label)
    }
    progress.isVisible = state.isBusy
    progress.permille = state.permille ?? 0
    cancel.isVisible = state.isBusy
    (save.isVisible, copy.isVisible) = (state.hasTable && !state.isBusy, state.hasTable && !state.isBusy)
    (save.isSensitive, copy.isSensitive) = (state.isConvertible, state.isConvertible)
    let isNews = !state.remark.isEmpty && state.remark != shown.remark
    shown = state
    if isNews { window.announce(state.remark) }
  }

  private func render(_ states: [TableViewState.Row]) {
    while shownRows.count > states.count { rows.remove(shownRows.removeLast()) }
    while shownRows.count < states.count {
      let row = ActionRow(plain: "")
      rows.insert(row)
      shownRows.append(row)
    }
    for (row, state) in zip(shownRows, states) {
      row.title = state.title
      row.subtitle = state.detail
      row.style("error", state.isFault)
    }
  }

  private func selected(_ column: TableColumn) {
    guard !isRendering, let question = shown.questions[column], let row = questions[column],
      question.answers.indices.contains(row.selected), row.selected != question.selected
    else { return }
    switch question.answers[row.selected] {
    case .choice(let choice): send(.chosen(column, choice))
    case .anotherCurrency:
      row.selected = question.selected
      send(.anotherCurrency(column))
    case .none: break
    }
  }

  /// Cancels the running work, or else closes the window.
  private func escape() {
    if shown.isBusy { send(.cancelled) } else { window.close() }
  }
}
