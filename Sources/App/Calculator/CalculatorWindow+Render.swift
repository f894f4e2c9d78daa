// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

extension CalculatorWindow {
  func renderAmount(_ state: CalculatorViewState) {
    if state.amount != amount.text {
      // Selects the text of the line that the user chose. A new line isn't selected, because typing continues in it.
      let isNew = state.lines.count > shown.lines.count
      if state.activeID != shown.activeID, !isNew, !state.isFinished {
        amount.show(selected: state.amount)
      } else {
        amount.replace(with: state.amount)
      }
    } else if state.isFinished, !shown.isFinished {
      amount.position = -1
    }
    currencyCode.text = state.currency
    keyCode.text = state.currency
    currency.setAccessibleLabel(tr("Currency: {code}, {name}", ["code": state.currency, "name": state.currencyName]))
    let place = ["number": inOwnDigits("\(state.active + 1)"), "count": inOwnDigits("\(state.lines.count)")]
    amount.setAccessibleDescription(state.lines.isEmpty ? "" : tr("Line {number} of {count}", place))
  }

  func renderNote(_ state: CalculatorViewState) {
    note.text = state.note
    // A list needs the space for its lines, so its note is hidden if the note contains only the currency's name.
    note.isVisible = (state.lines.isEmpty && !state.isCompact) || state.note != state.currencyName
    note.style("error", state.noteIsError)
    amount.style("error", state.noteIsError)
  }

  func renderLines(_ state: CalculatorViewState) {
    head.style("with-list", !state.lines.isEmpty)
    lines.render(state.lines, active: state.active)
  }

  func renderTotal(_ state: CalculatorViewState.Total?) {
    if state != nil, late.total == nil {
      late.total = try? TotalCard(onCurrency: { [send] in send(.totalCurrencyPressed) })
      if let card = late.total { head.append(card.widget) }
    }
    late.total?.widget.isVisible = state != nil
    if let state { late.total?.render(state) }
  }

  func renderChips(_ chips: [CalculatorViewState.Chip]) {
    guard !chips.isEmpty || late.chips != nil else { return }
    if late.chips == nil {
      let made = TermChips { [send] in send(.event($0)) }
      head.append(made.widget)
      late.chips = made
    }
    guard let made = late.chips else { return }
    made.render(chips)
    if let total = late.total { head.place(made.widget, after: total.widget) }
  }

  func renderReadings(_ readings: [CalculatorViewState.Reading]) {
    guard readings != shown.readings else { return }
    if !readings.isEmpty, late.readings == nil {
      let buttons = ReadingButtons(isBrief: true) { [weak self] alternative in
        self?.send(.event(.readingChosen(alternative)))
        self?.returnToAmount()
      }
      head.insert(buttons.widget, after: lines.widget)
      late.readings = buttons
    }
    late.readings?.render(readings)
  }

  func renderPaste(_ state: CalculatorViewState.Paste?) {
    if state != nil, late.paste == nil {
      late.paste = try? PasteCard { [weak self] answer in self?.answered(answer) }
      if let card = late.paste { head.insert(card.widget, after: late.readings?.widget ?? lines.widget) }
    }
    late.paste?.widget.isVisible = state != nil
    guard let state else { return }
    late.paste?.render(state)
    if shown.paste == nil { late.paste?.takeFocus() }
  }

  func renderUndo(_ state: CalculatorViewState) {
    window.setChoice(WindowAction.rule, (state.rule ?? .usual).name)
    window.setSwitch(WindowSwitch.roundCash.rawValue, state.roundsCash)
    guard state.canUndo != shown.canUndo || state.canRedo != shown.canRedo else { return }
    window.setEnabled(WindowAction.undo, state.canUndo)
    window.setEnabled(WindowAction.redo, state.canRedo)
  }

  func renderRows(_ states: [CalculatorViewState.Row]) {
    while rows.count > states.count { results.remove(rows.removeLast().row) }
    while rows.count < states.count {
      let onAction: @MainActor @Sendable (String, ResultRow.Action) -> Void = { [weak self] code, action in
        self?.perform(action, to: code)
      }
      guard let row = try? ResultRow(onAction: onAction) else { return }
      if late.watch != nil { addLateParts(row) }
      if shown.isCompact { row.beCompact(true) }
      results.insert(row.row, at: rows.count)
      rows.append(row)
    }
    for (row, state) in zip(rows, states) { row.render(state) }
    fitRows()
    let widths = states.map { $0.value.count + $0.tail.count }
    if let widest = widths.max().flatMap(widths.firstIndex) {
      for row in rows { row.value.shrink(like: rows[widest].value) }
    }
    if !shown.rows.isEmpty, states.count > shown.rows.count { revealLastResult() }
  }

