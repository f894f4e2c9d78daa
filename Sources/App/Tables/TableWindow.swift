// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursCore
import KursModel
import KursWorkflow

enum TableIntent: Equatable, Sendable {
  case chosen(TableColumn, ColumnChoice)
  case encodingChosen(TableEncoding)
  case anotherCurrency(TableColumn)
  case openPressed
  case pastePressed
  case savePressed
  case copyPressed
  case ratesPressed
  case providerPressed(ProviderID)
  case resultPressed(path: String)
  case cancelled
  case closed
}

@MainActor
final class TableWindow {
  @Child("window") var window: Window
  @Child("stack") private var stack: Stack
  @Child("title") private var title: WindowTitle
  let questions: [TableColumn: ComboRow]
  @Child("encoding") var encoding: ComboRow
  @Child("rows") private var rows: ListBox
  @Child("remark") private var remark: Label
  @Child("problem") private var problem: Label
  @Child("progress") private var progress: ProgressBar
  @Child("cancel") private var cancel: Button
  @Child("save") var save: Button
  @Child("offer") var offer: Button
  @Child("offer_label") private var offerLabel: Label
  @Child("copy") private var copy: Button
  @Child("choose") private var open: Button
  private var shownRows: [ActionRow] = []
  private var shown = TableViewState()
  private var isRendering = false
  private let send: @MainActor @Sendable (TableIntent) -> Void

  init(send: @escaping @MainActor @Sendable (TableIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "table")
    questions = [
      .amount: try builder.object("amount"), .from: try builder.object("from"), .day: try builder.object("day"),
      .rule: try builder.object("rule"), .to: try builder.object("to"),
    ]
    self.send = send
    try builder.bind(self)
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
    encoding.onSelect { [weak self] in self?.encodingSelected() }
    window.onFileDrop { [weak self] paths in self?.dropped?(paths) }
    window.onKey { key in
      guard key.hasControl, key.name == "v" else { return false }
      send(.pastePressed)
      return true
    }
    window.onEscape { [weak self] in self?.escape() }
    window.onCloseRequest { send(.closed) }
    render(shown)
  }

  var dropped: (@MainActor @Sendable ([String]) -> Void)?

  func present(above parent: Window) { window.present(above: parent, focusing: open) }

  func render(_ state: TableViewState) {
    isRendering = true
    defer { isRendering = false }
    title.set(state.title, subtitle: "")
    stack.page = state.hasTable ? "table" : "empty"
    for (column, row) in questions {
      guard let question = state.questions[column] else { continue }
      row.setChoices(question.labels)
      row.selected = question.selected
      row.isSensitive = !state.isLocked
    }
    encoding.setChoices(state.encodings.map(\.rawValue))
    encoding.selected = state.encoding
    (encoding.isVisible, encoding.isSensitive) = (!state.encodings.isEmpty, !state.isLocked)
    render(state.rows)
    for label in [remark, problem] {
      label.text = state.remark
      label.isVisible = !state.remark.isEmpty
      label.style("error", state.isFault)
    }
    if !state.hasTable { remark.isVisible = false }
    offer.isVisible = state.offer != nil && !state.isBusy
    if let label = state.offer?.label {
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

  private func encodingSelected() {
    guard !isRendering, shown.encodings.indices.contains(encoding.selected), encoding.selected != shown.encoding else {
      return
    }
    send(.encodingChosen(shown.encodings[encoding.selected]))
  }

  private func escape() {
    if shown.isBusy { send(.cancelled) } else { window.close() }
  }
}
