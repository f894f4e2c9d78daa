// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

extension CalculatorWindow {
  func installActions() {
    window.install(WindowAction.self) { [weak self] action, target in self?.run(action, target) }
    window.installSwitch(WindowSwitch.roundCash.rawValue) { [weak self] in
      guard let self else { return }
      send(.event(.cashRoundingSwitched(!shown.roundsCash)))
    }
    window.installSwitch(WindowSwitch.keypad.rawValue) { [weak self] in
      guard let self else { return }
      send(.event(.keypadSwitched(!shown.hasKeypad)))
    }
    window.installChoice(WindowAction.rule, NamedRule.usual.name) { [weak self] name in
      self?.send(.event(.ruleChosen(name == NamedRule.usual.name ? nil : NamedRule(name))))
    }
    window.setSwitch(WindowSwitch.keypad.rawValue, shown.hasKeypad)
    window.setEnabled(WindowAction.undo, false)
    window.setEnabled(WindowAction.redo, false)
    connectLists()
  }

  private func run(_ action: WindowAction, _ target: String) {
    switch action {
    case .copy: send(.copyResult(nil))
    case .swap: send(.event(.swapped(at: 0)))
    case .chooseCurrency: send(.currencyPressed)
    case .addCurrency: send(.addPressed)
    case .clear: press(.clear)
    case .about: send(.about)
    case .shortcuts: send(.shortcuts)
    case .chart: send(.chartPressed(nil))
    case .refresh: send(.refreshPressed)
    case .compact: send(.event(.compactSwitched(!shown.isCompact)))
    case .pasteOffer: takeOffer()
    case .undo:
      if !restoredDeleted() { send(.event(.undo)) }
      announce(action: tr("Undone"))
    case .redo:
      send(.event(.redo))
      announce(action: tr("Done again"))
    case .undoRemoval:
      guard let removal = Int(target) else { return }
      send(.event(.removalUndone(removal)))
      announce(action: tr("Undone"))
    case .newLine:
      press(.line)
      window.focus(amount)
    case .removeActiveLine: remove(shown.activeID)
    case .clearList: clearList()
    case .copyList: send(.copyList)
    case .saveFile: send(.saveFilePressed)
    case .openFile: send(.openFilePressed)
    case .exportList: send(.exportPressed)
    case .saveReceipt: send(.receiptPressed)
    case .printReceipt: send(.printPressed)
    case .convertTable: send(.tablePressed)
    case .chooseDay: chooseDay()
    case .newestDay: send(.event(.dayChosen(nil)))
    case .fee: send(.feePressed)
    case .ownRates: send(.ownRatesPressed)
    case .paid: send(.paidPressed)
    case .save: send(.savePressed)
    case .newList: send(.newListPressed)
    case .renameList: send(.listAsked(.rename, nil))
    case .deleteList: send(.listAsked(.delete, nil))
    case .listUp: send(.listAsked(.up, nil))
    case .listDown: send(.listAsked(.down, nil))
    case .ofList:
      let parts = target.split(separator: " ").map(String.init)
      guard parts.count == 2, let wish = ListWish(rawValue: parts[0]), let id = PersonObject.ID(parts[1])
      else { return }
      send(.listAsked(wish, id))
    case .restoreList: PersonObject.ID(target).map { send(.listRestored($0)) }
    case .saved: send(.keptPressed(.saved))
    case .history: send(.keptPressed(.history))
    case .chooseReading, .lineSign, .lineCurrency, .lineDay, .lineOwnRate, .lineNote, .removeLine, .copyResult,
      .chartResult, .explainResult, .swapWith, .editResult, .alertResult, .ownRate, .changeResult, .removeResult:
      // Its menu closes first: it hangs on what may be gone then.
      Task { [weak self] in self?.runFromMenu(action, target) }
    }
  }

  private func runFromMenu(_ action: WindowAction, _ target: String) {
    switch action {
    case .chooseReading: chooseReading(target)
    case .lineSign, .lineCurrency, .lineDay, .lineOwnRate, .lineNote, .removeLine: runOnLine(action, target)
    default: runOnResult(action, target)
    }
  }

  private func runOnResult(_ action: WindowAction, _ code: String) {
    let index = place(of: code)
    switch action {
    case .copyResult: send(.copyResult(code))
    case .chartResult: send(.chartPressed(code))
    case .explainResult: send(.explainPressed(code))
    case .swapWith: if let index { send(.event(.swapped(at: index))) }
    case .editResult: edit(code)
    case .alertResult: send(.alertPressed(code))
    case .ownRate: send(.ownRatePressed(code))
    case .changeResult: send(.changeResult(code))
    default: if let index { send(.event(.resultRemoved(at: index))) }
    }
  }

  private func runOnLine(_ action: WindowAction, _ target: String) {
    guard let id = Int(target), let index = place(of: id) else { return }
    let line = shown.lines[index]
    switch action {
    case .lineSign: turnSign(of: id)
    case .lineCurrency: send(.lineCurrencyPressed(index))
    case .lineDay: chooseDay(of: line)
    case .lineOwnRate: send(.lineOwnRatePressed(index))
    case .lineNote: writeNote(of: line)
    default: remove(id)
    }
  }

  private func chooseReading(_ target: String) {
    let readings = shown.paste.map { $0.readings + $0.readingsOfLines.values.flatMap { $0 } } ?? shown.readings
    guard let reading = readings.first(where: { String($0.place) == target }) else { return }
    send(.event(.readingChosen(reading.alternative)))
  }
}

extension CalculatorWindow {
  /// A day for the whole list.
  private func chooseDay() {
    guard let day = shown.day ?? shown.newest else { return }
    let texts = DatePopover.Texts(title: tr("Rates of which day?"), none: tr("Newest Rates"))
    open(texts, day, at: menu) { [send] in send(.event(.dayChosen($0))) }
  }

  private func chooseDay(of line: CalculatorViewState.Line) {
    guard let day = line.day ?? shown.day ?? shown.newest, let place = late.menuPlace else { return }
    let texts = DatePopover.Texts(title: tr("Day of this line"), none: tr("As the List"))
    open(texts, day, at: place) { [weak self] day in
      guard let self, let index = self.place(of: line.id) else { return }
      send(.event(.lineDayChosen(at: index, day)))
    }
  }

  private func open(
    _ texts: DatePopover.Texts, _ day: Day, at place: Widget,
    chosen: @escaping @MainActor @Sendable (Day?) -> Void
  ) {
    // The menu that asked for it closes first, or would take the keyboard back.
    Task { (try? DatePopover(texts, day: day, chosen: chosen))?.popUp(at: place) }
  }

  private func writeNote(of line: CalculatorViewState.Line) {
    guard let place = late.menuPlace else { return }
    Task { [weak self] in
      let popover = try? TextPopover(title: tr("Note"), text: line.note) { [weak self] text in
        guard let self, let index = self.place(of: line.id) else { return }
        send(.event(.lineNoteTyped(at: index, text)))
      }
      popover?.popUp(at: place)
    }
  }

  func answered(_ answer: PasteCard.Answer) {
    switch answer {
    case .add: send(.event(.pasteAccepted))
    case .cancel: send(.event(.pasteDropped))
    case .read(let alternative):
      send(.event(.readingChosen(alternative)))
      return
    }
    returnToAmount()
  }
}