  private func revealLastResult() {
    results.afterFirstFrame { [weak self] in
      guard let self, let last = rows.last else { return }
      resultsPlace.reveal(last.row, in: results)
    }
  }

  /// Adds the parts of the window and its result rows that the first frame doesn't need.
  func completeRows() {
    addKeypadToggle()
    addUndo()
    takeDrops()
    resultsPlace.onPull { [send] in send(.refreshPressed) }
    for row in rows { addLateParts(row) }
    late.watch = Appearance.onChange { [weak self] in self?.rows.forEach { $0.redraw() } }
    send(.event(.trendsWanted))
  }

  private func addUndo() {
    guard late.undo == nil, let builder = try? Builder(ui: "undo"),
      let buttons = try? builder.object("undo_redo", as: Widget.self)
    else { return }
    header.packStart(inHeader: buttons)
    buttons.isVisible = !shown.isCompact
    late.undo = buttons
  }

  private func addLateParts(_ row: ResultRow) {
    row.addLateParts(late.trends)
    late.names.add(row.left)
    late.numbers.add(row.right)
  }

  func renderStatus(_ state: CalculatorViewState) {
    // Shows the longest status that fits on one line, because a second line would move other widgets.
    provenance.text = state.status
    for (place, label) in briefs.enumerated() {
      label.text = place < state.briefStatuses.count ? state.briefStatuses[place] : state.status
      label.setTooltip(state.status)
      label.setAccessibleLabel(state.status)
    }
    status.style("notice", state.notice != nil)
    status.style("late", state.isProvenanceWarning)
    let question = state.trouble == nil ? state.notice?.sentence : nil
    notice.text = question ?? ""
    notice.isVisible = question != nil
    noticeButton.label = state.statusButton?.label ?? ""
    noticeButton.isVisible = state.statusButton != nil
    refresh.isVisible = state.statusButton == nil && !state.isCompact
  }
}

extension CalculatorViewState.Notice.Button {
  fileprivate var label: String {
    switch self {
    case .dismiss: tr("OK")
    case .adoptCopy: tr("Restore Copy")
    case .goOnline: tr("Go Online")
    case .saveAgain: tr("Try Again")
    }
  }
}

extension CalculatorWindow {
  func perform(_ action: LineList.Action) {
    switch action {
    case .chosen(let id): _ = place(of: id).map { send(.event(.lineChosen($0))) }
    case .entered: returnToAmount()
    case .moved(let id, let other):
      guard let from = place(of: id), let to = place(of: other) else { return }
      send(.event(.lineMoved(from: from, to: to)))
    case .turned(let id): turnSign(of: id)
    case .movedUp: moveLine(by: -1)
    case .movedDown: moveLine(by: 1)
    case .removed: remove(shown.activeID)
    }
  }

  func place(of id: Int) -> Int? { shown.lines.firstIndex { $0.id == id } }

  func turnSign(of id: Int) {
    guard let place = place(of: id) else { return }
    send(.event(.lineSignChosen(at: place, shown.lines[place].sign == "−" ? .plus : .minus)))
  }

  @discardableResult
  func step(by count: Int) -> Bool {
    guard shown.lines.indices.contains(shown.active + count) else { return false }
    send(.event(.lineChosen(shown.active + count)))
    return true
  }

  @discardableResult
  func moveLine(by count: Int) -> Bool {
    guard shown.lines.indices.contains(shown.active + count) else { return false }
    send(.event(.lineMoved(from: shown.active, to: shown.active + count)))
    return true
  }

  func removedEmptyLine() -> Bool {
    guard amount.text.isEmpty, !shown.lines.isEmpty else { return false }
    remove(shown.activeID)
    return true
  }

  func remove(_ id: Int) {
    guard let place = place(of: id) else { return }
    send(.event(.lineRemoved(at: place, removal: removals + 1)))
    offerUndo(tr("Line removed"))
  }

  func clearList() {
    send(.event(.cleared(removal: removals + 1)))
    offerUndo(tr("List cleared"))
  }

