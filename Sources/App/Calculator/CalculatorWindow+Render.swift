// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorWindow {
  func renderAmount(_ state: CalculatorViewState) {
    if state.amount != amount.text {
      // A line that was split off what was typed is typed on.
      let isNew = state.lines.count > shown.lines.count
      if state.activeID != shown.activeID, !isNew, !state.isFinished {
        amount.show(selected: state.amount)
      } else {
        amount.replace(with: state.amount)
      }
    } else if state.isFinished, !shown.isFinished {
      amount.position = -1
    }
    if state.currency != shown.currency || state.currencyName != shown.currencyName {
      currencyCode.text = state.currency
      keyCode.text = state.currency
      currency.setAccessibleLabel(
        tr("Currency: {code}, {name}", ["code": state.currency, "name": state.currencyName]))
    }
    if state.active != shown.active || state.lines.count != shown.lines.count {
      let place = ["number": inOwnDigits("\(state.active + 1)"), "count": inOwnDigits("\(state.lines.count)")]
      amount.setAccessibleDescription(state.lines.isEmpty ? "" : tr("Line {number} of {count}", place))
    }
  }

  func renderNote(_ state: CalculatorViewState) {
    if state.note != shown.note { note.text = state.note }
    // In a list the room is for the lines, unless there is something to say.
    note.isVisible = (state.lines.isEmpty && !state.isCompact) || state.note != state.currencyName
    if state.noteIsError != shown.noteIsError {
      note.style("error", state.noteIsError)
      amount.style("error", state.noteIsError)
    }
  }

  func renderLines(_ state: CalculatorViewState) {
    if state.lines.isEmpty != shown.lines.isEmpty { head.style("with-list", !state.lines.isEmpty) }
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

  /// Below the total, or below the one amount.
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
    if state.rule != shown.rule { window.setChoice(WindowAction.rule, (state.rule ?? .usual).name) }
    if state.roundsCash != shown.roundsCash { window.setSwitch(WindowSwitch.roundCash.rawValue, state.roundsCash) }
    guard state.canUndo != shown.canUndo || state.canRedo != shown.canRedo else { return }
    window.setEnabled(WindowAction.undo, state.canUndo)
    window.setEnabled(WindowAction.redo, state.canRedo)
    if late.undo == nil, let builder = try? Builder(resource: Paths.undo, domain: Paths.domain),
      let buttons = try? builder.object("undo_redo", as: Widget.self)
    {
      header.packStart(inHeader: buttons)
      late.undo = buttons
    }
    late.undo?.isVisible = !state.isCompact && (state.canUndo || state.canRedo)
  }

  func renderRows(_ states: [CalculatorViewState.Row]) {
    while rows.count > states.count { results.remove(rows.removeLast().row) }
    while rows.count < states.count {
      guard let row = try? ResultRow(did: { [weak self] code, action in self?.did(action, to: code) }) else { return }
      if late.watch != nil { addLateParts(row) }
      if shown.isCompact { row.beCompact(true) }
      results.insert(row.row, at: rows.count)
      rows.append(row)
    }
    for (row, state) in zip(rows, states) { row.render(state) }
    if !shown.rows.isEmpty, states.count > shown.rows.count { revealLastResult() }
  }

  /// An added result is scrolled to, once it has its place.
  private func revealLastResult() {
    resultsPlace.isTurned = false
    results.afterFirstFrame { [weak self] in
      guard let self, let last = rows.last else { return }
      resultsPlace.reveal(last.row, in: results)
    }
  }

  /// Adds to the results what the first frame does without.
  func completeRows() {
    addKeypadToggle()
    takeDrops()
    resultsPlace.goByRows()
    resultsPlace.onPull { [send] in send(.refreshPressed) }
    for row in rows { addLateParts(row) }
    late.watch = Appearance.onChange { [weak self] in self?.rows.forEach { $0.redraw() } }
    send(.event(.trendsWanted))
  }

  private func addLateParts(_ row: ResultRow) {
    row.addLateParts()
    late.names.add(row.left)
    late.numbers.add(row.right)
  }

  /// The rates' provider, day and age, and what else is the matter; what needs an answer stands below.
  func renderStatus(_ state: CalculatorViewState) {
    // All in one line, so that nothing moves; the longest that fits is on the screen.
    if state.status != shown.status || state.briefStatuses != shown.briefStatuses {
      provenance.text = state.status
      for (place, label) in briefs.enumerated() {
        label.text = place < state.briefStatuses.count ? state.briefStatuses[place] : state.status
        label.setTooltip(state.status)
        label.setAccessibleLabel(state.status)
      }
    }
    status.style("notice", state.isProvenanceWarning || state.notice != nil)
    guard
      state.notice != shown.notice || state.statusButton != shown.statusButton || state.isCompact != shown.isCompact
    else { return }
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
    case .takeUpCopy: tr("Restore Copy")
    case .goOnline: tr("Go Online")
    }
  }
}