  private func offerUndo(_ sentence: String) {
    removals += 1
    toast(sentence, button: (tr("Undo"), "\(WindowAction.undoRemoval.name)::\(removals)"))
  }

  func returnToAmount() {
    window.focus(amount)
    amount.selectAll()
  }

  func openMenu(ofLine id: Int, at place: Widget) {
    guard let line = shown.lines.first(where: { $0.id == id }) else { return }
    late.menuPlace = place
    place.popUp(CalculatorMenus.line(line))
  }
}

extension CalculatorWindow {
  func renderLists(_ state: CalculatorViewState.Lists) {
    listTitle.text = state.heading
    listChooser.setAccessibleLabel(tr("List: {title}", ["title": state.title]))
    window.setTitle(state.windowTitle)
    window.setChoice(WindowAction.list, state.chosen)
    window.setEnabled(WindowAction.renameList, state.isNamed)
    window.setEnabled(WindowAction.deleteList, state.isNamed)
    window.setEnabled(WindowAction.listUp, state.canMoveUp(state.chosen))
    window.setEnabled(WindowAction.listDown, state.canMoveDown(state.chosen))
  }

  /// Lets Ctrl+Z restore the deleted list until the user changes the open list.
  func offerToRestore(_ id: UserObject.ID) {
    late.deleted = (id, shown.lists.chosen, shown.amount)
    window.setEnabled(WindowAction.undo, true)
  }

  /// Restores the list that was just deleted. Returns false if Ctrl+Z must undo a step in the open list instead.
  func restoredDeleted() -> Bool {
    guard let (id, list, amount) = late.deleted else { return false }
    late.deleted = nil
    window.setEnabled(WindowAction.undo, shown.canUndo)
    guard shown.lists.chosen == list, shown.amount == amount else { return false }
    send(.listRestored(id))
    return true
  }

  func connectLists() {
    listChooser.onClick { [weak self] in
      guard let self else { return }
      takeFocusBack()
      listChooser.popUp(CalculatorMenus.lists(shown.lists))
    }
    window.installChoice(WindowAction.list, CalculatorViewState.Lists.unnamed) { [weak self] id in
      self?.send(.listChosen(UserObject.ID(id)))
    }
  }
}

extension CalculatorWindow {
  func perform(_ action: ResultRow.Action, to code: String) {
    guard let index = place(of: code) else { return }
    switch action {
    case .menuOpened: openMenu(ofResult: code)
    case .chartOpened: send(.chartPressed(code))
    case .suspiciousRateOpened: send(.suspiciousRatePressed(code))
    case .offerChosen: if let offer = shown.rows[index].offer { send(.offerPressed(offer)) }
    case .explained: send(.explainPressed(code))
    case .edited: edit(code)
    case .currencyPressed: send(.changeResult(code))
    case .movedUp: move(from: index, to: index - 1)
    case .movedDown: move(from: index, to: index + 1)
    case .dropped(let dragged): if let from = place(of: dragged) { move(from: from, to: index) }
    }
  }

  func mark(charted code: String?) {
    for (row, state) in zip(rows, shown.rows) { row.row.style("charted", state.id == code) }
  }

  var focused: String? { rows.firstIndex { $0.row.hasFocus }.map { shown.rows[$0].id } }

  func place(of code: String) -> Int? { shown.rows.firstIndex { $0.id == code } }

  private func move(from index: Int, to target: Int) {
    guard shown.rows.indices.contains(target), index != target else { return }
    send(.event(.resultMoved(from: index, to: target)))
    rows[target].row.grabFocus()
  }

  private func openMenu(ofResult code: String) {
    guard let index = place(of: code) else { return }
    rows[index].place.popUp(CalculatorMenus.result(code))
  }

  func explain(_ code: String, _ lines: [String]) {
    guard let index = place(of: code) else { return }
    let popover = try? ExplanationPopover(lines + shown.rows[index].fees) { [weak self] in self?.copy($0) }
    popover?.popUp(at: rows[index].place)
  }

  func edit(_ code: String) {
    guard let index = place(of: code), shown.rows[index].isEditable else { return }
    let title = tr("Amount in {code}", ["code": code])
    let popover = try? TextPopover(title: title, text: shown.rows[index].value, isNumber: true) { [weak self] text in
      guard let self, let index = place(of: code) else { return }
      send(.event(.resultEdited(at: index, text)))
    }
    popover?.popUp(at: rows[index].place)
  }
}
